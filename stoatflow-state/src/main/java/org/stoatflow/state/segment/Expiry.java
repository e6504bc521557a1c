package org.stoatflow.state.segment;

import org.stoatflow.state.overlay.RowStore;

/**
 * What of a store has expired. The greatest time that was put into a virtual partition says so, as in Kafka Streams.
 * Thread: the store's user.
 *
 * <p>Rows leave by range deletes. One that a lane writes when it seals goes by a time that it had reached, and marked,
 * when it sealed before. All lanes are through the epochs up to that mark when the delete is applied, so that no lane
 * that shares the partition is still at records of before that time.
 */
public final class Expiry {
    private static final long NONE = -1;
    private static final long NO_EPOCH = Long.MIN_VALUE;

    private final Retention retention;
    private final RowStore rows;
    private final PartitionNumbers observedMs = new PartitionNumbers(NONE);
    private final PartitionNumbers markedMs = new PartitionNumbers(NONE);
    private final PartitionNumbers firstKept = new PartitionNumbers(0);
    private long markedEpoch = NO_EPOCH;

    /**
     * Nothing has expired yet.
     *
     * @param retention what the store keeps
     * @param rows the store's rows
     */
    public Expiry(Retention retention, RowStore rows) {
        this.retention = retention;
        this.rows = rows;
    }

    /**
     * Something is put.
     *
     * @param partition the virtual partition
     * @param timeMs its time
     * @return whether the store still has a place for it
     */
    public boolean observe(int partition, long timeMs) {
        long observed = observedMs.get(partition);
        if (timeMs > observed) {
            observed = timeMs;
            observedMs.set(partition, timeMs);
        }
        return retention.segment(timeMs) >= retention.firstLive(observed);
    }

    /**
     * The first time whose rows can still be read.
     *
     * @param partition the virtual partition
     * @return the time
     */
    public long firstVisible(int partition) {
        return retention.firstVisible(observedMs.get(partition));
    }

    /**
     * Removes rows from the committed state that had expired at the mark, if all lanes are through its epoch, and then
     * sets the next mark.
     *
     * @param newestEpoch the newest epoch whose records may have been observed
     * @param doneEpoch the newest epoch that all lanes are through, with all before it
     */
    public void seal(long newestEpoch, long doneEpoch) {
        if (markedEpoch <= doneEpoch) {
            deleteExpired();
            for (int partition = 0; partition < observedMs.size(); partition++) {
                markedMs.set(partition, observedMs.get(partition));
            }
            markedEpoch = newestEpoch;
        }
    }

    private void deleteExpired() {
        for (int partition = 0; partition < markedMs.size(); partition++) {
            long live = retention.firstLive(markedMs.get(partition));
            if (live > firstKept.get(partition)) {
                // From the first row on, since rows may still have come into segments that had left.
                rows.deleteRange(partition, null, SegmentPrefix.start(live));
                firstKept.set(partition, live);
            }
        }
    }

    /** Begins a savepoint. */
    public void save() {
        observedMs.save();
    }

    /** Keeps what was observed since. */
    public void release() {
        observedMs.release();
    }

    /** Takes back what was observed since. */
    public void rollback() {
        observedMs.rollback();
    }

    /** Forgets what was observed: time begins anew, as at a start. */
    public void clear() {
        observedMs.clear();
        markedMs.clear();
        firstKept.clear();
        markedEpoch = NO_EPOCH;
    }
}
