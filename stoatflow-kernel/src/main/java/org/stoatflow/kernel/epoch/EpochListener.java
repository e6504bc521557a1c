package org.stoatflow.kernel.epoch;

/**
 * What an epoch tells the outside. Called on the thread whose work caused it; implementations only signal other
 * threads and return.
 */
public interface EpochListener {
    /** Lanes of the stage that {@code epoch} or its successor touched may now be able to flush, leave or start. */
    void onStageAdvanced(Epoch epoch, int stage);

    /** A hop that had been over its mark is below it again: lanes that feed {@code entry} may go on. */
    void onRelief(int entry);

    /** Every touched lane has left the epoch, and it is cut. Called once for each epoch. */
    void onComplete(Epoch epoch);

    /**
     * Something has been seen that can never be: the run must end. The exception is thrown as well, which is enough
     * where no user code stands in between.
     */
    default void onBroken(BrokenEpochException why) {}
}
