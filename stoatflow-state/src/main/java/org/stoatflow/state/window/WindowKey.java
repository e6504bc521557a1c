package org.stoatflow.state.window;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.stoatflow.streams.errors.ProcessorStateException;

/**
 * The keys of a window store. In the changelog, as Kafka Streams writes it: key ‖ window start (8 bytes) ‖ sequence
 * number (4 bytes). In rows there are 8 bytes of segment before that, so that a segment is one range. Numbers are
 * big-endian and not negative.
 */
final class WindowKey {
    private static final int SEGMENT_BYTES = Long.BYTES;
    private static final int SUFFIX_BYTES = Long.BYTES + Integer.BYTES;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    private WindowKey() {}

    /** The key of a changelog record. */
    static byte[] logged(byte[] key, long startMs, int sequence) {
        byte[] logged = Arrays.copyOf(key, key.length + SUFFIX_BYTES);
        LONG.set(logged, key.length, startMs);
        INT.set(logged, key.length + Long.BYTES, sequence);
        return logged;
    }

    /** The key of a row. */
    static byte[] row(long segment, byte[] key, long startMs, int sequence) {
        byte[] row = new byte[SEGMENT_BYTES + key.length + SUFFIX_BYTES];
        LONG.set(row, 0, segment);
        System.arraycopy(key, 0, row, SEGMENT_BYTES, key.length);
        LONG.set(row, SEGMENT_BYTES + key.length, startMs);
        INT.set(row, SEGMENT_BYTES + key.length + Long.BYTES, sequence);
        return row;
    }

    /** The key of the row of a changelog record; or, of a part of such a key, the part of the row's. */
    static byte[] row(long segment, byte[] logged) {
        byte[] row = new byte[SEGMENT_BYTES + logged.length];
        LONG.set(row, 0, segment);
        System.arraycopy(logged, 0, row, SEGMENT_BYTES, logged.length);
        return row;
    }

    /** The key of the changelog record of a row. */
    static byte[] loggedOfRow(byte[] row) {
        return Arrays.copyOfRange(row, SEGMENT_BYTES, row.length);
    }

    /** The least key of a segment's rows. */
    static byte[] segmentStart(long segment) {
        byte[] start = new byte[SEGMENT_BYTES];
        LONG.set(start, 0, segment);
        return start;
    }

    static long segment(byte[] row) {
        return (long) LONG.get(row, 0);
    }

    /** The window start in a row's key, or in a changelog record's. */
    static long startMs(byte[] rowOrLogged) {
        if (rowOrLogged.length < SUFFIX_BYTES) {
            throw new ProcessorStateException("A key of a window store has " + rowOrLogged.length
                    + " bytes, fewer than its window start and sequence number: its changelog was"
                    + " not written by a window store");
        }
        return (long) LONG.get(rowOrLogged, rowOrLogged.length - SUFFIX_BYTES);
    }

    /** The key in a row's key. */
    static byte[] key(byte[] row) {
        return Arrays.copyOfRange(row, SEGMENT_BYTES, row.length - SUFFIX_BYTES);
    }

    /** Compares the key in a row's key with another, as unsigned bytes. */
    static int compareKey(byte[] row, byte[] key) {
        return Arrays.compareUnsigned(row, SEGMENT_BYTES, row.length - SUFFIX_BYTES, key, 0, key.length);
    }
}
