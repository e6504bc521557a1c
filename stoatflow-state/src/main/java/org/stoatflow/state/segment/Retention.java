package org.stoatflow.state.segment;

import java.util.Optional;
import org.stoatflow.config.TimeSpans;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.stores.StoreSettings;

/**
 * How long a store keeps what it is given, in the time of what is put. Rows belong to segments of that time, which are
 * numbered from 1970 on.
 *
 * @param retentionMs for how long after its time a row can be read, in milliseconds
 * @param segmentMs how much time the rows of one segment cover, in milliseconds
 * @param bySegment whether rows are taken, and leave, as long as their segment lasts, as on disk; else by their own
 *     time
 */
public record Retention(long retentionMs, long segmentMs, boolean bySegment) {
    private static final int STEPS = 8;

    /** Checks the bounds. */
    public Retention {
        if (retentionMs < 0 || segmentMs < 1) {
            throw new IllegalArgumentException("retentionMs=" + retentionMs + " segmentMs=" + segmentMs);
        }
    }

    /**
     * The retention of a store whose rows begin with their segment and leave with it: of windows or of sessions.
     *
     * @param store the store, of any kind
     * @return the retention; empty where rows do not leave by time
     */
    public static Optional<Retention> of(StoreDescription store) {
        return switch (store.settings()) {
            case StoreSettings.Window windows -> Optional.of(of(store, windows.retentionMs(), windows.segmentMs()));
            case StoreSettings.Session sessions -> Optional.of(of(store, sessions.retentionMs(), sessions.segmentMs()));
            case StoreSettings.KeyValue kept -> Optional.empty();
            case StoreSettings.Versioned versions -> Optional.empty(); // its rows begin with their key
            case StoreSettings.Waiting waiting -> Optional.empty();
            case StoreSettings.Buffer buffer -> Optional.empty();
            case StoreSettings.Own own -> Optional.empty();
        };
    }

    private static Retention of(StoreDescription store, long retentionMs, long segmentMs) {
        return store.isUsers() ? ofUsers(segmentMs) : of(store.persistent(), retentionMs, segmentMs);
    }

    /**
     * The retention of a store on disk, or of one in memory, where each point in time is a segment.
     *
     * @param persistent whether the store is on disk
     * @param retentionMs for how long after its time a row can be read
     * @param segmentMs how much time a segment on disk covers
     * @return the retention
     */
    public static Retention of(boolean persistent, long retentionMs, long segmentMs) {
        return persistent ? new Retention(retentionMs, segmentMs, true) : new Retention(retentionMs, 1, false);
    }

    /**
     * The retention of a store whose rows a user's store keeps, which decides by itself what has expired. The rows that
     * it gives are in the order of a store on disk.
     *
     * @param segmentMs how much time a segment covers, as the user's supplier says
     * @return a retention by which nothing expires
     */
    public static Retention ofUsers(long segmentMs) {
        return new Retention(Long.MAX_VALUE, Math.max(1, segmentMs), true);
    }

    /**
     * The segment of a time.
     *
     * @param timeMs the time, not negative
     * @return its segment
     */
    public long segment(long timeMs) {
        return timeMs / segmentMs;
    }

    /**
     * The first segment that still has a place for rows.
     *
     * @param observedMs the greatest time that was put, or -1
     * @return the segment
     */
    public long firstLive(long observedMs) {
        return bySegment ? Math.max(0, observedMs - retentionMs) / segmentMs : segment(firstVisible(observedMs));
    }

    /**
     * The first time whose rows can still be read. Where nothing is retained, none is, until the end of time: there is
     * no time behind it, and as in Kafka Streams, whose sum overflows, all that is on disk is shown.
     *
     * @param observedMs the greatest time that was put, or -1
     * @return the time
     */
    public long firstVisible(long observedMs) {
        if (bySegment && retentionMs == 0 && observedMs == Long.MAX_VALUE) {
            return firstStored(observedMs);
        }
        return observedMs < retentionMs ? 0 : TimeSpans.sum(observedMs - retentionMs, 1);
    }

    /**
     * Whether there still is a place for a row. Not asked by the first time that is kept, since none is behind the
     * greatest time, where a store that keeps nothing has no first time.
     *
     * @param timeMs the row's time, not negative
     * @param observedMs the greatest time that was put, or -1
     * @return whether it is kept
     */
    public boolean isKept(long timeMs, long observedMs) {
        return bySegment ? segment(timeMs) >= firstLive(observedMs) : timeMs > observedMs - retentionMs;
    }

    /**
     * The first time whose rows are still stored: in memory those that can be read, on disk those of the segments that
     * have not left.
     *
     * @param observedMs the greatest time that was put, or -1
     * @return the time
     */
    public long firstStored(long observedMs) {
        return bySegment ? firstLive(observedMs) * segmentMs : firstVisible(observedMs);
    }

    /** How many segments at least leave at once where that is work for each record, as in a restore. */
    long segmentsAtOnce() {
        return bySegment ? 1 : Math.max(1, retentionMs / STEPS);
    }
}
