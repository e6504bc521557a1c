package org.stoatflow.streams.kstream.internals;

import org.stoatflow.streams.kstream.Window;

/** A session, with its end. */
public final class SessionWindow extends Window {
    /**
     * Creates a window.
     *
     * @param startMs the start, included
     * @param endMs the end, included
     * @throws IllegalArgumentException if the start is negative, or the end before the start
     */
    public SessionWindow(long startMs, long endMs) throws IllegalArgumentException {
        super(startMs, endMs);
    }

    @Override
    public boolean overlap(Window other) throws IllegalArgumentException {
        if (getClass() != other.getClass()) {
            throw new IllegalArgumentException(
                    "Cannot compare windows of different type. Other window has type " + other.getClass() + ".");
        }
        return other.start() <= endMs && startMs <= other.end();
    }
}
