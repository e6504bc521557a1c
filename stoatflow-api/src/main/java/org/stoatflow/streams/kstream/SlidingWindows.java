package org.stoatflow.streams.kstream;

import java.time.Duration;
import java.util.Objects;
import org.stoatflow.stores.Millis;

/**
 * Windows of a fixed size that lie where the records are: there is one for each set of records of a key that are no
 * further from each other than a time difference. Both its start and its end are in a window. Immutable.
 */
public final class SlidingWindows {
    private final long timeDifferenceMs;
    private final long graceMs;

    private SlidingWindows(long timeDifferenceMs, long graceMs) {
        if (timeDifferenceMs < 0) {
            throw new IllegalArgumentException("Window time difference must not be negative.");
        }
        if (graceMs < 0) {
            throw new IllegalArgumentException("Window grace period must not be negative.");
        }
        this.timeDifferenceMs = timeDifferenceMs;
        this.graceMs = graceMs;
    }

    /**
     * Windows that close once the stream's time has passed their end.
     *
     * @param timeDifference how far the oldest and the newest record of a window may be from each other
     * @return the windows
     * @throws IllegalArgumentException if it is null, negative, or too long for milliseconds
     */
    public static SlidingWindows ofTimeDifferenceWithNoGrace(Duration timeDifference) throws IllegalArgumentException {
        return ofTimeDifferenceAndGrace(timeDifference, Duration.ofMillis(Windows.NO_GRACE_PERIOD));
    }

    /**
     * Windows that late records change for a while after their end.
     *
     * @param timeDifference how far the oldest and the newest record of a window may be from each other
     * @param afterWindowEnd for how long after its end a window is open, in the stream's time
     * @return the windows
     * @throws IllegalArgumentException if one of both is null, negative, or too long for milliseconds
     */
    public static SlidingWindows ofTimeDifferenceAndGrace(Duration timeDifference, Duration afterWindowEnd)
            throws IllegalArgumentException {
        long timeDifferenceMs = Millis.of(timeDifference, "timeDifference");
        return new SlidingWindows(timeDifferenceMs, Millis.of(afterWindowEnd, "afterWindowEnd"));
    }

    /**
     * How far the oldest and the newest record of a window may be from each other.
     *
     * @return milliseconds
     */
    public long timeDifferenceMs() {
        return timeDifferenceMs;
    }

    /**
     * For how long after a window's end, in the stream's time, late records still change it. Later ones are dropped.
     *
     * @return milliseconds
     */
    public long gracePeriodMs() {
        return graceMs;
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof SlidingWindows other
                && timeDifferenceMs == other.timeDifferenceMs
                && graceMs == other.graceMs;
    }

    @Override
    public int hashCode() {
        return Objects.hash(timeDifferenceMs, graceMs);
    }

    /** The comma at the beginning and the name of the size are so in Kafka Streams too. */
    @Override
    public String toString() {
        return "SlidingWindows{, sizeMs=" + timeDifferenceMs + ", graceMs=" + graceMs + '}';
    }
}
