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

    private static final int ARRAY_BITS = 18;
    private static final int ARRAY_BYTES = 1 << ARRAY_BITS;
    private static final int FIRST_ARRAY_BYTES = 1 << 10;
    private static final int ARRAYS_MAX = 1 << Integer.SIZE - 1 - ARRAY_BITS;
    /** What a row takes beside its bytes: its number, in a list that doubles; to be sorted, twice begin and number. */
    private static final int ROW_BYTES = 2 * Integer.BYTES + 2 * (Long.BYTES + Integer.BYTES);

    private static final int VALUE_LENGTH_AT = Integer.BYTES;
    private static final int KEY_AT = 2 * Integer.BYTES;
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    private final int storeId;
    private final int partition;
    private final List<byte[]> arrays = new ArrayList<>();
    private byte[] array = {}; // the last one
    private int end; // of its rows
    private int[] found = new int[16]; // the number of each row
    private int size;
    private long arrayBytes; // of all arrays, also behind their last rows

    PackedRows(int storeId, int partition) {
        this.storeId = storeId;
        this.partition = partition;
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
        if (size == found.length) {
            found = Arrays.copyOf(found, 2 * size);
        }
        found[size++] = row;
    }

    /** Takes room behind the last row, or in a new array; a row that is longer than an array has one of its own. */
    private int room(int rowBytes) {
        if (array.length - end < rowBytes) {
            if (arrays.size() == ARRAYS_MAX) {
                throw new IllegalStateException("a batch has more than " + size + " rows of " + bytes() + " bytes");
            }
            array = new byte[Math.max(Math.clamp(2L * array.length, FIRST_ARRAY_BYTES, ARRAY_BYTES), rowBytes)];
            arrays.add(array);
            arrayBytes += array.length;
            end = 0;
        }
        int row = arrays.size() - 1 << ARRAY_BITS | end;
        end += rowBytes;
        return row;
    }

    /** How many rows there are, those included that a later one replaces. */
    public int size() {
        return size;
    }

    /** How much memory they take until they are on disk, sorted before, in bytes. */
    public long bytes() {
        return arrayBytes + (long) size * ROW_BYTES;
    }

    /** The number by which a row is found. */
    public int row(int index) {
        return found[index];
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
        for (int index = 0; index < size; index++) {
            byte[] from = array(found[index]);
            int keyAt = keyAt(found[index]);
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
