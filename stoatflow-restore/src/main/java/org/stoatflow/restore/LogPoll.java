package org.stoatflow.restore;

import java.time.Duration;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.jspecify.annotations.Nullable;

/**
 * Polls a consumer of logs whose partitions others assign and position. What the consumer throws out of a question for
 * a position, while the records of a poll are taken in, the next poll throws. Thread: the consumer's.
 */
public final class LogPoll {
    private final Consumer<byte[], byte[]> consumer;
    private final ConsumerPosition positions;
    private @Nullable InvalidOffsetException found;

    /** @param consumer with {@code auto.offset.reset} none; nobody else polls it, or asks it for a position */
    public LogPoll(Consumer<byte[], byte[]> consumer) {
        this.consumer = consumer;
        this.positions = new ConsumerPosition(consumer, invalid -> found = invalid);
    }

    /** The consumer, for all but polls and positions. */
    public Consumer<byte[], byte[]> consumer() {
        return consumer;
    }

    /**
     * Waits for records, for the time-out at most.
     *
     * @throws InvalidOffsetException where a log does not have the offsets any more
     */
    public PolledRecords poll(Duration timeout) {
        InvalidOffsetException invalid = found;
        if (invalid != null) {
            found = null;
            throw invalid;
        }
        return new PolledRecords(positions, consumer.poll(timeout));
    }
}
