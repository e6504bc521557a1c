package org.stoatflow.state.overlay;

import org.jspecify.annotations.Nullable;
import org.stoatflow.state.ValueLayout;

/** The rows of an overlay in the order of scans, as they were when the cursor was made; tombstones are shown. */
public final class OverlayCursor implements RowCursor {
    private final byte[][] keys;
    private final byte[] @Nullable [] values;
    private final long[] timestamps;
    private int at = -1;

    public OverlayCursor(Overlay overlay, ValueLayout layout, int[] ascending, boolean forward) {
        int count = ascending.length;
        keys = new byte[count][];
        values = new byte[count][];
        timestamps = new long[count];
        for (int i = 0; i < count; i++) {
            int entry = ascending[forward ? i : count - 1 - i];
            keys[i] = overlay.key(entry);
            byte[] value = overlay.value(entry);
            values[i] = value == null ? null : layout.kept(value);
            timestamps[i] = layout.kept(overlay.timestamp(entry));
        }
    }

    @Override
    public boolean advance() {
        return ++at < keys.length;
    }

    @Override
    public byte[] key() {
        return keys[at];
    }

    @Override
    public byte @Nullable [] value() {
        return values[at];
    }

    @Override
    public long timestamp() {
        return timestamps[at];
    }

    @Override
    public void close() {
        at = keys.length;
    }
}
