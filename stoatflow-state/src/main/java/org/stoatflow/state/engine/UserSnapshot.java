package org.stoatflow.state.engine;

import org.jspecify.annotations.Nullable;
import org.stoatflow.state.CommittedScan;
import org.stoatflow.state.StateSnapshot;

/**
 * The rows of a user's store, read anew each time: a store that somebody has written takes no snapshots. Thread: one at
 * a time.
 */
record UserSnapshot(UserTasks tasks, int storeId) implements StateSnapshot {
    @Override
    public byte @Nullable [] get(int partition, byte[] key) {
        return tasks.required(storeId, partition).get(key);
    }

    @Override
    public CommittedScan scan(int partition, byte @Nullable [] from, byte @Nullable [] to, boolean forward) {
        return tasks.required(storeId, partition).scan(from, to, forward);
    }

    @Override
    public void close() {}
}
