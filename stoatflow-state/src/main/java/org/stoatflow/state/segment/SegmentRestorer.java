package org.stoatflow.state.segment;

import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;
import org.stoatflow.state.HeaderBytes;
import org.stoatflow.state.RestoredRows;
import org.stoatflow.state.RowRestorer;
import org.stoatflow.state.ValueLayout;

/**
 * Makes rows of the changelog of a store that forgets by time. The times of the records decide what has expired: the
 * restorer skips an expired record, and removes rows that expire as time goes on. Thread: the restorer's.
 */
public final class SegmentRestorer implements RowRestorer {
    private final Retention retention;
    private final SegmentKeys keys;
    private final ValueLayout values;
    private final boolean withHeaders;
    private long observedMs = -1;
    private long firstKept;

    /**
     * Makes a restorer that has seen nothing yet.
     *
     * @param retention what the store keeps
     * @param keys what the rows' keys are like
     * @param values how value and timestamp are stored
     * @param withHeaders whether values have headers in front
     */
    public SegmentRestorer(Retention retention, SegmentKeys keys, ValueLayout values, boolean withHeaders) {
        this.retention = retention;
        this.keys = keys;
        this.values = values;
        this.withHeaders = withHeaders;
    }

    @Override
    public void restore(byte[] key, byte @Nullable [] value, long timestamp, Headers headers, RestoredRows rows) {
        long timeMs = keys.loggedTimeMs(key);
        if (timeMs > observedMs) {
            observedMs = timeMs;
            expire(rows);
        }
        long segment = retention.segment(timeMs);
        if (retention.isKept(timeMs, observedMs)) {
            rows.put(keys.ofLogged(segment, key), value == null ? null : stored(value, timestamp, headers));
        }
    }

    private byte[] stored(byte[] value, long timestamp, Headers headers) {
        return values.stored(withHeaders ? HeaderBytes.before(headers, value) : value, timestamp);
    }

    private void expire(RestoredRows rows) {
        long live = retention.firstLive(observedMs);
        if (live - firstKept >= retention.segmentsAtOnce()) {
            rows.deleteRange(firstKept == 0 ? null : SegmentPrefix.start(firstKept), SegmentPrefix.start(live));
            firstKept = live;
        }
    }
}
