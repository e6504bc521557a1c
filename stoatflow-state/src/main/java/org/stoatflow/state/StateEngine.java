package org.stoatflow.state;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.processor.StateStore;

/**
 * Committed state of an application: the rows of all its stores, the changelog offsets that they follow, and small rows
 * of the runtime's own.
 *
 * <p>Threads: reads from any thread, also while a batch is applied: each sees all of a batch or none of it (a scan or a
 * read; several reads may see different batches, but for those of a {@link #snapshot}). {@link #apply} and
 * {@link #wipe} may be called by several threads for different store partitions (restore), by one at a time for the
 * same one. {@link #close} waits, within a bound, for calls under way, and closes open scans and snapshots.
 *
 * <p>Values here are stored bytes: a timestamped store's row is 8 bytes of big-endian timestamp and the plain value.
 *
 * <p>Errors: {@link org.stoatflow.streams.errors.InvalidStateStoreException} after close,
 * {@link StateDiskException} where the disk fails, naming the folder.
 *
 * <p>Shared. Written by: committer; restore threads before the run; those of global stores: their thread. Read by:
 * lanes, queries. Safe: a batch is one atomic RocksDB write. A call of a query that takes several reads takes them of
 * one snapshot; a lane alone writes what it reads. Proof: OverlayProof, OverlayStress, UseGateProof, QueryMomentProof.
 */
public interface StateEngine extends AutoCloseable {
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
     * Writes a batch: all of it or nothing, also when the process is killed on the way. Of a batch that is
     * {@linkplain StateBatch#loadAsFile loaded as a file} the rows may be there without the positions.
     *
     * @param batch the batch, which is used up
     */
    void apply(StateBatch batch);

    /**
     * Whether rows of a store may be {@linkplain StateBatch#loadAsFile loaded as files}, which costs less where they
     * are many. What is not loaded so is written as any batch.
     *
     * @param storeId the store
     * @return false where batches are kept in memory, or given to a store of the user's
     */
    boolean loadsFiles(int storeId);

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
     * Removes all rows and the changelog position of a store partition, as one atomic write.
     *
     * @param storeId the store
     * @param partition the virtual partition
     */
    void wipe(int storeId, int partition);

    /**
     * Opens the stores that users have written, which are open until the engine is closed. Where a store is wholly the
     * user's, so that processors write to it and nothing can be taken back, a store that is open already is closed, and
     * another one takes its place. Under exactly-once, what such a store keeps on disk is deleted first where it may
     * not be committed, and with it all that users' stores of the same task keep there. Call it before a restore, while
     * no lane is at work.
     *
     * @param home gives the stores their contexts
     * @param partitions the virtual partitions of each store by its name
     * @throws org.stoatflow.streams.errors.StreamsException if a store cannot be opened
     */
    default void openUsers(UserStoreHome home, Map<String, List<Integer>> partitions) {}

    /**
     * A store of the user's that is written at once.
     *
     * @param storeId the store
     * @param partition the virtual partition
     * @return the store, open
     * @throws IllegalArgumentException if there is no such store
     * @throws org.stoatflow.streams.errors.InvalidStateStoreException if it is closed, or is being opened anew
     */
    default StateStore usersStore(int storeId, int partition) {
        throw new IllegalArgumentException("no store of the user's is open: storeId=" + storeId);
    }

    /**
     * A lane comes to where user code may call the stores of its partition that are written at once, and global ones.
     * They are not closed, and not opened anew, before it has left.
     *
     * @param storeIds the lane's stores that are written at once
     * @param partition the virtual partition
     * @return ends with the lane, behind its last call of user code
     */
    default UserHold enterUsers(List<Integer> storeIds, int partition) {
        return UserHold.NONE;
    }

    /**
     * Keeps the folder of the state from being given back with the close.
     *
     * @return gives it back, if the engine is closed, else with the close; to be run once
     */
    default Runnable keepFolder() {
        return () -> {};
    }

    /**
     * Tells a store that the user has written of a commit. Thread: that which writes the store.
     *
     * @param storeId the store
     * @param partition the virtual partition
     * @throws org.stoatflow.streams.errors.ProcessorStateException if the store fails
     */
    default void commitUsers(int storeId, int partition) {}

    /**
     * Notes that all is committed that processors have written to users' stores at once. It holds until
     * the next {@link #commitUsers}. Thread: the owner's, while no lane is at work.
     */
    default void settleUsers() {}

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

    /** Closes the engine and what it holds. Does nothing the second time. */
    @Override
    void close();
}
