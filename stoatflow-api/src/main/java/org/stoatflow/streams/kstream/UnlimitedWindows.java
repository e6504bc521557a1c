package org.stoatflow.streams.kstream;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.stoatflow.stores.Millis;
import org.stoatflow.streams.kstream.internals.UnlimitedWindow;

/** One window that begins at a time and has no end. Records from before its start are in none. Immutable. */
public final class UnlimitedWindows extends Windows<UnlimitedWindow> {
    /** The start of the window, in milliseconds since 1970. */
    public final long startMs;

    private UnlimitedWindows(long startMs) {
        this.startMs = startMs;
    }

    /**
     * The window that begins with 1970.
     *
     * @return the windows
     */
    public static UnlimitedWindows of() {
        return new UnlimitedWindows(0);
    }

    /**
     * The window that begins at this time.
     *
     * @param start the start, included
     * @return the windows
     * @throws IllegalArgumentException if it is null, before 1970, or too late for milliseconds
     */
    public UnlimitedWindows startOn(Instant start) throws IllegalArgumentException {
        long millis = Millis.of(start, "start");
        if (millis < 0) {
            throw new IllegalArgumentException("Window start time (startMs) cannot be negative.");
        }
        return new UnlimitedWindows(millis);
    }

    /**
     * The window, if it has begun at this time.
     *
     * @param timestamp the record's timestamp, in milliseconds since 1970
     * @return the window by its start; empty before it
     */
    @Override
    public Map<Long, UnlimitedWindow> windowsFor(long timestamp) {
        Map<Long, UnlimitedWindow> windows = new HashMap<>();
        if (timestamp >= startMs) {
            windows.put(startMs, new UnlimitedWindow(startMs));
        }
        return windows;
    }

    /**
     * How long the window is.
     *
     * @return {@link Long#MAX_VALUE}
     */
    @Override
    public long size() {
        return Long.MAX_VALUE;
    }

    /**
     * For how long late records are waited for.
     *
     * @return 0: the window never ends, so no record from after its start is late
     */
    @Override
    public long gracePeriodMs() {
        return NO_GRACE_PERIOD;
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof UnlimitedWindows other && startMs == other.startMs;
    }

    @Override
    public int hashCode() {
        return Objects.hash(startMs);
    }

    @Override
    public String toString() {
        return "UnlimitedWindows{startMs=" + startMs + '}';
    }
}
