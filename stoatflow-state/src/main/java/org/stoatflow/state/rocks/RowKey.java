package org.stoatflow.state.rocks;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The key of a row on disk: store id (4 bytes) ‖ virtual partition (4 bytes) ‖ key, numbers big-endian, so that rows of
 * a store partition are together and in the order of their keys.
 */
final class RowKey {
    static final int PREFIX_BYTES = Long.BYTES;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private RowKey() {}

    /** What the keys of a store partition's rows begin with, as a number without a sign. */
    static long prefix(int storeId, int partition) {
        return (long) storeId << Integer.SIZE | (partition & 0xffff_ffffL);
    }

    static byte[] of(int storeId, int partition, byte[] key) {
        return of(prefix(storeId, partition), key);
    }

    /** The key of a row whose store and partition are a {@link #prefix}. */
    static byte[] of(long prefix, byte[] key) {
        byte[] row = new byte[PREFIX_BYTES + key.length];
        LONG.set(row, 0, prefix);
        System.arraycopy(key, 0, row, PREFIX_BYTES, key.length);
        return row;
    }

    /** The least row key of a store partition. */
    static byte[] first(int storeId, int partition) {
        return of(prefix(storeId, partition));
    }

    /** The least row key after a store partition. */
    static byte[] end(int storeId, int partition) {
        return of(prefix(storeId, partition) + 1);
    }

    /** The row key at which a range begins; null is no bound. */
    static byte[] low(int storeId, int partition, byte @Nullable [] from) {
        return from == null ? first(storeId, partition) : of(storeId, partition, from);
    }

    /** The row key before which a range ends; null is no bound. */
    static byte[] high(int storeId, int partition, byte @Nullable [] to) {
        return to == null ? end(storeId, partition) : of(storeId, partition, to);
    }

    private static byte[] of(long prefix) {
        byte[] row = new byte[PREFIX_BYTES];
        LONG.set(row, 0, prefix);
        return row;
    }

    /** The key in a row key. */
    static byte[] key(byte[] row) {
        return Arrays.copyOfRange(row, PREFIX_BYTES, row.length);
    }
}
