package org.stoatflow.kernel.epoch;

/**
 * When an epoch was cut and became complete, and which lane left it last. The dispatcher writes when it cuts, each lane
 * when it leaves, and the thread that announces the epoch; the committer reads once the epoch is complete.
 *
 * <p>Shared. Written by: dispatcher (cut), leaving lanes, the announcing thread. Read by: committer, once the epoch is
 * complete; {@code StallDetector}. Safe: volatile; who left last is one value, and of two lanes that leave at once,
 * either. Proof: SharedFieldsTest.
 */
public final class EpochTimings {
    /** Stands for a time that is not known. */
    public static final long NEVER = Long.MIN_VALUE;

    private volatile long cutNs = NEVER;
    private volatile long completeNs = NEVER;
    private volatile long records;
    private volatile Leaver last = Leaver.NONE;

    /**
     * The lane that left last. Of two lanes that leave at the same moment, either may be named.
     *
     * @param lane lane index over all stages; -1 if no lane has left
     * @param entry entry for which that lane had worked last; -1 if it had not worked
     */
    public record Leaver(int lane, int entry) {
        static final Leaver NONE = new Leaver(-1, -1);
    }

    /** The epoch is about to be cut. It holds this many source records. Dispatcher only. */
    public void onCut(long nowNs, long sourceRecords) {
        records = sourceRecords;
        cutNs = nowNs;
    }

    /** A lane is about to leave. It has worked for {@code lastEntry} last. */
    void onLeave(int lane, int entry) {
        last = new Leaver(lane, entry);
    }

    /** The epoch is complete. */
    public void onComplete(long nowNs) {
        completeNs = nowNs;
    }

    public long cutNs() {
        return cutNs;
    }

    /** Number of the epoch's source records. */
    public long records() {
        return records;
    }

    /** How long the epoch waited, after its cut, for the last lane to leave, in nanoseconds; 0 if that is not known. */
    public long waitedNs() {
        long from = cutNs;
        long to = completeNs;
        return from == NEVER || to == NEVER ? 0 : Math.max(0, to - from);
    }

    public Leaver last() {
        return last;
    }
}
