package org.stoatflow.state;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.stoatflow.streams.errors.ProcessorStateException;

/** How a row's stored bytes are made of the plain value, as in the changelog, and its timestamp. */
public enum ValueLayout {
    /** The plain value; the timestamp is only in the changelog. */
    PLAIN {
        @Override
        public byte[] stored(byte[] plain, long timestamp) {
            return plain;
        }

        @Override
        public byte[] plain(byte[] stored) {
            return stored;
        }

        @Override
        public long timestamp(byte[] stored) {
            return NO_TIMESTAMP;
        }

        @Override
        public long kept(long timestamp) {
            return NO_TIMESTAMP;
        }
    },
    /** The timestamp as 8 bytes big-endian, then the plain value. */
    TIMESTAMPED {
        @Override
        public byte[] stored(byte[] plain, long timestamp) {
            byte[] stored = new byte[Long.BYTES + plain.length];
            LONG.set(stored, 0, timestamp);
            System.arraycopy(plain, 0, stored, Long.BYTES, plain.length);
            return stored;
        }

        @Override
        public byte[] plain(byte[] stored) {
            requirePrefix(stored);
            return Arrays.copyOfRange(stored, Long.BYTES, stored.length);
        }

        @Override
        public long timestamp(byte[] stored) {
            requirePrefix(stored);
            return (long) LONG.get(stored, 0);
        }

        @Override
        public long kept(long timestamp) {
            return timestamp;
        }
    },
    /** As {@link #PLAIN}, for values that are written with headers in front, for which there is no room. */
    PLAIN_WITHOUT_HEADERS {
        @Override
        public byte[] stored(byte[] plain, long timestamp) {
            return HeaderBytes.plain(plain);
        }

        @Override
        public byte[] plain(byte[] stored) {
            return HeaderBytes.noneBefore(stored);
        }

        @Override
        public long timestamp(byte[] stored) {
            return NO_TIMESTAMP;
        }

        @Override
        public long kept(long timestamp) {
            return NO_TIMESTAMP;
        }

        @Override
        public byte[] kept(byte[] plain) {
            return HeaderBytes.emptied(plain);
        }
    },
    /** As {@link #TIMESTAMPED}, for values that are written with headers in front, for which there is no room. */
    TIMESTAMPED_WITHOUT_HEADERS {
        @Override
        public byte[] stored(byte[] plain, long timestamp) {
            return TIMESTAMPED.stored(HeaderBytes.plain(plain), timestamp);
        }

        @Override
        public byte[] plain(byte[] stored) {
            return HeaderBytes.noneBefore(TIMESTAMPED.plain(stored));
        }

        @Override
        public long timestamp(byte[] stored) {
            return TIMESTAMPED.timestamp(stored);
        }

        @Override
        public long kept(long timestamp) {
            return timestamp;
        }

        @Override
        public byte[] kept(byte[] plain) {
            return HeaderBytes.emptied(plain);
        }
    };

    /**
     * The layout of a store's rows.
     *
     * @param timestamps whether rows have room for a timestamp
     * @param dropsHeaders whether values are written with headers for which rows have no room
     * @return the layout
     */
    public static ValueLayout of(boolean timestamps, boolean dropsHeaders) {
        if (dropsHeaders) {
            return timestamps ? TIMESTAMPED_WITHOUT_HEADERS : PLAIN_WITHOUT_HEADERS;
        }
        return timestamps ? TIMESTAMPED : PLAIN;
    }

    /** Where a row has none. */
    public static final long NO_TIMESTAMP = -1;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    /**
     * Makes the stored bytes.
     *
     * @param plain the plain value
     * @param timestamp the row's timestamp
     * @return the bytes; may be the plain value itself
     */
    public abstract byte[] stored(byte[] plain, long timestamp);

    /**
     * The plain value in stored bytes.
     *
     * @param stored the stored bytes
     * @return the value; may be the stored bytes themselves
     */
    public abstract byte[] plain(byte[] stored);

    /**
     * The timestamp in stored bytes.
     *
     * @param stored the stored bytes
     * @return the timestamp, or {@link #NO_TIMESTAMP}
     */
    public abstract long timestamp(byte[] stored);

    /**
     * What is read back of a timestamp that was written.
     *
     * @param timestamp the timestamp
     * @return the same, or {@link #NO_TIMESTAMP}
     */
    public abstract long kept(long timestamp);

    /**
     * What is read back of a value that was written.
     *
     * @param plain the plain value
     * @return the same, or what the layout keeps of it
     */
    public byte[] kept(byte[] plain) {
        return plain;
    }

    private static void requirePrefix(byte[] stored) {
        if (stored.length < Long.BYTES) {
            throw new ProcessorStateException("A row of a timestamped store has " + stored.length
                    + " bytes, fewer than its timestamp: the local state is damaged;"
                    + " delete the state folder to restore it");
        }
    }
}
