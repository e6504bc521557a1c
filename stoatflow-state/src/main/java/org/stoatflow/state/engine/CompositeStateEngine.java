package org.stoatflow.state.engine;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.stoatflow.state.ChangelogPosition;
import org.stoatflow.state.CommittedScan;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.StoreIds;

/**
 * Persistent stores on disk and the others in memory, told apart by their numbers. A batch is written to the disk
 * first: where that fails nothing was applied, and where the process dies in between, memory is gone anyway.
 */
final class CompositeStateEngine implements StateEngine {
    private final StateEngine disk;
    private final StateEngine memory;
    private final Set<String> inMemory;

    CompositeStateEngine(final StateEngine disk, final StateEngine memory, final Set<String> inMemory) {
        this.disk = disk;
        this.memory = memory;
        this.inMemory = inMemory;
    }

    private StateEngine engine(final int storeId) {
        return StoreIds.isPersistent(storeId) ? disk : memory;
    }

    @Override
    public int storeId(final String name) {
        return inMemory.contains(name) ? memory.storeId(name) : disk.storeId(name);
    }

    @Override
    public byte @Nullable [] get(final int storeId, final int partition, final byte[] key) {
        return engine(storeId).get(storeId, partition, key);
    }

    @Override
    public CommittedScan scan(
            final int storeId,
            final int partition,
            final byte @Nullable [] from,
            final byte @Nullable [] to,
            final boolean forward) {
        return engine(storeId).scan(storeId, partition, from, to, forward);
    }

    @Override
    public long approximateEntries(final int storeId, final int partition) {
        return engine(storeId).approximateEntries(storeId, partition);
    }

    @Override
    public void apply(final StateBatch batch) {
        batch.use();
        disk.apply(batch.part(true));
        memory.apply(batch.part(false));
    }

    @Override
    public @Nullable ChangelogPosition changelogPosition(final int storeId, final int partition) {
        return engine(storeId).changelogPosition(storeId, partition);
    }

    @Override
    public byte @Nullable [] meta(final String key) {
        return disk.meta(key);
    }

    @Override
    public void wipe(final int storeId, final int partition) {
        engine(storeId).wipe(storeId, partition);
    }

    @Override
    public void close() {
        try {
            memory.close();
        } finally {
            disk.close();
        }
    }
}
