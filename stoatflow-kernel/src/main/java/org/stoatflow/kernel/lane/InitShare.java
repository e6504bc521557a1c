package org.stoatflow.kernel.lane;

import org.stoatflow.kernel.epoch.Epoch;

/**
 * How much of what processors have written in {@code init()} goes into one epoch: lanes that would be too much together
 * have theirs committed one epoch after another, before any record. Owner: the dispatcher.
 */
final class InitShare {
    private static final int SHARE = 2;
    private static final int FULL = 8;

    private final long epochBytesMax;
    private long epoch;
    private long bytes; // that the epoch has been given
    private boolean heldBack;

    /** @param epochBytesMax how many bytes an epoch may hold; the greatest number where there is no bound */
    InitShare(long epochBytesMax) {
        this.epochBytesMax = epochBytesMax;
    }

    /** Lanes are handed time batches of this epoch now. */
    void begin(Epoch open) {
        if (open.number() != epoch) {
            epoch = open.number();
            bytes = 0;
        }
        heldBack = false;
    }

    /** Gives the epoch what a lane has written, if it may have it: the first lane is given always. */
    boolean take(long more) {
        boolean fits = fits(more);
        if (fits) {
            bytes += more;
        }
        heldBack |= !fits;
        return fits;
    }

    /** Whether the epoch that was given to last may have what a lane has written. */
    boolean fits(long more) {
        return more == 0 || bytes == 0 || more <= epochBytesMax / SHARE - bytes;
    }

    /** Whether the epoch has so much that it is to be cut without any record. */
    boolean isFull(Epoch open) {
        return open.number() == epoch && (heldBack || bytes > epochBytesMax / FULL);
    }

    /** Whether a lane waits for an epoch, and this is one that it was not refused in. */
    boolean isWaitingFor(Epoch open) {
        return heldBack && open.number() != epoch;
    }
}
