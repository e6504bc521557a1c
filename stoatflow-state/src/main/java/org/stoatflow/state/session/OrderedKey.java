package org.stoatflow.state.session;

import java.util.Arrays;

/**
 * A key written such that what follows it does not change the order of keys: each 0 is followed by a 1, and the end is
 * two zeros.
 */
final class OrderedKey {
    private static final byte AFTER_ZERO = 1;
    private static final int END_BYTES = 2;

    private OrderedKey() {}

    static byte[] of(byte[] key) {
        int zeros = 0;
        for (byte part : key) {
            zeros += part == 0 ? 1 : 0;
        }
        byte[] ordered = new byte[key.length + zeros + END_BYTES];
        int at = 0;
        for (byte part : key) {
            ordered[at++] = part;
            if (part == 0) {
                ordered[at++] = AFTER_ZERO;
            }
        }
        return ordered;
    }

    /** The key in bytes that {@link #of} has made, between these places. */
    static byte[] key(byte[] bytes, int from, int to) {
        byte[] key = new byte[to - from - END_BYTES];
        int length = 0;
        for (int at = from; at < to - END_BYTES; at++) {
            key[length++] = bytes[at];
            if (bytes[at] == 0) {
                at++;
            }
        }
        return Arrays.copyOf(key, length);
    }
}
