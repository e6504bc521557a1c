package org.stoatflow.runtime.sink;

import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.producer.Producer;
import org.jspecify.annotations.Nullable;
import org.stoatflow.config.TimeSpans;
import org.stoatflow.kernel.time.Clock;

/**
 * Records that linger in a producer, since the user has chosen that. Kafka Streams flushes at each commit: so no round
 * waits for them longer than the interval of commits, and none at all when the run comes to its end, or where a lane
 * waits for room.
 *
 * <p>Threads: the committer's. Any thread says that the end comes.
 */
final class Lingering {
    private final Producer<byte[], byte[]> producer;
    private final Optional<Duration> longest;
    private final Clock clock;
    private final BooleanSupplier isRoomAwaited;
    private @Nullable SentRecords flushed;
    private int flushedUpTo; // of these: what is sent for them later, such as a dead letter, lingers anew

    /**
     * Shared. Written by: the dispatcher's thread. Read by: committer. Safe: volatile, one way; the committer is woken
     * afterwards. Proof: SharedFieldsTest.
     */
    private volatile boolean hurried;

    /**
     * @param longest how long a round waits; empty where no record lingers
     * @param isRoomAwaited whether a lane waits until output is acknowledged
     */
    Lingering(
            Producer<byte[], byte[]> producer, Optional<Duration> longest, Clock clock, BooleanSupplier isRoomAwaited) {
        this.producer = producer;
        this.longest = longest;
        this.clock = clock;
        this.isRoomAwaited = isRoomAwaited;
    }

    /** The end comes. Any thread. */
    void hurry() {
        hurried = true;
    }

    /** How long to wait until a flush is due. */
    long waitNs(SentRecords awaited, long sinceNs) {
        return isFlushed(awaited) ? Long.MAX_VALUE : Math.max(1, dueInNs(sinceNs));
    }

    /** Whether it is time to send what lingers. */
    boolean isFlushDue(SentRecords awaited, long sinceNs) {
        return !isFlushed(awaited) && dueInNs(sinceNs) <= 0;
    }

    /**
     * Sends what lingers. The flush has no time-out: the run's monitor interrupts it where answers do not come. It
     * waits for all that the producer holds, also for what was sent for a later round.
     */
    void flush(SentRecords awaited) {
        flushed = awaited;
        flushedUpTo = awaited.sent();
        producer.flush();
    }

    @SuppressWarnings("ReferenceEquality") // other records are others
    private boolean isFlushed(SentRecords awaited) {
        return longest.isEmpty() || flushed == awaited && flushedUpTo == awaited.sent();
    }

    private long dueInNs(long sinceNs) {
        return hurried || isRoomAwaited.getAsBoolean()
                ? 0
                : TimeSpans.nanos(longest.orElseThrow()) - (clock.nanos() - sinceNs);
    }
}
