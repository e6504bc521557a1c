package org.stoatflow.kernel.lane;

/**
 * Whether the run of a lane has ended before its work has.
 *
 * <p>Shared field: {@code reached}, written by whoever ends the run and read by the lane; one way.
 */
final class RunEnd {
    private volatile boolean reached;

    /** Any thread. */
    void reach() {
        reached = true;
    }

    boolean isReached() {
        return reached;
    }
}
