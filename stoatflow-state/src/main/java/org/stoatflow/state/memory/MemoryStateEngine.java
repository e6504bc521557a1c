package org.stoatflow.state.memory;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.stoatflow.state.ChangelogPosition;
import org.stoatflow.state.CommittedScan;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.StoreIds;
import org.stoatflow.state.StorePartition;
import org.stoatflow.state.UseGate;

/** State in memory, in a persistent tree: readers take its root and have a snapshot; an apply replaces the root. */
public final class MemoryStateEngine implements StateEngine {
    private final MemoryDisk disk;
    private final StoreIds ids;
    private final UseGate gate = new UseGate("The in-memory state");

    /**
     * Opens the stores of a disk.
     *
     * @param disk holds the rows
     * @param stores names of the stores
     * @param flag is set in all their numbers
     */
    public MemoryStateEngine(final MemoryDisk disk, final Collection<String> stores, final int flag) {
        this.disk = disk;
        final Map<String, Integer> numbers = new HashMap<>();
        synchronized (disk) {
            for (final String store : stores) {
                numbers.put(store, disk.idOf(store, flag));
            }
            disk.version(disk.version().followedBy(Set.copyOf(numbers.values())));
        }
        ids = new StoreIds(numbers);
    }

    @Override
    public int storeId(final String name) {
        return ids.of(name);
    }

    @Override
    public byte @Nullable [] get(final int storeId, final int partition, final byte[] key) {
        return RowTree.get(version().rows(), RowTree.prefix(storeId, partition), key);
    }

    @Override
    public CommittedScan scan(
            final int storeId,
            final int partition,
            final byte @Nullable [] from,
            final byte @Nullable [] to,
            final boolean forward) {
        final RowTree rows = version().rows();
        final int low = MemoryRows.low(rows, storeId, partition, from);
        final int high = MemoryRows.high(rows, storeId, partition, to);
        return new MemoryScan(gate, rows, low, Math.max(low, high), forward);
    }

    @Override
    public long approximateEntries(final int storeId, final int partition) {
        final RowTree rows = version().rows();
        final int behind = MemoryRows.high(rows, storeId, partition, null);
        return behind - (long) MemoryRows.low(rows, storeId, partition, null);
    }

    @Override
    public void apply(final StateBatch batch) {
        batch.use();
        synchronized (disk) {
            disk.version(applied(version(), batch));
        }
    }

    private static MemoryDisk.Version applied(final MemoryDisk.Version before, final StateBatch batch) {
        final MemoryRows rows = new MemoryRows(before.rows());
        batch.writeTo(rows);
        return new MemoryDisk.Version(
                rows.tree(),
                merged(before.positions(), batch.positions()),
                merged(before.metas(), batch.metas()),
                before.followed(),
                batch.isAllCurrent() ? Math.max(batch.nowMs(), before.allCurrentAtMs()) : before.allCurrentAtMs());
    }

    private static <K, V> Map<K, V> merged(final Map<K, V> before, final Map<K, V> changes) {
        if (changes.isEmpty()) {
            return before;
        }
        final Map<K, V> merged = new HashMap<>(before);
        merged.putAll(changes);
        return merged;
    }

    @Override
    public @Nullable ChangelogPosition changelogPosition(final int storeId, final int partition) {
        final MemoryDisk.Version version = version();
        final ChangelogPosition stored = version.positions().get(new StorePartition(storeId, partition));
        return stored == null ? null : stored.confirmedAt(version.allCurrentAtMs());
    }

    @Override
    public byte @Nullable [] meta(final String key) {
        return version().metas().get(key);
    }

    @Override
    public void wipe(final int storeId, final int partition) {
        synchronized (disk) {
            final MemoryDisk.Version before = version();
            final Map<StorePartition, ChangelogPosition> positions = new HashMap<>(before.positions());
            positions.remove(new StorePartition(storeId, partition));
            final MemoryRows rows = new MemoryRows(before.rows());
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
