package org.stoatflow.state.rocks;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.stoatflow.state.StateBatch;

/**
 * Collects the rows of a batch, and gives them in the order that they have on disk, each once, with its last value.
 *
 * <p>Keys often begin with the same bytes, as a word or a tenant's name. So rows are compared by the eight bytes behind
 * what all keys have in common, which are kept beside the row as a number; few pairs need a look at their keys. Thread:
 * the loader's.
 */
final class SortedRows implements StateBatch.RowSink<RuntimeException> {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final List<Row> rows = new ArrayList<>();
    private int common = Integer.MAX_VALUE; // how many bytes all keys begin with
    private int keyBytesMax;
    private int valueBytesMax;

    /** A row; {@code order} is known once all rows are. */
    static final class Row {
        final long place; // as the row's key on disk begins
        final byte[] key;
        final byte @Nullable [] value;
        private long order;

        Row(long place, byte[] key, byte @Nullable [] value) {
            this.place = place;
            this.key = key;
            this.value = value;
        }
    }

    /** The rows of a batch that removes no ranges. */
    static SortedRows of(StateBatch batch) {
        SortedRows sorted = new SortedRows();
        batch.writeTo(sorted);
        sorted.sort();
        return sorted;
    }

    @Override
    public void row(int storeId, int partition, byte[] key, byte @Nullable [] storedValue) {
        if (rows.isEmpty()) {
            common = key.length;
        } else {
            byte[] first = rows.getFirst().key;
            int differ = Arrays.mismatch(first, 0, common, key, 0, Math.min(common, key.length));
            common = differ < 0 ? common : differ;
        }
        keyBytesMax = Math.max(keyBytesMax, key.length);
        valueBytesMax = Math.max(valueBytesMax, storedValue == null ? 0 : storedValue.length);
        rows.add(new Row(RowKey.prefix(storeId, partition), key, storedValue));
    }

    @Override
    public void deleteRange(int storeId, int partition, byte @Nullable [] from, byte @Nullable [] to) {
        throw new IllegalStateException(
                "a batch that is loaded as a file removes rows of store " + storeId + ", partition " + partition);
    }

    private void sort() {
        for (Row row : rows) {
            row.order = order(row.key);
        }
        Comparator<Row> onDisk = this::compare;
        rows.sort(onDisk); // stable: the last value of a key stays the last
    }

    /** The bytes behind the common ones; those that are not there count as the least. */
    private long order(byte[] key) {
        if (key.length - common >= Long.BYTES) {
            return (long) LONG.get(key, common);
        }
        long order = 0;
        for (int at = common; at < common + Long.BYTES; at++) {
            order = order << Byte.SIZE | (at < key.length ? key[at] & 0xffL : 0);
        }
        return order;
    }

    private int compare(Row one, Row other) {
        if (one.place != other.place) {
            return Long.compareUnsigned(one.place, other.place);
        }
        return one.order != other.order
                ? Long.compareUnsigned(one.order, other.order)
                : Arrays.compareUnsigned(one.key, other.key);
    }

    /** How many rows there are, those included that a later one replaces. */
    int size() {
        return rows.size();
    }

    /** The row at an index, or null where the next one replaces it. */
    @Nullable
    Row last(int index) {
        Row row = rows.get(index);
        return index + 1 < rows.size() && compare(row, rows.get(index + 1)) == 0 ? null : row;
    }

    /** The length of the longest key, without the bytes of the place. */
    int keyBytesMax() {
        return keyBytesMax;
    }

    /** The length of the longest value. */
    int valueBytesMax() {
        return valueBytesMax;
    }
}
