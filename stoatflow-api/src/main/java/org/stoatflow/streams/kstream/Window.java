package org.stoatflow.streams.kstream;

import java.time.Instant;

/** A span of time. Immutable. Windows of one class with equal bounds are equal. */
public abstract class Window {
    /** The start, in milliseconds since 1970; included. */
    protected final long startMs;

    /** The end, in milliseconds since 1970; the subclass says whether it is included. */
    protected final long endMs;

    private final Instant startTime;
    private final Instant endTime;

    /**
     * Creates a window.
     *
     * @param startMs the start
     * @param endMs the end
     * @throws IllegalArgumentException if the start is negative, or the end before the start
     */
    public Window(long startMs, long endMs) throws IllegalArgumentException {
        if (startMs < 0) {
            throw new IllegalArgumentException("Window startMs time cannot be negative.");
        }
        if (endMs < startMs) {
            throw new IllegalArgumentException("Window endMs time cannot be smaller than window startMs time.");
        }
        this.startMs = startMs;
        this.endMs = endMs;
        startTime = Instant.ofEpochMilli(startMs);
        endTime = Instant.ofEpochMilli(endMs);
    }

    /**
     * The start.
     *
     * @return milliseconds since 1970
     */
    public long start() {
        return startMs;
    }

    /**
     * The end.
     *
     * @return milliseconds since 1970
     */
    public long end() {
        return endMs;
    }

    /**
     * The start, as a point in time.
     *
     * @return the start
     */
    public Instant startTime() {
        return startTime;
    }

    /**
     * The end, as a point in time.
     *
     * @return the end
     */
    public Instant endTime() {
        return endTime;
    }

    /**
     * Whether the windows have a time in common.
     *
     * @param other a window of the same class
     * @return whether there is such a time
     */
    public abstract boolean overlap(Window other);

    @Override
    public boolean equals(Object obj) {
        return obj != null
                && getClass() == obj.getClass()
                && startMs == ((Window) obj).startMs
                && endMs == ((Window) obj).endMs;
    }

    @Override
    public int hashCode() {
        return (int) ((startMs << 32 | endMs) % 0xFFFFFFFFL);
    }

    @Override
    public String toString() {
        return "Window{startMs=" + startMs + ", endMs=" + endMs + '}';
    }
}
