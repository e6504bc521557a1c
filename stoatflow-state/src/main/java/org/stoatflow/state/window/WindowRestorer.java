package org.stoatflow.state.window;

import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;
import org.stoatflow.state.RestoredRows;
import org.stoatflow.state.RowRestorer;
import org.stoatflow.state.ValueLayout;

/**
 * Makes rows of a window store's changelog. The times of the records decide what has expired: the restorer skips an
 * expired record, and removes rows that expire as time goes on. Thread: the restorer's.
 */
final class WindowRestorer implements RowRestorer {
    private final WindowSettings windows;
    private final ValueLayout values;
    private long observedMs = -1;
    private long firstLive;

    WindowRestorer(WindowSettings windows, ValueLayout values) {
        this.windows = windows;
        this.values = values;
    }

    @Override
    public void restore(byte[] key, byte @Nullable [] value, long timestamp, Headers headers, RestoredRows rows) {
        long startMs = WindowKey.startMs(key);
        if (startMs > observedMs) {
            observedMs = startMs;
            expire(rows);
        }
        long segment = windows.segment(startMs);
        if (segment >= firstLive) {
            rows.put(WindowKey.row(segment, key), value == null ? null : values.stored(value, timestamp));
        }
    }

    private void expire(RestoredRows rows) {
        long live = windows.firstLiveSegment(observedMs);
        if (live > firstLive) {
            rows.deleteRange(firstLive == 0 ? null : WindowKey.segmentStart(firstLive), WindowKey.segmentStart(live));
            firstLive = live;
        }
    }
}
