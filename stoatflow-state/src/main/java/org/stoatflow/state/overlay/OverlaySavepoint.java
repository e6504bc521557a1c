package org.stoatflow.state.overlay;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What an overlay held before the writes that may be taken back. Reused from one savepoint to the next. Thread: the
 * lane's.
 */
final class OverlaySavepoint {
    private static final int NOTED_AT_FIRST = 4;

    private int[] entries = new int[NOTED_AT_FIRST];
    private byte[] @Nullable [] values = new byte[NOTED_AT_FIRST][];
    private long[] timestamps = new long[NOTED_AT_FIRST];
    private int noted;
    private int size;

    void begin(int overlaySize) {
        Arrays.fill(values, 0, noted, null);
        noted = 0;
        size = overlaySize;
    }

    /** Notes what an entry holds, before it is overwritten. */
    void note(int entry, byte @Nullable [] value, long timestamp) {
        if (noted == entries.length) {
            entries = Arrays.copyOf(entries, noted * 2);
            values = Arrays.copyOf(values, noted * 2);
            timestamps = Arrays.copyOf(timestamps, noted * 2);
        }
        entries[noted] = entry;
        values[noted] = value;
        timestamps[noted] = timestamp;
        noted++;
    }

    /** Number of entries when it began. */
    int size() {
        return size;
    }

    int noted() {
        return noted;
    }

    int entry(int index) {
        return entries[index];
    }

    byte @Nullable [] value(int index) {
        return values[index];
    }

    long timestamp(int index) {
        return timestamps[index];
    }
}
