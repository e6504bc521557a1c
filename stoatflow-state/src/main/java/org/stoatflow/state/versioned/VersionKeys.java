package org.stoatflow.state.versioned;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.stoatflow.state.segment.SegmentPrefix;
import org.stoatflow.streams.errors.ProcessorStateException;

/**
 * The keys of a versioned store's rows. Those of the index begin with a segment and come first. Behind them are the
 * newest versions, then the older ones; both begin with the length of the user's key, so that no key is the beginning
 * of another.
 */
final class VersionKeys {
    private static final int NEWEST = 0x8000_0000;
    private static final int OLDER = 0xc000_0000;
    private static final int LENGTH_MAX = 0x3fff_ffff;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    private VersionKeys() {}

    /** Of the row of a key's newest version. */
    static byte[] newest(byte[] key) {
        return tagged(NEWEST, key, 0);
    }

    /** Of the row of an older version. */
    static byte[] older(byte[] key, long validFrom) {
        byte[] row = tagged(OLDER, key, Long.BYTES);
        LONG.set(row, row.length - Long.BYTES, validFrom ^ Long.MIN_VALUE);
        return row;
    }

    /** Of the first row behind all versions of a key. */
    static byte[] behindOlder(byte[] key) {
        byte[] row = tagged(OLDER, key, Long.BYTES + 1);
        LONG.set(row, row.length - 1 - Long.BYTES, -1L);
        return row;
    }

    private static byte[] tagged(int tag, byte[] key, int more) {
        if (key.length > LENGTH_MAX) {
            throw new ProcessorStateException("A key of a versioned store has " + key.length + " bytes, more than "
                    + LENGTH_MAX + " that its rows have room for");
        }
        byte[] row = new byte[Integer.BYTES + key.length + more];
        INT.set(row, 0, tag | key.length);
        System.arraycopy(key, 0, row, Integer.BYTES, key.length);
        return row;
    }

    /** The user's key in that of an older row. */
    static byte[] ofOlder(byte[] older) {
        return Arrays.copyOfRange(older, Integer.BYTES, older.length - Long.BYTES);
    }

    /** When the version of an older row began. */
    static long validFrom(byte[] older) {
        return (long) LONG.get(older, older.length - Long.BYTES) ^ Long.MIN_VALUE;
    }

    /** Of the index row which says that a key has versions that end in a segment. */
    static byte[] index(long segment, byte[] key) {
        return SegmentPrefix.before(segment, key, 0);
    }

    /** The user's key in that of an index row. */
    static byte[] indexed(byte[] index) {
        return SegmentPrefix.following(index);
    }
}
