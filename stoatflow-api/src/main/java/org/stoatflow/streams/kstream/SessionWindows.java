package org.stoatflow.streams.kstream;

import java.time.Duration;
import java.util.Objects;
import org.stoatflow.stores.Millis;

/**
 * Windows without a fixed size: a record of a key is in the session of the records that are no further from it than a
 * gap, before or after. A record that lies between two sessions and near to both merges them. A session has its start
 * and its end, which are those of its first and its last record. Immutable.
 */
public final class SessionWindows {
    private final long gapMs;
    private final long graceMs;

    private SessionWindows(long gapMs, long graceMs) {
        if (gapMs < 0) {
            throw new IllegalArgumentException("Gap time cannot be negative.");
        }
        if (graceMs < 0) {
            throw new IllegalArgumentException("Grace period cannot be negative.");
        }
        this.gapMs = gapMs;
        this.graceMs = graceMs;
    }

    /**
     * Sessions that close once the stream's time has passed their end by the gap.
     *
     * @param inactivityGap how long no record may come within a session
     * @return the windows
     * @throws IllegalArgumentException if it is null, negative, or too long for milliseconds
     */
    public static SessionWindows ofInactivityGapWithNoGrace(Duration inactivityGap) {
        return ofInactivityGapAndGrace(inactivityGap, Duration.ofMillis(Windows.NO_GRACE_PERIOD));
    }

    /**
     * Sessions that late records change for a while after the gap.
     *
     * @param inactivityGap how long no record may come within a session
     * @param afterWindowEnd for how long after its end and the gap a session is open, in the stream's time
     * @return the windows
     * @throws IllegalArgumentException if one of both is null, negative, or too long for milliseconds
     */
    public static SessionWindows ofInactivityGapAndGrace(Duration inactivityGap, Duration afterWindowEnd) {
        long gapMs = Millis.of(inactivityGap, "inactivityGap");
        return new SessionWindows(gapMs, Millis.of(afterWindowEnd, "afterWindowEnd"));
    }

    /**
     * For how long after a session's end and the gap, in the stream's time, late records still change it. Later ones
     * are dropped.
     *
     * @return milliseconds
     */
    public long gracePeriodMs() {
        return graceMs;
    }

    /**
     * How long no record may come within a session.
     *
     * @return milliseconds
     */
    public long inactivityGap() {
        return gapMs;
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof SessionWindows other && gapMs == other.gapMs && graceMs == other.graceMs;
    }

    @Override
    public int hashCode() {
        return Objects.hash(gapMs, graceMs);
    }

    @Override
    public String toString() {
        return "SessionWindows{gapMs=" + gapMs + ", graceMs=" + graceMs + '}';
    }
}
