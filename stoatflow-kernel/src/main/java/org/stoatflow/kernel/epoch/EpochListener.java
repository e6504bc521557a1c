package org.stoatflow.kernel.epoch;

/**
 * What an epoch calls when something happens to it. The thread whose work is the cause makes the call; implementations
 * only signal other threads and return.
 */
public interface EpochListener {
    /** Lanes of the stage that {@code epoch} or its successor touched may now be able to flush, leave or start. */
    void onStageAdvanced(Epoch epoch, int stage);

    /** The load of a hop is down to its relief mark: lanes that feed {@code entry} may go on. */
    void onRelief(int entry);

    /** Every touched lane has left the epoch, and it is cut. Called once for each epoch. */
    void onComplete(Epoch epoch);

    /**
     * The epoch is broken: the run must end. The caller throws the exception too, which is enough where no user code
     * can catch it.
     */
    default void onBroken(BrokenEpochException why) {}
}
