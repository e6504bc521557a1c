package org.stoatflow.streams.kstream.internals;

import org.stoatflow.streams.kstream.Window;

/** A window that ends at the greatest time there is. */
public class UnlimitedWindow extends Window {
    /**
     * Creates a window.
     *
     * @param startMs the start, included
     * @throws IllegalArgumentException if the start is negative
     */
    public UnlimitedWindow(long startMs) {
        super(startMs, Long.MAX_VALUE);
    }

    @Override
    public boolean overlap(Window other) {
        if (getClass() != other.getClass()) {
            throw new IllegalArgumentException(
                    "Cannot compare windows of different type. Other window has type " + other.getClass() + ".");
        }
        return true;
    }
}
