package org.stoatflow.kernel.epoch;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How often something that is stepped has done something, and how often it has looked and found nothing to do.
 *
 * <p>Threads: the stepping one counts; any thread reads, perhaps a moment late.
 */
public final class StepCount {
    private final AtomicLong worked = new AtomicLong();
    private final AtomicLong idle = new AtomicLong();

    /** After a step; returns what it is given. */
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
