package org.stoatflow.state;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Many single rows of one store partition in few large arrays, in the order in which they came. A row as objects would
 * take half as much memory again, and would be copied by each garbage collection until it is on disk.
 *
 * <p>A row is found by a number that grows from row to row: the array in its upper bits, where it begins there in the
 * others. There it is the length of the key, that of the value ({@link #REMOVED} for none), and then, as on disk,
 * store, partition, key and value. Thread: one at a time.
 */
public final class PackedRows {
    /** The length of a value that is not there: the row is to be removed. */
    public static final int REMOVED = -1;

    /** How many bytes of a key the store and the partition take. */
    public static final int PLACE_BYTES = Long.BYTES;

    /** The row behind the last one. */
    public static final int NONE = -1;

    private static final int ARRAY_BYTES = RowBuffers.ARRAY_BYTES;
    private static final int ARRAY_BITS = Integer.numberOfTrailingZeros(ARRAY_BYTES);
    private static final int FIRST_ARRAY_BYTES = 1 << 10;
    private static final int ARRAYS_MAX = 1 << Integer.SIZE - 1 - ARRAY_BITS;
    /** What a row takes beside its bytes: to be sorted, twice begin and number. */
    private static final int ROW_BYTES = 2 * (Long.BYTES + Integer.BYTES);

    private static final int VALUE_LENGTH_AT = Integer.BYTES;
    private static final int KEY_AT = 2 * Integer.BYTES;
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    private final int storeId;
    private final int partition;
    private final RowBuffers buffers;
    private final List<byte[]> arrays = new ArrayList<>();
    private byte[] array = {}; // the last one
    private int[] ends = new int[16]; // of the rows of each array
    private int end; // of those of the last one
    private int size;
    private long arrayBytes; // of all arrays, also behind their last rows

    PackedRows(int storeId, int partition, RowBuffers buffers) {
        this.storeId = storeId;
        this.partition = partition;
        this.buffers = buffers;
    }

    boolean isOf(int store, int itsPartition) {
        return store == storeId && itsPartition == partition;
    }

    int storeId() {
        return storeId;
    }

    void add(byte[] key, byte @Nullable [] value) {
        int valueBytes = value == null ? 0 : value.length;
        int row = room(Math.toIntExact((long) KEY_AT + PLACE_BYTES + key.length + valueBytes));
        int at = row & ARRAY_BYTES - 1;
        INT.set(array, at, PLACE_BYTES + key.length);
        INT.set(array, at + VALUE_LENGTH_AT, value == null ? REMOVED : valueBytes);
        INT.set(array, at + KEY_AT, storeId);
        INT.set(array, at + KEY_AT + Integer.BYTES, partition);
        int keyAt = at + KEY_AT + PLACE_BYTES;
        System.arraycopy(key, 0, array, keyAt, key.length);
        if (value != null) {
            System.arraycopy(value, 0, array, keyAt + key.length, valueBytes);
        }
        size++;
    }

    /** Takes room behind the last row, or in a new array; a row that is longer than an array has one of its own. */
    private int room(int rowBytes) {
        if (array.length - end < rowBytes) {
            if (arrays.size() == ARRAYS_MAX) {
                throw new IllegalStateException("a batch has more than " + size + " rows of " + bytes() + " bytes");
            }
            if (!arrays.isEmpty()) {
                ends[arrays.size() - 1] = end;
            }
            array = newArray(rowBytes);
            arrays.add(array);
            if (arrays.size() > ends.length) {
                ends = Arrays.copyOf(ends, 2 * ends.length);
            }
            arrayBytes += array.length;
            end = 0;
        }
        int row = arrays.size() - 1 << ARRAY_BITS | end;
        end += rowBytes;
        return row;
    }

    /** The first arrays are short, as most batches are. */
    private byte[] newArray(int rowBytes) {
        int length = Math.max(Math.clamp(2L * array.length, FIRST_ARRAY_BYTES, ARRAY_BYTES), rowBytes);
        return length == ARRAY_BYTES ? buffers.take() : new byte[length];
    }

    /** How many rows there are, those included that a later one replaces. */
    public int size() {
        return size;
    }

    /** How much memory they take until they are on disk, sorted before, in bytes. */
    public long bytes() {
        return arrayBytes + (long) size * ROW_BYTES;
    }

    /** The number by which the first row is found; {@link #NONE} where there is none. */
    public int first() {
        return size == 0 ? NONE : 0;
    }

    /** The row that came behind another one; {@link #NONE} behind the last one. */
    public int next(int row) {
        int index = row >>> ARRAY_BITS;
        byte[] from = arrays.get(index);
        int keyAt = keyAt(row);
        int next = keyAt + keyBytes(from, keyAt) + Math.max(0, valueBytes(from, keyAt));
        boolean isLastArray = index == arrays.size() - 1;
        if (next < (isLastArray ? end : ends[index])) {
            return index << ARRAY_BITS | next;
        }
        return isLastArray ? NONE : index + 1 << ARRAY_BITS;
    }

    /** What rows are sorted in. */
    public RowBuffers buffers() {
        return buffers;
    }

    /** Gives the memory back; there are no rows any more. */
    void release() {
        buffers.giveBack(arrays);
        arrays.clear();
        array = new byte[0];
        end = 0;
        size = 0;
        arrayBytes = 0;
    }

    /** The array that has a row. */
    public byte[] array(int row) {
        return arrays.get(row >>> ARRAY_BITS);
    }

    /** Where the key of a row begins in its array, with store and partition. The value is right behind it. */
    public static int keyAt(int row) {
        return (row & ARRAY_BYTES - 1) + KEY_AT;
    }

    /** The length of a key, store and partition included. */
    public static int keyBytes(byte[] array, int keyAt) {
        return (int) INT.get(array, keyAt - KEY_AT);
    }

    /** The length of a value, or {@link #REMOVED}. */
    public static int valueBytes(byte[] array, int keyAt) {
        return (int) INT.get(array, keyAt - KEY_AT + VALUE_LENGTH_AT);
    }

    <E extends Exception> void writeTo(StateBatch.RowSink<E> sink) throws E {
        for (int row = first(); row != NONE; row = next(row)) {
            byte[] from = array(row);
            int keyAt = keyAt(row);
            int keyEnd = keyAt + keyBytes(from, keyAt);
            int valueBytes = valueBytes(from, keyAt);
            sink.row(
                    storeId,
                    partition,
                    Arrays.copyOfRange(from, keyAt + PLACE_BYTES, keyEnd),
                    valueBytes == REMOVED ? null : Arrays.copyOfRange(from, keyEnd, keyEnd + valueBytes));
        }
    }
}
