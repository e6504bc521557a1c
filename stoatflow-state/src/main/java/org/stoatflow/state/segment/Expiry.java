package org.stoatflow.state.segment;

import java.util.function.IntToLongFunction;
import org.stoatflow.state.overlay.RowStore;
import org.stoatflow.stores.ShownRows;

/**
 * What of a store has expired. The greatest time that was put into a virtual partition says so, as in Kafka Streams.
 * Thread: the store's user.
 *
 * <p>Rows leave by range deletes. One that a lane writes when it seals goes by a time that it had reached, and marked,
 * when it sealed before. All lanes are through the epochs up to that mark when the delete is applied, so that no lane
 * that shares the partition is still at records of before that time.
 *
 * <p>Where puts come in no order, they say how far the store is, and not what its users are through with. There,
 * another time bounds that of the puts.
 *
 * <p>A lane tells how far it is with the rows that it seals. Who only reads goes by what committed puts have told.
 */
public final class Expiry {
    private static final long NONE = -1;
    private static final long NO_EPOCH = Long.MIN_VALUE;

    private final Retention retention;
    private final RowStore rows;
    private final ShownRows shown;
    private final PartitionNumbers observedMs = new PartitionNumbers(NONE);
    private final PartitionNumbers markedMs = new PartitionNumbers(NONE);
    private final PartitionNumbers firstKept = new PartitionNumbers(0);
    private final PartitionNumbers saidMs = new PartitionNumbers(NONE); // with rows that were sealed
    private final IntToLongFunction committedMs;
    private long markedEpoch = NO_EPOCH;
    private IntToLongFunction boundMs = partition -> Long.MAX_VALUE;

    /**
     * Nothing has expired yet.
     *
     * @param retention what the store keeps
     * @param rows the store's rows
     * @param shown which rows can be read
     */
    public Expiry(Retention retention, RowStore rows, ShownRows shown) {
        this.retention = retention;
        this.rows = rows;
        this.shown = shown;
        committedMs = rows.isWritable() ? partition -> NONE : rows::reachedMs;
    }

    /**
     * Sets a time that what has expired does not go beyond.
     *
     * @param newBoundMs of each virtual partition; it may rise at any time, and never falls
     */
    public void boundBy(IntToLongFunction newBoundMs) {
        boundMs = newBoundMs;
    }

    private long reachedMs(int partition) {
        long own = Math.min(observedMs.get(partition), boundMs.applyAsLong(partition));
        return Math.max(own, committedMs.applyAsLong(partition));
    }

    /**
     * Something is put.
     *
     * @param partition the virtual partition
     * @param timeMs its time
     * @return whether the store still has a place for it
     */
    public boolean observe(int partition, long timeMs) {
        if (timeMs > observedMs.get(partition)) {
            observedMs.set(partition, timeMs);
        }
        return retention.isKept(timeMs, reachedMs(partition));
    }

    /**
     * The first time whose rows can still be read.
     *
     * @param partition the virtual partition
     * @return the time
     */
    public long firstVisible(int partition) {
        long observed = reachedMs(partition);
        return switch (shown) {
            case RETAINED -> retention.firstVisible(observed);
            case RETAINED_AND_ONE_MS -> retention.firstVisible(observed - 1);
            case STORED -> retention.firstStored(observed);
        };
    }

    /**
     * Tells readers of the committed rows the time that is reached, removes rows from the committed state that had
     * expired at the mark, if all lanes are through its epoch, and then sets the next mark.
     *
     * @param newestEpoch the newest epoch whose records may have been observed
     * @param doneEpoch the newest epoch that all lanes are through, with all before it
     */
    public void seal(long newestEpoch, long doneEpoch) {
        tellReached();
        if (markedEpoch <= doneEpoch) {
            deleteExpired();
            for (int partition = 0; partition < observedMs.size(); partition++) {
                markedMs.set(partition, reachedMs(partition));
            }
            markedEpoch = newestEpoch;
        }
    }

    private void tellReached() {
        for (int partition = 0; partition < observedMs.size(); partition++) {
            long timeMs = reachedMs(partition);
            if (timeMs > saidMs.get(partition)) {
                saidMs.set(partition, timeMs);
                rows.reached(partition, timeMs);
            }
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
        saidMs.clear();
        firstKept.clear();
        markedEpoch = NO_EPOCH;
    }
}
