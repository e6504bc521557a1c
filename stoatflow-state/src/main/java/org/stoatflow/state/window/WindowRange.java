package org.stoatflow.state.window;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.stoatflow.state.store.KeyRange;

/**
 * The windows that are asked for: keys, as unsigned bytes, and window starts, both bounds included.
 *
 * @param fromKey the least key, or null for no bound
 * @param toKey the greatest key, or null for no bound
 * @param fromMs the first window start, not negative
 * @param toMs the last window start
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record WindowRange(byte @Nullable [] fromKey, byte @Nullable [] toKey, long fromMs, long toMs) {
    private static final int SEQUENCE_MAX = -1; // as unsigned

    boolean isEmpty() {
        return fromMs > toMs || (fromKey != null && toKey != null && Arrays.compareUnsigned(fromKey, toKey) > 0);
    }

    /** Whether a row is asked for; between the bounds in its segment there are others, of keys that share a prefix. */
    boolean contains(byte[] row) {
        long startMs = WindowKey.startMs(row);
        return startMs >= fromMs
                && startMs <= toMs
                && (fromKey == null || WindowKey.compareKey(row, fromKey) >= 0)
                && (toKey == null || WindowKey.compareKey(row, toKey) <= 0);
    }

    /** Where the rows begin in a segment. */
    byte[] low(long segment) {
        if (fromKey == null) {
            return WindowKey.segmentStart(segment);
        }
        return Arrays.equals(fromKey, toKey)
                ? WindowKey.row(segment, fromKey, fromMs, 0)
                : WindowKey.row(segment, fromKey);
    }

    /**
     * Behind which the rows end in a segment; null for the end of all. A key that is not greater than the bound is less
     * in some byte, or a prefix of it; of each prefix the last window's row may be the greatest.
     */
    byte @Nullable [] high(long segment) {
        if (toKey == null) {
            return KeyRange.afterPrefix(WindowKey.segmentStart(segment));
        }
        byte[] greatest = WindowKey.row(segment, toKey, toMs, SEQUENCE_MAX);
        for (int length = Arrays.equals(fromKey, toKey) ? 0 : toKey.length; length > 0; length--) {
            byte[] prefix = Arrays.copyOf(toKey, length - 1);
            byte[] last = WindowKey.row(segment, prefix, toMs, SEQUENCE_MAX);
            greatest = Arrays.compareUnsigned(last, greatest) > 0 ? last : greatest;
        }
        return KeyRange.after(greatest);
    }
}
