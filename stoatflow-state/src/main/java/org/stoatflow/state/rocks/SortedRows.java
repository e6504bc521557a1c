package org.stoatflow.state.rocks;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.stoatflow.state.PackedRows;

/**
 * The packed rows of a batch in the order that they have on disk, each once, with its last value.
 *
 * <p>Keys often begin with the same bytes, as a word or a tenant's name. So rows are sorted by the eight bytes behind
 * what all keys have in common, as a number and byte by byte, without comparisons ({@link RowSorter}). Few rows are
 * equal in these and need a look at their keys. Thread: the loader's.
 */
final class SortedRows {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private static final int TOGETHER = 64;

    private final PackedRows packed;
    private final RowSorter sorter;
    private int keyBytesMin = Integer.MAX_VALUE;
    private int keyBytesMax;
    private int valueBytesMax;

    /**
     * Takes the rows in their order.
     *
     * @param <E> what it throws
     */
    interface Sink<E extends Exception> {
        /**
         * Takes one row: its key, with store and partition, and right behind it its value.
         *
         * @param valueBytes {@link PackedRows#REMOVED} where the row is to be removed
         */
        void row(byte[] array, int keyAt, int keyBytes, int valueBytes) throws E;
    }

    SortedRows(PackedRows packed) {
        this.packed = packed;
        int common = measure();
        boolean isWhole = keyBytesMin == keyBytesMax && keyBytesMax - common <= Long.BYTES;
        sorter = new RowSorter(packed.buffers(), packed.size(), isWhole, this::compare);
        for (int row = packed.first(); row != PackedRows.NONE; row = packed.next(row)) {
            byte[] array = packed.array(row);
            int keyAt = PackedRows.keyAt(row);
            sorter.add(begin(array, keyAt + common, keyAt + PackedRows.keyBytes(array, keyAt)), row);
        }
        sorter.sort();
    }

    /** Finds the shortest and longest key, the longest value, and how many bytes all keys begin with. */
    private int measure() {
        if (packed.size() == 0) {
            return 0;
        }
        byte[] first = packed.array(packed.first());
        int firstAt = PackedRows.keyAt(packed.first());
        int common = PackedRows.keyBytes(first, firstAt);
        for (int row = packed.first(); row != PackedRows.NONE; row = packed.next(row)) {
            byte[] array = packed.array(row);
            int keyAt = PackedRows.keyAt(row);
            int keyBytes = PackedRows.keyBytes(array, keyAt);
            int differ =
                    Arrays.mismatch(first, firstAt, firstAt + common, array, keyAt, keyAt + Math.min(common, keyBytes));
            common = differ < 0 ? common : differ;
            keyBytesMin = Math.min(keyBytesMin, keyBytes);
            keyBytesMax = Math.max(keyBytesMax, keyBytes);
            valueBytesMax = Math.max(valueBytesMax, PackedRows.valueBytes(array, keyAt));
        }
        return common;
    }

    /** Eight bytes of a key; those that are not there count as the least. */
    private static long begin(byte[] array, int from, int keyEnd) {
        if (keyEnd - from >= Long.BYTES) {
            return (long) LONG.get(array, from);
        }
        long begin = 0;
        for (int at = from; at < from + Long.BYTES; at++) {
            begin = begin << Byte.SIZE | (at < keyEnd ? array[at] & 0xffL : 0);
        }
        return begin;
    }

    private int compare(int row, int other) {
        byte[] array = packed.array(row);
        int keyAt = PackedRows.keyAt(row);
        byte[] otherArray = packed.array(other);
        int otherAt = PackedRows.keyAt(other);
        return Arrays.compareUnsigned(
                array,
                keyAt,
                keyAt + PackedRows.keyBytes(array, keyAt),
                otherArray,
                otherAt,
                otherAt + PackedRows.keyBytes(otherArray, otherAt));
    }

    /**
     * Gives all rows that no later one replaces. They are anywhere in memory, so some are looked at together: then the
     * processor waits for all of them at once.
     */
    <E extends Exception> void writeTo(Sink<E> sink) throws E {
        int[] keyBytes = new int[TOGETHER];
        int[] valueBytes = new int[TOGETHER];
        for (int from = 0; from < sorter.size(); from += TOGETHER) {
            int count = Math.min(TOGETHER, sorter.size() - from);
            for (int at = 0; at < count; at++) {
                int row = sorter.row(from + at);
                byte[] array = packed.array(row);
                keyBytes[at] = PackedRows.keyBytes(array, PackedRows.keyAt(row));
                valueBytes[at] = PackedRows.valueBytes(array, PackedRows.keyAt(row));
            }
            for (int at = 0; at < count; at++) {
                int row = sorter.row(from + at);
                sink.row(packed.array(row), PackedRows.keyAt(row), keyBytes[at], valueBytes[at]);
            }
        }
    }

    /** The length of the longest key, with store and partition. */
    int keyBytesMax() {
        return keyBytesMax;
    }

    /** The length of the longest value. */
    int valueBytesMax() {
        return valueBytesMax;
    }
}
