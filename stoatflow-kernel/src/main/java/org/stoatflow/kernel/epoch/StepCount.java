package org.stoatflow.kernel.epoch;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the steps of a lane or another stepped part: those that did something, and those that found nothing to do.
 *
 * <p>Threads: the stepping thread counts; any thread reads, perhaps a moment late.
 *
 * <p>Shared. Written by: the stepping thread. Read by: {@code StuckEpochDetector}. Safe: one writer, release and
 * acquire. A count of steps without work that has grown by two since a wake says that one of them began after it.
 * Proof: StepCountProof.
 */
public final class StepCount {
    private final AtomicLong worked = new AtomicLong();
    private final AtomicLong idle = new AtomicLong();

    /** Counts a step, and returns its argument. */
    public boolean count(boolean hasWorked) {
        AtomicLong counted = hasWorked ? worked : idle;
        counted.setRelease(counted.getPlain() + 1); // one writer
        return hasWorked;
    }

    /** Steps that did something. */
    public long worked() {
        return worked.getAcquire();
    }

    /** Steps that found nothing to do. */
    public long idle() {
        return idle.getAcquire();
    }
}
