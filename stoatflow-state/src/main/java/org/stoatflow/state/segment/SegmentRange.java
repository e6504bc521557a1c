package org.stoatflow.state.segment;

import java.util.Arrays;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.stoatflow.state.store.KeyRange;

/**
 * The rows that are asked for: keys, as unsigned bytes, and times, all bounds included.
 *
 * @param keys what the rows' keys are like
 * @param fromKey the least key, or null for no bound
 * @param toKey the greatest key, or null for no bound
 * @param fromMs the first time, not negative
 * @param toMs the last time
 * @param others what else a row's key must fulfil
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record SegmentRange(
        SegmentKeys keys,
        byte @Nullable [] fromKey,
        byte @Nullable [] toKey,
        long fromMs,
        long toMs,
        Predicate<byte[]> others) {
    boolean isEmpty() {
        return fromMs > toMs || (fromKey != null && toKey != null && Arrays.compareUnsigned(fromKey, toKey) > 0);
    }

    /** Whether a row is asked for; between the bounds in its segment there are others, of keys that share a prefix. */
    boolean contains(byte[] row) {
        long timeMs = keys.timeMs(row);
        return timeMs >= fromMs
                && timeMs <= toMs
                && (fromKey == null || keys.compareKey(row, fromKey) >= 0)
                && (toKey == null || keys.compareKey(row, toKey) <= 0)
                && others.test(row);
    }

    /** Where the rows begin in a segment. */
    byte[] low(long segment) {
        if (fromKey == null) {
            return SegmentPrefix.start(segment);
        }
        return Arrays.equals(fromKey, toKey) ? keys.first(segment, fromKey, fromMs) : keys.from(segment, fromKey);
    }

    /**
     * Behind which the rows end in a segment; null for the end of all. A key that is not greater than the bound is less
     * in some byte, or a prefix of it; of each prefix the last row may be the greatest.
     */
    byte @Nullable [] high(long segment) {
        if (toKey == null) {
            return KeyRange.afterPrefix(SegmentPrefix.start(segment));
        }
        byte[] greatest = keys.last(segment, toKey, toMs);
        for (int length = Arrays.equals(fromKey, toKey) ? 0 : toKey.length; length > 0; length--) {
            byte[] last = keys.last(segment, Arrays.copyOf(toKey, length - 1), toMs);
            greatest = Arrays.compareUnsigned(last, greatest) > 0 ? last : greatest;
        }
        return KeyRange.after(greatest);
    }
}
