package org.stoatflow.bench.lane;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.stoatflow.state.ChangelogPosition;
import org.stoatflow.state.CommittedScan;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;

/**
 * Committed state in a hash table that is changed in place. So applying an epoch, which is the committer's work, makes
 * no object but the stored values that {@link StateBatch} makes. It supports only point reads of one store, which are
 * right at all times. One thread.
 */
final class TableState implements StateEngine {
    private static final int MIX = 0x9e3779b9;

    private final String store;
    private final byte[][] keys;
    private final byte[][] values;
    private final int[] partitions;
    private final Rows rows = new Rows();

    /** @param keysMax how many keys will be written at most */
    TableState(List<String> stores, int keysMax) {
        if (stores.size() != 1) {
            throw new IllegalArgumentException("one store, not " + stores);
        }
        store = stores.getFirst();
        int capacity = Integer.highestOneBit(keysMax) * 4;
        keys = new byte[capacity][];
        values = new byte[capacity][];
        partitions = new int[capacity];
    }

    private int slot(int partition, byte[] key) {
        int mask = keys.length - 1;
        int hash = (Arrays.hashCode(key) + partition) * MIX;
        int at = (hash ^ hash >>> 16) & mask;
        while (keys[at] != null && (partitions[at] != partition || !Arrays.equals(keys[at], key))) {
            at = at + 1 & mask;
        }
        return at;
    }

    @Override
    public int storeId(String name) {
        if (!name.equals(store)) {
            throw new IllegalArgumentException("no store " + name);
        }
        return 0;
    }

    @Override
    public byte @Nullable [] get(int storeId, int partition, byte[] key) {
        return values[slot(partition, key)];
    }

    @Override
    public void apply(StateBatch batch) {
        batch.writeTo(rows);
    }

    /** Puts rows into the table. */
    private final class Rows implements StateBatch.RowSink<RuntimeException> {
        @Override
        public void row(int storeId, int partition, byte[] key, byte @Nullable [] storedValue) {
            int at = slot(partition, key);
            keys[at] = key;
            partitions[at] = partition;
            values[at] = storedValue;
        }

        @Override
        public void deleteRange(int storeId, int partition, byte @Nullable [] from, byte @Nullable [] to) {
            throw new UnsupportedOperationException("point writes only");
        }
    }

    @Override
    public CommittedScan scan(
            int storeId, int partition, byte @Nullable [] from, byte @Nullable [] to, boolean forward) {
        throw new UnsupportedOperationException("point reads only");
    }

    @Override
    public long approximateEntries(int storeId, int partition) {
        throw new UnsupportedOperationException("point reads only");
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
