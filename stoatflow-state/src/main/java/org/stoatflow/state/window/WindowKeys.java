package org.stoatflow.state.window;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.stoatflow.state.segment.SegmentKeys;
import org.stoatflow.state.segment.SegmentPrefix;

/**
 * The keys of window stores. In the changelog, as Kafka Streams writes it: key ‖ window start (8 bytes) ‖ sequence
 * number (4 bytes). Numbers are big-endian and not negative.
 */
enum WindowKeys implements SegmentKeys {
    /** Segment ‖ key ‖ window start ‖ sequence number: in a segment, the windows of a key are together. */
    ON_DISK(Long.BYTES + Integer.BYTES) {
        @Override
        byte[] row(long segment, byte[] key, long startMs, int sequence) {
            byte[] row = SegmentPrefix.before(segment, key, suffixBytes());
            LONG.set(row, row.length - LOGGED_SUFFIX_BYTES, startMs);
            INT.set(row, row.length - Integer.BYTES, sequence);
            return row;
        }

        @Override
        public long timeMs(byte[] row) {
            return (long) LONG.get(row, row.length - LOGGED_SUFFIX_BYTES);
        }

        @Override
        public byte[] logged(byte[] row) {
            return SegmentPrefix.following(row);
        }

        @Override
        public byte[] ofLogged(long segment, byte[] logged) {
            return SegmentPrefix.before(segment, logged, 0);
        }
    },
    /** Window start ‖ key ‖ sequence number, the order of Kafka Streams' stores in memory. Each start is a segment. */
    IN_MEMORY(Integer.BYTES) {
        @Override
        byte[] row(long segment, byte[] key, long startMs, int sequence) {
            byte[] row = SegmentPrefix.before(segment, key, suffixBytes());
            INT.set(row, row.length - Integer.BYTES, sequence);
            return row;
        }

        @Override
        public long timeMs(byte[] row) {
            return SegmentPrefix.segment(row);
        }

        @Override
        public byte[] logged(byte[] row) {
            return WindowKeys.logged(key(row), timeMs(row), (int) INT.get(row, row.length - Integer.BYTES));
        }

        @Override
        public byte[] ofLogged(long segment, byte[] logged) {
            byte[] key = Arrays.copyOf(logged, logged.length - LOGGED_SUFFIX_BYTES);
            return row(segment, key, segment, (int) INT.get(logged, logged.length - Integer.BYTES));
        }
    };

    private static final int LOGGED_SUFFIX_BYTES = Long.BYTES + Integer.BYTES;
    private static final int SEQUENCE_MAX = -1; // as unsigned

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    private final int suffixBytes;

    WindowKeys(int suffixBytes) {
        this.suffixBytes = suffixBytes;
    }

    /** How many bytes of a row follow the user's key. */
    int suffixBytes() {
        return suffixBytes;
    }

    /** The key of a row. */
    abstract byte[] row(long segment, byte[] key, long startMs, int sequence);

    /** The sequence number of a row. */
    int sequence(byte[] row) {
        return (int) INT.get(row, row.length - Integer.BYTES);
    }

    /** The key of a changelog record. */
    static byte[] logged(byte[] key, long startMs, int sequence) {
        byte[] logged = Arrays.copyOf(key, key.length + LOGGED_SUFFIX_BYTES);
        LONG.set(logged, key.length, startMs);
        INT.set(logged, key.length + Long.BYTES, sequence);
        return logged;
    }

    @Override
    public byte[] first(long segment, byte[] key, long fromMs) {
        return row(segment, key, fromMs, 0);
    }

    @Override
    public byte[] last(long segment, byte[] key, long toMs) {
        return row(segment, key, toMs, SEQUENCE_MAX);
    }

    @Override
    public byte[] from(long segment, byte[] key) {
        return SegmentPrefix.before(segment, key, 0);
    }

    @Override
    public byte[] key(byte[] row) {
        return Arrays.copyOfRange(row, SegmentPrefix.BYTES, row.length - suffixBytes);
    }

    @Override
    public int compareKey(byte[] row, byte[] key) {
        return Arrays.compareUnsigned(row, SegmentPrefix.BYTES, row.length - suffixBytes, key, 0, key.length);
    }

    @Override
    public long loggedTimeMs(byte[] logged) {
        return (long) LONG.get(SegmentPrefix.checked(logged, LOGGED_SUFFIX_BYTES), logged.length - LOGGED_SUFFIX_BYTES);
    }
}
