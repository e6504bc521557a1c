package org.stoatflow.state;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.stoatflow.streams.errors.ProcessorStateException;
import org.stoatflow.topology.StoreDescription;

/**
 * How a row's stored bytes are made of the plain value, as in the changelog, and its timestamp.
 */
enum RowLayout {
    /** The plain value; the timestamp is only in the changelog. */
    PLAIN((byte) 0) {
        @Override
        byte[] stored(final byte[] plain, final long timestamp) {
            return plain;
        }

        @Override
        byte[] plain(final byte[] stored) {
            return stored;
        }

        @Override
        long timestamp(final byte[] stored) {
            return NO_TIMESTAMP;
        }

        @Override
        long kept(final long timestamp) {
            return NO_TIMESTAMP;
        }
    },
    /** The timestamp as 8 bytes big-endian, then the plain value. */
    TIMESTAMPED((byte) 1) {
        @Override
        byte[] stored(final byte[] plain, final long timestamp) {
            final byte[] stored = new byte[Long.BYTES + plain.length];
            LONG.set(stored, 0, timestamp);
            System.arraycopy(plain, 0, stored, Long.BYTES, plain.length);
            return stored;
        }

        @Override
        byte[] plain(final byte[] stored) {
            requirePrefix(stored);
            return Arrays.copyOfRange(stored, Long.BYTES, stored.length);
        }

        @Override
        long timestamp(final byte[] stored) {
            requirePrefix(stored);
            return (long) LONG.get(stored, 0);
        }

        @Override
        long kept(final long timestamp) {
            return timestamp;
        }
    };

    /** Where a row has none. */
    static final long NO_TIMESTAMP = -1;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final byte code;

    RowLayout(final byte code) {
        this.code = code;
    }

    abstract byte[] stored(byte[] plain, long timestamp);

    abstract byte[] plain(byte[] stored);

    abstract long timestamp(byte[] stored);

    /** How the layout is told on disk. */
    byte code() {
        return code;
    }

    /** What is read back of a timestamp that was written. */
    abstract long kept(long timestamp);

    static RowLayout of(final StoreDescription store) {
        return store.keepsTimestamps() ? TIMESTAMPED : PLAIN;
    }

    private static void requirePrefix(final byte[] stored) {
        if (stored.length < Long.BYTES) {
            throw new ProcessorStateException(
                    "A row of a timestamped store has " + stored.length
                            + " bytes, fewer than its timestamp: the local state is damaged; delete the state folder to restore it");
        }
    }
}
