package org.stoatflow.streams.kstream;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.stoatflow.stores.Millis;
import org.stoatflow.streams.kstream.internals.TimeWindow;

/**
 * Windows of a fixed size whose starts are the multiples of a step, since 1970. A step as long as the size gives
 * windows side by side (tumbling); a shorter one gives windows that overlap (hopping). A window has its start and has
 * not its end. Immutable.
 */
public final class TimeWindows extends Windows<TimeWindow> {
    /** How long a window is, in milliseconds. */
    public final long sizeMs;

    /** How far the start of a window is from that of the next, in milliseconds. */
    public final long advanceMs;

    private final long graceMs;

    private TimeWindows(long sizeMs, long advanceMs, long graceMs) {
        if (sizeMs <= 0) {
            throw new IllegalArgumentException("Window size (sizeMs) must be larger than zero.");
        }
        if (advanceMs <= 0 || advanceMs > sizeMs) {
            throw new IllegalArgumentException("Window advancement interval should be more than zero and less than"
                    + " window duration which is " + sizeMs + " ms, but given advancement interval is: " + advanceMs
                    + " ms");
        }
        if (graceMs < 0) {
            throw new IllegalArgumentException("Grace period must not be negative.");
        }
        this.sizeMs = sizeMs;
        this.advanceMs = advanceMs;
        this.graceMs = graceMs;
    }

    /**
     * Tumbling windows that close once the stream's time reaches their end.
     *
     * @param size how long a window is; at least one millisecond
     * @return the windows
     * @throws IllegalArgumentException if the size is null, 0, negative, or too long for milliseconds
     */
    public static TimeWindows ofSizeWithNoGrace(Duration size) throws IllegalArgumentException {
        return ofSizeAndGrace(size, Duration.ofMillis(NO_GRACE_PERIOD));
    }

    /**
     * Tumbling windows that late records change for a while after their end.
     *
     * @param size how long a window is; at least one millisecond
     * @param afterWindowEnd for how long after its end a window is open, in the stream's time
     * @return the windows
     * @throws IllegalArgumentException if the size is null, 0, negative, or too long for milliseconds, or if the grace
     *     is null, negative, or too long for milliseconds
     */
    public static TimeWindows ofSizeAndGrace(Duration size, Duration afterWindowEnd) throws IllegalArgumentException {
        long sizeMs = Millis.of(size, "size");
        return new TimeWindows(sizeMs, sizeMs, Millis.of(afterWindowEnd, "afterWindowEnd"));
    }

    /**
     * Hopping windows of the same size and grace.
     *
     * @param advance how far the start of a window is from that of the next; at least one millisecond, at most the size
     * @return the windows
     * @throws IllegalArgumentException if it is null, 0, negative, or longer than the size
     */
    public TimeWindows advanceBy(Duration advance) {
        return new TimeWindows(sizeMs, Millis.of(advance, "advance"), graceMs);
    }

    /**
     * The windows that hold a record of this time. None starts before 1970; a record of before 1970 is in none.
     *
     * @param timestamp the record's timestamp, in milliseconds since 1970
     * @return the windows by their starts, oldest first
     * @throws IllegalArgumentException if a window would end after the greatest time there is
     */
    @Override
    public Map<Long, TimeWindow> windowsFor(long timestamp) {
        Map<Long, TimeWindow> windows = new LinkedHashMap<>();
        long oldest = Math.max(0, timestamp - sizeMs + advanceMs) / advanceMs;
        for (long start = oldest * advanceMs; start <= timestamp; start += advanceMs) {
            windows.put(start, new TimeWindow(start, start + sizeMs));
        }
        return windows;
    }

    @Override
    public long size() {
        return sizeMs;
    }

    @Override
    public long gracePeriodMs() {
        return graceMs;
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof TimeWindows other
                && sizeMs == other.sizeMs
                && advanceMs == other.advanceMs
                && graceMs == other.graceMs;
    }

    @Override
    public int hashCode() {
        return Objects.hash(sizeMs, advanceMs, graceMs);
    }

    /** The comma at the beginning is there in Kafka Streams too. */
    @Override
    public String toString() {
        return "TimeWindows{, sizeMs=" + sizeMs + ", advanceMs=" + advanceMs + ", graceMs=" + graceMs + '}';
    }
}
