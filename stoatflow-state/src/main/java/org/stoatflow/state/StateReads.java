package org.stoatflow.state;

import org.jspecify.annotations.Nullable;

/**
 * What is read of a state: rows, and what is kept with them. Any thread, also while a batch is applied: each read sees
 * all of a batch or none of it.
 */
public interface StateReads {
    /**
     * The number by which this engine knows a store. On disk it stays the same for as long as the store is there, and
     * no other store ever gets it.
     *
     * @param name the store's name
     * @return the number, not negative
     * @throws IllegalArgumentException if the store was not declared when the engine was opened
     */
    int storeId(String name);

    /**
     * Reads a row.
     *
     * @param storeId the store
     * @param partition the virtual partition
     * @param key the key's bytes
     * @return the stored bytes, which nobody may change, or null
     */
    byte @Nullable [] get(int storeId, int partition, byte[] key);

    /**
     * Scans rows of a store partition in the order of unsigned key bytes, as they are now.
     *
     * @param storeId the store
     * @param partition the virtual partition
     * @param from the least key, or null for no bound
     * @param to the key to stop before, or null for no bound
     * @param forward true for ascending order, false for descending
     * @return the scan, to be closed
     */
    CommittedScan scan(int storeId, int partition, byte @Nullable [] from, byte @Nullable [] to, boolean forward);

    /**
     * The rows of a store as they are now, for several reads that must not see different batches. A store that a user
     * has written takes no snapshots: each read of it sees what is there then.
     *
     * @param storeId the store
     * @return the snapshot, to be closed
     */
    StateSnapshot snapshot(int storeId);

    /**
     * About how many rows a store partition has. Exact in memory; on disk RocksDB's estimate, which may be far off for
     * few rows.
     *
     * @param storeId the store
     * @param partition the virtual partition
     * @return the number, not negative
     */
    long approximateEntries(int storeId, int partition);

    /**
     * The time that the committed puts into a store partition have reached since this engine was opened.
     *
     * @param storeId the store, of a kind that says so
     * @param partition the virtual partition
     * @return milliseconds since 1970, or {@link ReachedTimes#NONE}
     */
    default long reachedMs(int storeId, int partition) {
        return ReachedTimes.NONE;
    }

    /**
     * How far a store partition follows its changelog.
     *
     * @param storeId the store
     * @param partition the virtual partition
     * @return the position, or null where none is stored
     */
    @Nullable
    ChangelogPosition changelogPosition(int storeId, int partition);

    /**
     * Reads a small row that the runtime keeps with the state.
     *
     * @param key the row's name
     * @return its bytes, which nobody may change, or null
     */
    byte @Nullable [] meta(String key);

    /**
     * Why a store has no rows since this engine was opened, though it had some before. Its changelog has them.
     *
     * @param storeId the store
     * @return the reason
     */
    StoreLoss lossOf(int storeId);

    /**
     * Requires that no read and no write of this engine has failed for the disk. Asked before a commit: user code may
     * have caught what a store has thrown, and gone on with less than the store has.
     *
     * @throws StateDiskException the first failure
     */
    void requireSound();
}
