package org.stoatflow.memorykafka;

/**
 * The earliest time at which something on the broker may fall due. It may be too early, never too late: a caller that
 * moves a deadline to a later time need not report it, since the next sweep finds out.
 */
final class Deadlines {
    static final long NONE = Long.MAX_VALUE;

    private long nextMs = NONE;

    void add(long dueMs) {
        nextMs = Math.min(nextMs, dueMs);
    }

    long nextMs() {
        return nextMs;
    }

    boolean isDue(long nowMs) {
        return nowMs >= nextMs;
    }

    /** Forgets all; the sweep adds again what is still ahead. */
    void clear() {
        nextMs = NONE;
    }
}
