package org.stoatflow.kernel.time;

/**
 * Adds up time from look to look. Where a look is late, the thread that looks was elsewhere, or the whole process was
 * held up, and what it waits for perhaps with it. So a gap counts for no more than {@link #GAP_MAX_NS}, and a process
 * that was suspended for an hour does not take the hour for silence of others. Owner: the thread that looks.
 */
public final class WatchedTime {
    /** What a longer gap between two looks counts for. */
    public static final long GAP_MAX_NS = 1_000_000_000L;

    private long totalNs;
    private long lookedNs;

    /** Begins anew, now. */
    public void begin(long nowNs) {
        totalNs = 0;
        lookedNs = nowNs;
    }

    /**
     * Looks, and adds the time since the last look.
     *
     * @return the time watched since {@link #begin}
     */
    public long look(long nowNs) {
        totalNs += Math.min(nowNs - lookedNs, GAP_MAX_NS);
        lookedNs = nowNs;
        return totalNs;
    }

    /** Looks, and adds nothing. */
    public void skip(long nowNs) {
        lookedNs = nowNs;
    }
}
