package org.stoatflow.state.versioned;

import java.util.function.IntToLongFunction;
import org.stoatflow.state.segment.PartitionNumbers;
import org.stoatflow.state.segment.Retention;

/**
 * The greatest time that was put into each virtual partition, and what has expired by it. Thread: the store's user.
 *
 * <p>What has expired is removed when the lane seals, by a time that it had reached, and marked, when it sealed before:
 * all lanes are through the epochs up to that mark, so that none is still at records of before that time.
 */
final class HistoryTime {
    private static final long NONE = -1;
    private static final long NO_EPOCH = Long.MIN_VALUE;

    /** So many index rows are looked at in a seal; the next goes on. */
    private static final int EXPIRED_AT_ONCE_MAX = 1_024;

    /** So many rows of versions are removed in a seal, whose deletions are held until it is applied. */
    static final int REMOVED_AT_ONCE_MAX = 65_536;

    private final Retention retention;
    private final IntToLongFunction committedMs;
    private final PartitionNumbers observedMs = new PartitionNumbers(NONE);
    private final PartitionNumbers markedMs = new PartitionNumbers(NONE);
    private final PartitionNumbers firstKept = new PartitionNumbers(0);
    private long markedEpoch = NO_EPOCH;
    private int next; // the partition that is looked at next for what has expired; each has its turn
    private final PartitionNumbers saidMs = new PartitionNumbers(NONE); // with rows that were sealed
    private IntToLongFunction boundMs = partition -> Long.MAX_VALUE;

    HistoryTime(Retention retention) {
        this(retention, partition -> NONE);
    }

    /** @param committedMs what committed puts of others have reached, for a user that puts nothing */
    HistoryTime(Retention retention, IntToLongFunction committedMs) {
        this.retention = retention;
        this.committedMs = committedMs;
    }

    /** Sets a time that what is hidden and removed does not go beyond. */
    void boundBy(IntToLongFunction newBoundMs) {
        boundMs = newBoundMs;
    }

    private long reachedMs(int partition) {
        long own = Math.min(observedMs.get(partition), boundMs.applyAsLong(partition));
        return Math.max(own, committedMs.applyAsLong(partition));
    }

    /** Whether a time is older than the history, so that nothing of it is put. */
    boolean isExpired(int partition, long timeMs) {
        return timeMs < observedMs.get(partition) - retention.retentionMs();
    }

    /** Whether a time is so old that nothing of it is read. */
    boolean isHidden(int partition, long timeMs) {
        return timeMs < reachedMs(partition) - retention.retentionMs();
    }

    void observe(int partition, long timeMs) {
        if (timeMs > observedMs.get(partition)) {
            observedMs.set(partition, timeMs);
        }
    }

    /** The first segment whose versions are shown. */
    long firstLive(int partition) {
        return retention.firstLive(reachedMs(partition));
    }

    /** Removes what had expired at the mark, if all lanes are through its epoch, and then sets the next mark. */
    void seal(History history, long newestEpoch, long doneEpoch) {
        tellReached(history);
        if (markedEpoch > doneEpoch) {
            return;
        }
        removeExpired(history);
        for (int partition = 0; partition < observedMs.size(); partition++) {
            markedMs.set(partition, reachedMs(partition));
        }
        markedEpoch = newestEpoch;
    }

    private void tellReached(History history) {
        for (int partition = 0; partition < observedMs.size(); partition++) {
            long timeMs = reachedMs(partition);
            if (timeMs > saidMs.get(partition)) {
                saidMs.set(partition, timeMs);
                history.reached(partition, timeMs);
            }
        }
    }

    private void removeExpired(History history) {
        int most = REMOVED_AT_ONCE_MAX;
        int partitions = markedMs.size();
        for (int looked = 0; looked < partitions && most > 0; looked++) {
            int partition = next % partitions;
            next = partition + 1;
            long live = retention.firstLive(markedMs.get(partition));
            if (live > firstKept.get(partition)) {
                History.Expired expired = history.expire(partition, live, EXPIRED_AT_ONCE_MAX, most);
                most -= expired.rows();
                if (expired.all()) {
                    firstKept.set(partition, live);
                }
            }
        }
    }

    void save() {
        observedMs.save();
    }

    void release() {
        observedMs.release();
    }

    void rollback() {
        observedMs.rollback();
    }

    void clear() {
        observedMs.clear();
        markedMs.clear();
        saidMs.clear();
        firstKept.clear();
        markedEpoch = NO_EPOCH;
    }
}
