package org.stoatflow.restore;

import java.time.Duration;
import java.util.Optional;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks a consumer where it stands. A call for one partition throws what the consumer has found out of any, as that a
 * log was cut, and throws it once: no later poll tells of it again before the time of a request is over. So it is
 * handed on. Thread: the consumer's.
 */
public final class ConsumerPosition {
    private static final Logger LOG = LoggerFactory.getLogger(ConsumerPosition.class);

    private final Consumer<byte[], byte[]> consumer;
    private final java.util.function.Consumer<InvalidOffsetException> found;

    /** @param found takes what the consumer throws of positions that are not valid */
    public ConsumerPosition(
            Consumer<byte[], byte[]> consumer, java.util.function.Consumer<InvalidOffsetException> found) {
        this.consumer = consumer;
        this.found = found;
    }

    /**
     * Where the consumer goes on in a partition; asks the cluster if need be.
     *
     * @param timeout bound of each request
     * @throws TimeoutException if the cluster has not answered
     * @throws InvalidOffsetException if the consumer says no more than this, whatever became of what it had found
     */
    public long of(TopicPartition partition, Duration timeout) {
        int tries = consumer.assignment().size(); // each other partition may be found not to go on
        for (int i = 0; i < tries; i++) {
            try {
                return consumer.position(partition, timeout);
            } catch (InvalidOffsetException invalid) {
                found.accept(invalid);
            }
        }
        return consumer.position(partition, timeout);
    }

    /**
     * The position that the consumer knows, without a leader epoch: that of an earlier record would make a broker see a
     * log that was cut. Empty where the consumer has none, and would have to ask.
     */
    public Optional<OffsetAndMetadata> ifKnown(TopicPartition partition) {
        if (!consumer.assignment().contains(partition)) {
            return Optional.empty();
        }
        try {
            return Optional.of(new OffsetAndMetadata(of(partition, Duration.ZERO)));
        } catch (InvalidOffsetException invalid) {
            found.accept(invalid);
            return Optional.empty();
        } catch (TimeoutException unknown) {
            LOG.debug("The consumer has no position in {} now", partition, unknown);
            return Optional.empty();
        }
    }
}
