package org.stoatflow.kernel.lane;

/**
 * Whether the run of a lane is over, possibly in the middle of the lane's work.
 *
 * <p>Shared field: {@code reached}. The thread that ends the run sets it, the lane reads it, nobody clears it.
 */
final class RunEnd {
    /**
     * Shared. Written by: whoever ends the run. Read by: the lane. Safe: volatile, one way. Proof: SharedFieldsTest.
     */
    private volatile boolean reached;

    /** Ends the run. Any thread. */
    void reach() {
        reached = true;
    }

    boolean isReached() {
        return reached;
    }
}
