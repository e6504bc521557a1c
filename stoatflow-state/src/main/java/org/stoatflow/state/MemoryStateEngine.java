package org.stoatflow.state;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** State in memory, in a persistent tree: readers take its root and have a snapshot; an apply replaces the root. */
final class MemoryStateEngine implements StateEngine {
    private static final byte[] LEAST = new byte[0];

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
    MemoryStateEngine(final MemoryDisk disk, final Collection<String> stores, final int flag) {
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
        return RowTree.get(version().rows(), RowKey.prefix(storeId, partition), key);
    }

    @Override
    public CommittedScan scan(
            final int storeId,
            final int partition,
            final byte @Nullable [] from,
            final byte @Nullable [] to,
            final boolean forward) {
        final RowTree rows = version().rows();
        final long prefix = RowKey.prefix(storeId, partition);
        final int low = RowTree.rank(rows, prefix, from == null ? LEAST : from);
        final int high = to == null ? RowTree.rank(rows, prefix + 1, LEAST) : RowTree.rank(rows, prefix, to);
        return new MemoryScan(gate, rows, low, Math.max(low, high), forward);
    }

    @Override
    public long approximateEntries(final int storeId, final int partition) {
        return count(version().rows(), RowKey.prefix(storeId, partition));
    }

    private static int count(final @Nullable RowTree rows, final long prefix) {
        return RowTree.rank(rows, prefix + 1, LEAST) - RowTree.rank(rows, prefix, LEAST);
    }

    @Override
    public void apply(final StateBatch batch) {
        batch.use();
        synchronized (disk) {
            disk.version(applied(version(), batch));
        }
    }

    private static MemoryDisk.Version applied(final MemoryDisk.Version before, final StateBatch batch) {
        final RowTree[] rows = {before.rows()};
        batch.forEachRow((storeId, partition, key, value) -> {
            final long prefix = RowKey.prefix(storeId, partition);
            rows[0] = value == null ? RowTree.remove(rows[0], prefix, key) : RowTree.put(rows[0], prefix, key, value);
        });
        return new MemoryDisk.Version(
                rows[0],
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
            disk.version(new MemoryDisk.Version(
                    without(before.rows(), RowKey.prefix(storeId, partition)),
                    positions,
                    before.metas(),
                    before.followed(),
                    before.allCurrentAtMs()));
        }
    }

    private static @Nullable RowTree without(final @Nullable RowTree all, final long prefix) {
        RowTree rows = all;
        final int first = RowTree.rank(rows, prefix, LEAST);
        for (int left = count(rows, prefix); left > 0; left--) {
            final RowTree row = RowTree.select(rows, first);
            rows = row == null ? rows : RowTree.remove(rows, prefix, row.key);
        }
        return rows;
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
