package org.stoatflow.bench.lane;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.stoatflow.state.ChangelogPosition;
import org.stoatflow.state.CommittedScan;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.StateSnapshot;
import org.stoatflow.state.StoreLoss;

/**
 * Committed state that is changed in place. Rows of stores that are only read by their keys are in a hash table, so
 * that applying an epoch, which is the committer's work, makes no object but the stored values that {@link StateBatch}
 * makes. Rows of stores whose ranges are read are in trees. One thread.
 */
final class TableState implements StateEngine {
    private final List<Kept> stores;
    private final int partitions;
    private final RowTable table = new RowTable();
    private final List<NavigableMap<byte[], byte[]>> trees;
    private final Rows rows = new Rows();

    /**
     * A store.
     *
     * @param ranges whether its ranges are read
     */
    record Kept(String name, boolean ranges) {}

    TableState(List<Kept> stores, int partitions) {
        this.stores = List.copyOf(stores);
        this.partitions = partitions;
        this.trees = Stream.generate(TableState::tree)
                .limit((long) stores.size() * partitions)
                .toList();
    }

    private static NavigableMap<byte[], byte[]> tree() {
        return new TreeMap<>(Arrays::compareUnsigned);
    }

    private int place(int storeId, int partition) {
        return storeId * partitions + partition;
    }

    @Override
    public int storeId(String name) {
        for (int id = 0; id < stores.size(); id++) {
            if (stores.get(id).name().equals(name)) {
                return id;
            }
        }
        throw new IllegalArgumentException("no store " + name);
    }

    @Override
    public StoreLoss lossOf(int storeId) {
        return StoreLoss.NONE;
    }

    @Override
    public void requireSound() {}

    @Override
    public byte @Nullable [] get(int storeId, int partition, byte[] key) {
        int place = place(storeId, partition);
        return stores.get(storeId).ranges() ? trees.get(place).get(key) : table.get(place, key);
    }

    @Override
    public void apply(StateBatch batch) {
        batch.writeTo(rows);
    }

    /** Puts rows into the table and the trees. */
    private final class Rows implements StateBatch.RowSink<RuntimeException> {
        @Override
        public void row(int storeId, int partition, byte[] key, byte @Nullable [] storedValue) {
            int place = place(storeId, partition);
            if (!stores.get(storeId).ranges()) {
                table.put(place, key, storedValue);
            } else if (storedValue == null) {
                trees.get(place).remove(key);
            } else {
                trees.get(place).put(key, storedValue);
            }
        }

        @Override
        public void deleteRange(int storeId, int partition, byte @Nullable [] from, byte @Nullable [] to) {
            if (stores.get(storeId).ranges()) {
                range(storeId, partition, from, to).clear();
            } else {
                table.remove(
                        place(storeId, partition),
                        key -> (from == null || Arrays.compareUnsigned(key, from) >= 0)
                                && (to == null || Arrays.compareUnsigned(key, to) < 0));
            }
        }
    }

    private NavigableMap<byte[], byte[]> range(
            int storeId, int partition, byte @Nullable [] from, byte @Nullable [] to) {
        if (!stores.get(storeId).ranges()) {
            throw new IllegalStateException("ranges of " + stores.get(storeId) + " are not to be read");
        }
        NavigableMap<byte[], byte[]> tree = trees.get(place(storeId, partition));
        NavigableMap<byte[], byte[]> tail = from == null ? tree : tree.tailMap(from, true);
        return to == null ? tail : tail.headMap(to, false);
    }

    @Override
    public CommittedScan scan(
            int storeId, int partition, byte @Nullable [] from, byte @Nullable [] to, boolean forward) {
        NavigableMap<byte[], byte[]> range = range(storeId, partition, from, to);
        return new TreeScan((forward ? range : range.descendingMap()).entrySet().iterator());
    }

    private static final class TreeScan implements CommittedScan {
        private final Iterator<Map.Entry<byte[], byte[]>> entries;
        private Map.@Nullable Entry<byte[], byte[]> entry;

        TreeScan(Iterator<Map.Entry<byte[], byte[]>> entries) {
            this.entries = entries;
        }

        @Override
        public boolean next() {
            entry = entries.hasNext() ? entries.next() : null;
            return entry != null;
        }

        @Override
        public byte[] key() {
            return Objects.requireNonNull(entry).getKey();
        }

        @Override
        public byte[] value() {
            return Objects.requireNonNull(entry).getValue();
        }

        @Override
        public void close() {}
    }

    @Override
    public StateSnapshot snapshot(int storeId) {
        throw new UnsupportedOperationException("nobody queries");
    }

    @Override
    public long approximateEntries(int storeId, int partition) {
        throw new UnsupportedOperationException("nobody asks");
    }

    @Override
    public boolean loadsFiles(int storeId) {
        return false;
    }

    @Override
    public @Nullable ChangelogPosition changelogPosition(int storeId, int partition) {
        return null;
    }

    @Override
    public byte @Nullable [] meta(String key) {
        return null;
    }

    @Override
    public void wipe(int storeId, int partition) {
        throw new UnsupportedOperationException("nothing is restored here");
    }

    @Override
    public void close() {}
}
