package org.stoatflow.runtime.sink;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.stoatflow.config.TimeSpans;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.runtime.cluster.NoAnswerException;

/**
 * Bounds the output that lanes have handed over under at-least-once and that is not acknowledged. A lane in the middle
 * of a record that becomes a million waits here. Who sends waits for no lane, so this ends; and the committer ends the
 * run where brokers do not answer.
 *
 * <p>Threads: lanes add and wait; the committer takes off.
 */
final class OutputRoom {
    /** How long a lane waits for a committer that gets nothing done. The committer's own waits are shorter. */
    private static final long WAIT_NS = TimeSpans.nanos(Duration.ofMinutes(10));

    private final long bytesMax;
    private final Clock clock;

    /**
     * Shared. Written by: lanes add, the committer takes off. Read by: lanes. Safe: atomic sum; a lane that waits looks
     * again after each pause. Proof: SharedFieldsTest.
     */
    private final AtomicLong bytes = new AtomicLong();

    /**
     * Shared. Written by: lanes that wait. Read by: committer. Safe: atomic count; a lane wakes the committer when it
     * has counted. Proof: SharedFieldsTest.
     */
    private final AtomicInteger waiting = new AtomicInteger();

    OutputRoom(long bytesMax, Clock clock) {
        this.bytesMax = bytesMax;
        this.clock = clock;
    }

    void add(long more) {
        bytes.addAndGet(more);
    }

    void takeOff(long acknowledged) {
        bytes.addAndGet(-acknowledged);
    }

    /** Whether a lane waits. */
    boolean isAwaited() {
        return waiting.get() > 0;
    }

    /**
     * Waits until there is room.
     *
     * @param wake wakes the committer
     * @param pause waits a moment; false to wait no longer
     * @throws NoAnswerException where the committer gets nothing done for long: brokers may be away
     */
    void await(Runnable wake, BooleanSupplier pause) {
        long last = bytes.get();
        if (last < bytesMax) {
            return;
        }
        waiting.incrementAndGet();
        try {
            wake.run();
            long sinceNs = clock.nanos();
            for (long now = last; now >= bytesMax && pause.getAsBoolean(); now = bytes.get()) {
                if (now != last) {
                    last = now;
                    sinceNs = clock.nanos();
                } else if (clock.nanos() - sinceNs > WAIT_NS) {
                    throw new NoAnswerException("The committer has sent nothing for " + WAIT_NS / 1_000_000 + " ms; "
                            + now + " bytes of output wait for it");
                }
            }
        } finally {
            waiting.decrementAndGet();
        }
    }
}
