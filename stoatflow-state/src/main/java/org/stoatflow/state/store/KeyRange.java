package org.stoatflow.state.store;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Bounds of scans as this module has them: from inclusive, to exclusive, null for none. */
public final class KeyRange {
    private KeyRange() {}

    /** The least key greater than this one, which makes an inclusive bound exclusive. */
    public static byte[] after(byte[] key) {
        return Arrays.copyOf(key, key.length + 1);
    }

    /** The least key greater than all with this prefix, or null where there is none. */
    public static byte @Nullable [] afterPrefix(byte[] prefix) {
        int length = prefix.length;
        while (length > 0 && prefix[length - 1] == (byte) 0xff) {
            length--;
        }
        if (length == 0) {
            return null;
        }
        byte[] next = Arrays.copyOf(prefix, length);
        next[length - 1]++;
        return next;
    }

    /** Whether the bounds are in the wrong order, so that no key is between them. */
    public static boolean isInverted(byte @Nullable [] from, byte @Nullable [] to) {
        return from != null && to != null && Arrays.compareUnsigned(from, to) >= 0;
    }
}
