package org.stoatflow.state.session;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.stoatflow.state.segment.SegmentKeys;
import org.stoatflow.state.segment.SegmentPrefix;

/**
 * The keys of session stores. In the changelog, as Kafka Streams writes it: key ‖ session end (8 bytes) ‖ session start
 * (8 bytes). Numbers are big-endian and not negative. A row's time is its session's end.
 */
enum SessionKeys implements SegmentKeys {
    /** Segment ‖ key ‖ end ‖ start: in a segment, the sessions of a key are together. */
    ON_DISK {
        @Override
        byte[] row(long segment, byte[] key, long endMs, long startMs) {
            byte[] row = SegmentPrefix.before(segment, key, LOGGED_SUFFIX_BYTES);
            LONG.set(row, row.length - LOGGED_SUFFIX_BYTES, endMs);
            LONG.set(row, row.length - Long.BYTES, startMs);
            return row;
        }

        @Override
        public byte[] first(long segment, byte[] key, long fromMs) {
            return row(segment, key, fromMs, 0);
        }

        @Override
        public byte[] last(long segment, byte[] key, long toMs) {
            return row(segment, key, toMs, Long.MAX_VALUE);
        }

        @Override
        public byte[] from(long segment, byte[] key) {
            return SegmentPrefix.before(segment, key, 0);
        }

        @Override
        public byte[] key(byte[] row) {
            return Arrays.copyOfRange(row, SegmentPrefix.BYTES, row.length - LOGGED_SUFFIX_BYTES);
        }

        @Override
        public int compareKey(byte[] row, byte[] key) {
            return Arrays.compareUnsigned(
                    row, SegmentPrefix.BYTES, row.length - LOGGED_SUFFIX_BYTES, key, 0, key.length);
        }

        @Override
        public long timeMs(byte[] row) {
            return (long) LONG.get(row, row.length - LOGGED_SUFFIX_BYTES);
        }

        @Override
        long startMs(byte[] row) {
            return (long) LONG.get(row, row.length - Long.BYTES);
        }
    },
    /**
     * End ‖ key ‖ start, the latest start first: the order of Kafka Streams' stores in memory. Each end is a segment.
     * The key is written such that a key comes before those that it is a prefix of.
     */
    IN_MEMORY {
        @Override
        byte[] row(long segment, byte[] key, long endMs, long startMs) {
            byte[] row = SegmentPrefix.before(segment, OrderedKey.of(key), Long.BYTES);
            LONG.set(row, row.length - Long.BYTES, Long.MAX_VALUE - startMs);
            return row;
        }

        @Override
        public byte[] first(long segment, byte[] key, long fromMs) {
            return row(segment, key, fromMs, Long.MAX_VALUE);
        }

        @Override
        public byte[] last(long segment, byte[] key, long toMs) {
            return row(segment, key, toMs, 0);
        }

        @Override
        public byte[] from(long segment, byte[] key) {
            return SegmentPrefix.before(segment, OrderedKey.of(key), 0);
        }

        @Override
        public byte[] key(byte[] row) {
            return OrderedKey.key(row, SegmentPrefix.BYTES, row.length - Long.BYTES);
        }

        @Override
        public int compareKey(byte[] row, byte[] key) {
            byte[] ordered = OrderedKey.of(key);
            return Arrays.compareUnsigned(
                    row, SegmentPrefix.BYTES, row.length - Long.BYTES, ordered, 0, ordered.length);
        }

        @Override
        public long timeMs(byte[] row) {
            return SegmentPrefix.segment(row);
        }

        @Override
        long startMs(byte[] row) {
            return Long.MAX_VALUE - (long) LONG.get(row, row.length - Long.BYTES);
        }
    };

    private static final int LOGGED_SUFFIX_BYTES = 2 * Long.BYTES;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    /** The key of a row. */
    abstract byte[] row(long segment, byte[] key, long endMs, long startMs);

    /** The session start in a row's key. */
    abstract long startMs(byte[] row);

    /** The key of a changelog record. */
    static byte[] logged(byte[] key, long endMs, long startMs) {
        byte[] logged = Arrays.copyOf(key, key.length + LOGGED_SUFFIX_BYTES);
        LONG.set(logged, key.length, endMs);
        LONG.set(logged, key.length + Long.BYTES, startMs);
        return logged;
    }

    @Override
    public byte[] logged(byte[] row) {
        return logged(key(row), timeMs(row), startMs(row));
    }

    @Override
    public long loggedTimeMs(byte[] logged) {
        return (long) LONG.get(SegmentPrefix.checked(logged, LOGGED_SUFFIX_BYTES), logged.length - LOGGED_SUFFIX_BYTES);
    }

    @Override
    public byte[] ofLogged(long segment, byte[] logged) {
        byte[] key = Arrays.copyOf(logged, logged.length - LOGGED_SUFFIX_BYTES);
        return row(segment, key, loggedTimeMs(logged), (long) LONG.get(logged, logged.length - Long.BYTES));
    }
}
