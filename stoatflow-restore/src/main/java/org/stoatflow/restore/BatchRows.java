package org.stoatflow.restore;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.stoatflow.state.RestoredRows;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateReads;

/**
 * Adds the rows of one store partition to a batch, and reads rows: what the batch has, else what is committed. The
 * first read looks through the batch once; without a read, nothing but the batch is kept. Thread: the restorer's.
 */
public final class BatchRows implements RestoredRows {
    private final StateBatch batch;
    private final StateReads committed;
    private final int storeId;
    private final int partition;
    private @Nullable Added added; // from the first read on

    /**
     * Adds rows of one store partition from now on.
     *
     * @param batch gets the rows
     * @param committed has the rows of the batches before
     * @param storeId the store
     * @param partition the virtual partition
     */
    public BatchRows(StateBatch batch, StateReads committed, int storeId, int partition) {
        this.batch = batch;
        this.committed = committed;
        this.storeId = storeId;
        this.partition = partition;
    }

    @Override
    public byte @Nullable [] get(byte[] key) {
        if (added == null) {
            added = new Added();
            batch.writeTo(added);
        }
        return added.decides(key) ? added.get(key) : committed.get(storeId, partition, key);
    }

    /** Whether rows were asked for, so that what is added is kept twice. */
    boolean isRead() {
        return added != null;
    }

    @Override
    public void put(byte[] key, byte @Nullable [] stored) {
        batch.put(storeId, partition, key, stored);
        if (added != null) {
            added.row(storeId, partition, key, stored);
        }
    }

    @Override
    public void deleteRange(byte @Nullable [] from, byte @Nullable [] to) {
        batch.deleteRange(storeId, partition, from, to);
        if (added != null) {
            added.deleteRange(storeId, partition, from, to);
        }
    }

    /** What the batch does to the rows of the store partition so far. */
    private final class Added implements StateBatch.RowSink<RuntimeException> {
        private final NavigableMap<byte[], Value> rows = new TreeMap<>(Arrays::compareUnsigned);
        private final List<Range> removed = new ArrayList<>();

        /** The last value that the batch gives to a row, null if it removes the row. */
        @SuppressWarnings("ArrayRecordComponent") // never compared
        private record Value(byte @Nullable [] stored) {}

        @SuppressWarnings("ArrayRecordComponent") // never compared
        private record Range(byte @Nullable [] from, byte @Nullable [] to) {
            boolean has(byte[] key) {
                return (from == null || Arrays.compareUnsigned(from, key) <= 0)
                        && (to == null || Arrays.compareUnsigned(key, to) < 0);
            }
        }

        boolean decides(byte[] key) {
            return rows.containsKey(key) || removed.stream().anyMatch(range -> range.has(key));
        }

        byte @Nullable [] get(byte[] key) {
            Value value = rows.get(key);
            return value == null ? null : value.stored();
        }

        @Override
        public void row(int store, int of, byte[] key, byte @Nullable [] stored) {
            if (store == storeId && of == partition) {
                rows.put(key, new Value(stored));
            }
        }

        @Override
        public void deleteRange(int store, int of, byte @Nullable [] from, byte @Nullable [] to) {
            if (store == storeId && of == partition) {
                Range range = new Range(from, to);
                rows.keySet().removeIf(range::has);
                removed.add(range);
            }
        }
    }
}
