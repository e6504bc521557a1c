package org.stoatflow.state.window;

/**
 * What a window store keeps.
 *
 * @param retentionMs for how long after its start a window can be read, in milliseconds of the times put into the store
 * @param segmentMs how much time the rows of one segment cover, in milliseconds; rows leave by whole segments
 * @param retainDuplicates whether each put adds a row, also for a key and a window that has one
 */
public record WindowSettings(long retentionMs, long segmentMs, boolean retainDuplicates) {
    /** Checks the bounds. */
    public WindowSettings {
        if (retentionMs < 0 || segmentMs < 1) {
            throw new IllegalArgumentException("retentionMs=" + retentionMs + " segmentMs=" + segmentMs);
        }
    }

    long segment(long time) {
        return time / segmentMs;
    }

    /** The first segment that still has a place for rows, once a time was observed. */
    long firstLiveSegment(long observedMs) {
        return Math.max(0, observedMs - retentionMs) / segmentMs;
    }

    /** The first window start that can still be read, once a time was observed. */
    long firstVisible(long observedMs) {
        return Math.max(0, observedMs - retentionMs + 1);
    }
}
