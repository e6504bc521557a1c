package org.stoatflow.runtime.source;

import org.stoatflow.kernel.epoch.Cadence;
import org.stoatflow.kernel.epoch.Epoch;

/**
 * Decides when the open epoch is cut. The epoch must hold something, and the epochs before it must allow the cut. Then
 * it is cut when its interval is over, when it is full, or when somebody has asked. This class reads no clock.
 *
 * <p>Threads: the dispatcher's; any thread may {@link #request}.
 */
final class CutDecision {
    private final boolean isolated;
    private final int openEpochsMax;
    private final Cadence cadence;
    private boolean holdsWork;
    private boolean draining;
    private boolean drainingBegun; // an epoch that was open when draining began is not cut yet
    private long records;

    /**
     * Shared. Written by: any thread asks; the dispatcher clears. Read by: dispatcher. Safe: volatile. Proof:
     * SharedFieldsTest.
     */
    private volatile boolean requested;

    /**
     * @param isolated whether an epoch is cut only when the one before it is applied
     * @param openEpochsMax how many epochs may be cut and not applied where epochs are not isolated; beyond it none is
     *     cut
     */
    CutDecision(boolean isolated, int openEpochsMax, Cadence cadence) {
        this.isolated = isolated;
        this.openEpochsMax = openEpochsMax;
        this.cadence = cadence;
    }

    /** Asks for a cut at the next occasion. Any thread. */
    void request() {
        requested = true;
    }

    /** Ends the input: the open epoch is cut as soon as it may be, and an epoch that holds nothing is not cut. */
    void drain() {
        draining = true;
        drainingBegun = holdsWork;
    }

    /** Whether more may be handed out: not into the epoch that was open when draining began. */
    boolean mayHandOver() {
        return !drainingBegun;
    }

    /** Notes what was handed out into the open epoch. */
    void onHandedOut(int timeBatches, int sourceRecords) {
        holdsWork |= timeBatches > 0 || sourceRecords > 0;
        records += sourceRecords;
    }

    /** Logs were cut: the places where they go on are to be committed, though no record may follow. */
    void onLogCut() {
        holdsWork = true;
    }

    /** Whether anything was handed out into the open epoch, or is to be committed with it. */
    boolean holdsWork() {
        return holdsWork;
    }

    /** Source records that were handed out into the open epoch. */
    long records() {
        return records;
    }

    /**
     * Whether the open epoch is to be cut now.
     *
     * @param bytes how many bytes the epoch holds
     * @param passed whether sources have moved past aborted records or markers only
     */
    boolean isDue(long nowNs, Epoch open, long bytes, boolean passed) {
        if (!holdsWork && !hasOnlyPassed(nowNs, passed) || !mayCut(open)) {
            return false;
        }
        return requested || draining || cadence.dueInNs(nowNs, bytes) <= 0;
    }

    /**
     * How long to wait for the next cut.
     *
     * @param waitNs how long to wait at most; the committer also wakes the dispatcher once an epoch is applied
     */
    long waitNs(long waitNs, long nowNs, Epoch open, long bytes) {
        return holdsWork && mayCut(open) ? Math.clamp(cadence.dueInNs(nowNs, bytes), 0, waitNs) : waitNs;
    }

    /** The open epoch is cut, and another one is open. */
    void onCut(long nowNs) {
        cadence.onCut(nowNs);
        requested = false;
        drainingBegun = false;
        holdsWork = false;
        records = 0;
    }

    private boolean mayCut(Epoch open) {
        return isolated ? open.previousOpen() == null : open.isWithin(openEpochsMax);
    }

    /**
     * Whether the sources have only moved past aborted records or markers, and it is time to commit that. A committed
     * offset before them would show a lag, and its record may be deleted from the log one day.
     */
    private boolean hasOnlyPassed(long nowNs, boolean passed) {
        return !draining && passed && cadence.isOverdue(nowNs);
    }
}
