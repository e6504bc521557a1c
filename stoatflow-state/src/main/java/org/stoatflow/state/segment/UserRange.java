package org.stoatflow.state.segment;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What a scan between two row keys asks a user's store for: a time, and a key where the bounds are those of one key.
 * Rows of other keys may lie between such bounds, which nobody asks for.
 *
 * @param key the user's key, or null for all
 * @param fromMs the first time that rows may have
 * @param toMs the last one
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record UserRange(byte @Nullable [] key, long fromMs, long toMs) {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    /**
     * Reads bounds.
     *
     * @param keys what the rows' keys are like, which end with a time and something more
     * @param suffixBytes how many bytes follow the user's key
     * @param retention says how long a segment is
     * @param from the least key, or null for no bound
     * @param to the key to stop before, or null for no bound
     * @return what is asked for, or more
     */
    public static UserRange of(
            SegmentKeys keys, int suffixBytes, Retention retention, byte @Nullable [] from, byte @Nullable [] to) {
        if (from != null && to != null && to.length == from.length + 1) {
            int behindKey = from.length - suffixBytes;
            if (behindKey >= SegmentPrefix.BYTES && Arrays.mismatch(from, to) >= behindKey) {
                byte[] key = Arrays.copyOfRange(from, SegmentPrefix.BYTES, behindKey);
                long segment = SegmentPrefix.segment(from);
                long fromMs = (long) LONG.get(from, behindKey);
                long toMs = (long) LONG.get(to, behindKey);
                boolean ofOneKey = Arrays.equals(from, keys.first(segment, key, fromMs))
                        && Arrays.equals(to, 0, from.length, keys.last(segment, key, toMs), 0, from.length);
                if (ofOneKey) {
                    return new UserRange(key, fromMs, toMs);
                }
            }
        }
        return new UserRange(null, timeMs(from, retention, 0, 0), timeMs(to, retention, Long.MAX_VALUE, 1));
    }

    /**
     * The time at which the segment of a bound begins, or where {@code more} is 1, the last before the one behind it.
     */
    private static long timeMs(byte @Nullable [] bound, Retention retention, long unbound, long more) {
        if (bound == null || bound.length < SegmentPrefix.BYTES) {
            return unbound;
        }
        long segment = SegmentPrefix.segment(bound) + more;
        boolean tooLate = segment > Long.MAX_VALUE / retention.segmentMs();
        return tooLate ? Long.MAX_VALUE : segment * retention.segmentMs() - more;
    }
}
