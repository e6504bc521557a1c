package org.stoatflow.state.versioned;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.errors.ProcessorStateException;

/**
 * What a key was from some time on, as it is in a row: 8 bytes of time, 1 byte that says whether there is a value, the
 * value.
 *
 * @param validFrom the time of the put
 * @param value the plain value; null where the key was deleted
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Version(long validFrom, byte @Nullable [] value) {
    private static final int HEADER_BYTES = Long.BYTES + 1;
    private static final byte DELETED = 0;
    private static final byte PRESENT = 1;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    static Version of(byte[] row) {
        if (row.length < HEADER_BYTES) {
            throw new ProcessorStateException("A row of a versioned store has " + row.length + " bytes, fewer than its "
                    + HEADER_BYTES + " of time and presence: the local state is damaged; delete the state folder to"
                    + " restore it");
        }
        byte[] value = row[Long.BYTES] == DELETED ? null : Arrays.copyOfRange(row, HEADER_BYTES, row.length);
        return new Version((long) LONG.get(row, 0), value);
    }

    byte[] row() {
        int length = value == null ? 0 : value.length;
        byte[] row = new byte[HEADER_BYTES + length];
        LONG.set(row, 0, validFrom);
        row[Long.BYTES] = value == null ? DELETED : PRESENT;
        if (value != null) {
            System.arraycopy(value, 0, row, HEADER_BYTES, length);
        }
        return row;
    }

    boolean isDeletion() {
        return value == null;
    }
}
