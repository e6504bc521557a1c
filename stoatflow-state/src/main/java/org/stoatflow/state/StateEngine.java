package org.stoatflow.state;

import java.util.Map;

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
 * <p>Shared. Written by: committer; before a run, restore threads, the dispatcher's thread and a recovery's; while
 * another instance is the owner, restore threads; those of global stores: their thread. Read by: lanes, queries. Safe:
 * a batch is one atomic RocksDB write. A call of a query that takes several reads takes them of one snapshot; a lane
 * alone writes what it reads. Proof: OverlayProof, OverlayStress, UseGateProof, QueryMomentProof.
 */
public interface StateEngine extends StateReads, StateWrites, UsersStates, AutoCloseable {
    /**
     * Keeps the folder of the state from being given back with the close.
     *
     * @return gives it back, if the engine is closed, else with the close; to be run once
     */
    default Runnable keepFolder() {
        return () -> {};
    }

    /**
     * What the state tells of itself. Any thread, now and then: this takes up to a millisecond.
     *
     * @return nothing where rows are kept in memory, and after a close
     */
    default Map<StateMetric, Double> metrics() {
        return Map.of();
    }

    /** Closes the engine and what it holds. Does nothing the second time. */
    @Override
    void close();
}
