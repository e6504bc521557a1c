package org.stoatflow.state.segment;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.stoatflow.streams.errors.ProcessorStateException;

/** The first 8 bytes of a row's key: its segment, big-endian, so that a segment is one range. */
public final class SegmentPrefix {
    /** How long it is. */
    public static final int BYTES = Long.BYTES;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private SegmentPrefix() {}

    /** The segment, and what follows; room for {@code more} bytes is left behind. */
    public static byte[] before(long segment, byte[] following, int more) {
        byte[] row = new byte[BYTES + following.length + more];
        LONG.set(row, 0, segment);
        System.arraycopy(following, 0, row, BYTES, following.length);
        return row;
    }

    /** What follows the segment. */
    public static byte[] following(byte[] row) {
        return Arrays.copyOfRange(row, BYTES, row.length);
    }

    /** The segment of a row. */
    public static long segment(byte[] row) {
        return (long) LONG.get(row, 0);
    }

    /** The least key of a segment's rows. */
    public static byte[] start(long segment) {
        byte[] start = new byte[BYTES];
        LONG.set(start, 0, segment);
        return start;
    }

    /** Refuses a changelog record's key that is shorter than what follows the user's key. */
    public static byte[] checked(byte[] logged, int suffixBytes) {
        if (logged.length < suffixBytes) {
            throw new ProcessorStateException("A key of a store that forgets by time has " + logged.length
                    + " bytes, fewer than the " + suffixBytes + " of its times: its changelog was not written by such"
                    + " a store");
        }
        return logged;
    }
}
