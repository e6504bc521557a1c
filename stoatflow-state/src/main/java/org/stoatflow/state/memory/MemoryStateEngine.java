package org.stoatflow.state.memory;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.stoatflow.state.ChangelogPosition;
import org.stoatflow.state.CommittedScan;
import org.stoatflow.state.ReachedTimes;
import org.stoatflow.state.Removal;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.StateSnapshot;
import org.stoatflow.state.StoreIds;
import org.stoatflow.state.StoreLoss;
import org.stoatflow.state.StorePartition;
import org.stoatflow.state.UseGate;

/** State in memory, in a persistent tree: readers take its root and have a snapshot; an apply replaces the root. */
public final class MemoryStateEngine implements StateEngine {
    private final MemoryDisk disk;
    private final StoreIds ids;
    private final ReachedTimes times = new ReachedTimes();
    private final UseGate gate = new UseGate("The in-memory state");

    /**
     * Opens the stores of a disk.
     *
     * @param disk holds the rows
     * @param stores names of the stores
     * @param flag is set in all their numbers
     */
    public MemoryStateEngine(MemoryDisk disk, Collection<String> stores, int flag) {
        this(disk, stores, flag, Removal.NONE);
    }

    /**
     * Opens the stores of a disk, without those that were removed long ago.
     *
     * @param disk holds the rows
     * @param stores names of the stores
     * @param flag is set in all their numbers
     * @param removal for how long removed stores are kept
     */
    public MemoryStateEngine(MemoryDisk disk, Collection<String> stores, int flag, Removal removal) {
        this.disk = disk;
        Map<String, Integer> numbers = new HashMap<>();
        synchronized (disk) {
            for (String store : stores) {
                numbers.put(store, disk.idOf(store, flag));
            }
            disk.version(disk.version().followedBy(Set.copyOf(numbers.values())));
            disk.settleRemoved(numbers.keySet(), removal);
        }
        ids = new StoreIds(numbers);
    }

    @Override
    public StoreLoss lossOf(int storeId) {
        return StoreLoss.NONE;
    }

    @Override
    public void requireSound() {}

    @Override
    public int storeId(String name) {
        return ids.of(name);
    }

    @Override
    public byte @Nullable [] get(int storeId, int partition, byte[] key) {
        return RowTree.get(version().rows(), RowTree.prefix(storeId, partition), key);
    }

    @Override
    public CommittedScan scan(
            int storeId, int partition, byte @Nullable [] from, byte @Nullable [] to, boolean forward) {
        return MemoryScan.of(gate, version().rows(), new StorePartition(storeId, partition), from, to, forward);
    }

    @Override
    public StateSnapshot snapshot(int storeId) {
        return new MemorySnapshot(gate, version().rows(), storeId);
    }

    @Override
    public long reachedMs(int storeId, int partition) {
        return times.of(storeId, partition);
    }

    @Override
    public long approximateEntries(int storeId, int partition) {
        RowTree rows = version().rows();
        int behind = MemoryRows.high(rows, storeId, partition, null);
        return behind - (long) MemoryRows.low(rows, storeId, partition, null);
    }

    @Override
    public void apply(StateBatch batch) {
        batch.use();
        synchronized (disk) {
            disk.version(applied(version(), batch));
        }
        times.raise(batch);
    }

    private static MemoryDisk.Version applied(MemoryDisk.Version before, StateBatch batch) {
        MemoryRows rows = new MemoryRows(before.rows());
        batch.writeTo(rows);
        return new MemoryDisk.Version(
                rows.tree(),
                merged(before.positions(), batch.positions()),
                merged(before.metas(), batch.metas()),
                before.followed(),
                batch.isAllCurrent() ? batch.nowMs() : before.allCurrentAtMs());
    }

    private static <K, V> Map<K, V> merged(Map<K, V> before, Map<K, V> changes) {
        if (changes.isEmpty()) {
            return before;
        }
        Map<K, V> merged = new HashMap<>(before);
        merged.putAll(changes);
        return merged;
    }

    @Override
    public boolean loadsFiles(int storeId) {
        return false;
    }

    @Override
    public @Nullable ChangelogPosition changelogPosition(int storeId, int partition) {
        return version().position(new StorePartition(storeId, partition));
    }

    @Override
    public byte @Nullable [] meta(String key) {
        return version().metas().get(key);
    }

    @Override
    public void wipe(int storeId, int partition) {
        times.forget(storeId, partition);
        synchronized (disk) {
            MemoryDisk.Version before = version();
            Map<StorePartition, ChangelogPosition> positions = new HashMap<>(before.positions());
            positions.remove(new StorePartition(storeId, partition));
            MemoryRows rows = new MemoryRows(before.rows());
            rows.deleteRange(storeId, partition, null, null);
            disk.version(new MemoryDisk.Version(
                    rows.tree(), positions, before.metas(), before.followed(), before.allCurrentAtMs()));
        }
    }

    private MemoryDisk.Version version() {
        gate.requireOpen();
        return disk.version();
    }

    @Override
    public void close() {
        gate.close();
    }
}
