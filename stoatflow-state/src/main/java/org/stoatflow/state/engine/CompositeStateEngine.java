package org.stoatflow.state.engine;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.stoatflow.state.ChangelogPosition;
import org.stoatflow.state.CommittedScan;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.StateMetric;
import org.stoatflow.state.StateSnapshot;
import org.stoatflow.state.StoreIds;
import org.stoatflow.state.StoreLoss;

/**
 * Persistent stores on disk and the others in memory, told apart by their numbers. A batch is written to the disk
 * first. Where that write fails, nothing was applied; where the process dies before the second write, the rows in
 * memory are lost anyway.
 */
final class CompositeStateEngine implements StateEngine {
    private final StateEngine disk;
    private final StateEngine memory;
    private final Set<String> inMemory;

    CompositeStateEngine(StateEngine disk, StateEngine memory, Set<String> inMemory) {
        this.disk = disk;
        this.memory = memory;
        this.inMemory = inMemory;
    }

    private StateEngine engine(int storeId) {
        return StoreIds.isPersistent(storeId) ? disk : memory;
    }

    @Override
    public StoreLoss lossOf(int storeId) {
        return engine(storeId).lossOf(storeId);
    }

    @Override
    public Runnable keepFolder() {
        return disk.keepFolder();
    }

    @Override
    public Map<StateMetric, Double> metrics() {
        return disk.metrics();
    }

    @Override
    public void requireSound() {
        disk.requireSound();
    }

    @Override
    public int storeId(String name) {
        return inMemory.contains(name) ? memory.storeId(name) : disk.storeId(name);
    }

    @Override
    public byte @Nullable [] get(int storeId, int partition, byte[] key) {
        return engine(storeId).get(storeId, partition, key);
    }

    @Override
    public CommittedScan scan(
            int storeId, int partition, byte @Nullable [] from, byte @Nullable [] to, boolean forward) {
        return engine(storeId).scan(storeId, partition, from, to, forward);
    }

    @Override
    public StateSnapshot snapshot(int storeId) {
        return engine(storeId).snapshot(storeId);
    }

    @Override
    public long reachedMs(int storeId, int partition) {
        return engine(storeId).reachedMs(storeId, partition);
    }

    @Override
    public long approximateEntries(int storeId, int partition) {
        return engine(storeId).approximateEntries(storeId, partition);
    }

    @Override
    public void apply(StateBatch batch) {
        batch.use();
        disk.apply(batch.part(StoreIds::isPersistent, true));
        memory.apply(batch.part(store -> !StoreIds.isPersistent(store), false));
    }

    @Override
    public boolean loadsFiles(int storeId) {
        return engine(storeId).loadsFiles(storeId);
    }

    @Override
    public @Nullable ChangelogPosition changelogPosition(int storeId, int partition) {
        return engine(storeId).changelogPosition(storeId, partition);
    }

    @Override
    public byte @Nullable [] meta(String key) {
        return disk.meta(key);
    }

    @Override
    public void wipe(int storeId, int partition) {
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
