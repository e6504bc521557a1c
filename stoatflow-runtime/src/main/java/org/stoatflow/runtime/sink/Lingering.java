package org.stoatflow.runtime.sink;

import java.time.Duration;
import java.util.Optional;
import org.apache.kafka.clients.producer.Producer;
import org.jspecify.annotations.Nullable;
import org.stoatflow.config.TimeSpans;
import org.stoatflow.kernel.time.Clock;

/**
 * Records that linger in a producer, since the user has chosen that. Kafka Streams flushes at each commit: so no round
 * waits for them longer than the interval of commits, and none at all when the run comes to its end.
 *
 * <p>Threads: the committer's. Any thread says that the end comes.
 */
final class Lingering {
    private final Producer<byte[], byte[]> producer;
    private final Optional<Duration> longest;
    private final Clock clock;
    private @Nullable SentRecords flushed; // one flush for each

    /**
     * Shared. Written by: the lifecycle's thread. Read by: committer. Safe: volatile, one way; the committer is woken
     * afterwards. Proof: SharedFieldsTest.
     */
    private volatile boolean hurried;

    /** @param longest how long a round waits; empty where no record lingers */
    Lingering(Producer<byte[], byte[]> producer, Optional<Duration> longest, Clock clock) {
        this.producer = producer;
        this.longest = longest;
        this.clock = clock;
    }

    /** The end comes. Any thread. */
    void hurry() {
        hurried = true;
    }

    /** How long to wait until a flush is due. */
    long waitNs(SentRecords awaited, long sinceNs) {
        return isFlushed(awaited) ? Long.MAX_VALUE : Math.max(1, dueInNs(sinceNs));
    }

    /**
     * Sends what lingers, where that is due. The flush has no time-out: the run's monitor interrupts it where answers
     * do not come.
     *
     * @return whether it has
     */
    boolean flushIfDue(SentRecords awaited, long sinceNs) {
        if (isFlushed(awaited) || dueInNs(sinceNs) > 0) {
            return false;
        }
        flushed = awaited;
        producer.flush();
        return true;
    }

    @SuppressWarnings("ReferenceEquality") // other records are others
    private boolean isFlushed(SentRecords awaited) {
        return longest.isEmpty() || flushed == awaited;
    }

    private long dueInNs(long sinceNs) {
        return hurried ? 0 : TimeSpans.nanos(longest.orElseThrow()) - (clock.nanos() - sinceNs);
    }
}
