package org.stoatflow.config;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts what happens again and again, and says which times are worth a line in the log: the 1st, 10th, 100th and so
 * on, so that whoever brings it about cannot flood the log. Safe for use by any thread.
 */
public final class Repeats {
    private static final int TIMES = 10;

    private final AtomicLong count = new AtomicLong();

    /** Begins to count. */
    public Repeats() {}

    /**
     * Counts one more.
     *
     * @return how many there were, if that is worth a line; else 0
     */
    public long next() {
        long now = count.incrementAndGet();
        return isPowerOfTen(now) ? now : 0;
    }

    private static boolean isPowerOfTen(long number) {
        long rest = number;
        while (rest % TIMES == 0) {
            rest /= TIMES;
        }
        return rest == 1;
    }
}
