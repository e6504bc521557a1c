package org.stoatflow.kernel.epoch;

/**
 * When things happened to an epoch, and to whom it came down in the end. Written once each: by the dispatcher when it
 * cuts, by each lane that leaves, by the thread that announces; read by the committer once the epoch is complete.
 */
public final class EpochTimings {
    /** A time that is not known. */
    public static final long NEVER = Long.MIN_VALUE;

    private volatile long cutNs = NEVER;
    private volatile long completeNs = NEVER;
    private volatile long records;
    private volatile Leaver last = Leaver.NONE;

    /**
     * Who left last. Of two that leave at the same moment, either.
     *
     * @param lane over all stages; -1 if none has left
     * @param entry for which that lane had worked last; -1 if it had for none
     */
    public record Leaver(int lane, int entry) {
        static final Leaver NONE = new Leaver(-1, -1);
    }

    /** The epoch is about to be cut, with so many source records. Dispatcher only. */
    public void onCut(long nowNs, long sourceRecords) {
        records = sourceRecords;
        cutNs = nowNs;
    }

    /** A lane is about to leave, which has worked for the entry last. */
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

    /** Source records that it holds. */
    public long records() {
        return records;
    }

    /** How long it waited, after its cut, for the last lane to leave, in nanoseconds; 0 if that is not known. */
    public long waitedNs() {
        long from = cutNs;
        long to = completeNs;
        return from == NEVER || to == NEVER ? 0 : Math.max(0, to - from);
    }

    public Leaver last() {
        return last;
    }
}
