package org.stoatflow.streams.kstream.internals;

import org.stoatflow.streams.kstream.Window;

/** A window of a fixed length, without its end. */
public class TimeWindow extends Window {
    /**
     * Creates a window.
     *
     * @param startMs the start, included
     * @param endMs the end, not included
     * @throws IllegalArgumentException if the start is negative, or the end not behind the start
     */
    public TimeWindow(long startMs, long endMs) throws IllegalArgumentException {
        super(startMs, endMs);
        if (startMs == endMs) {
            throw new IllegalArgumentException("Window endMs must be greater than window startMs.");
        }
    }

    @Override
    public boolean overlap(Window other) throws IllegalArgumentException {
        if (getClass() != other.getClass()) {
            throw new IllegalArgumentException(
                    "Cannot compare windows of different type. Other window has type " + other.getClass() + ".");
        }
        return startMs < other.end() && other.start() < endMs;
    }
}
