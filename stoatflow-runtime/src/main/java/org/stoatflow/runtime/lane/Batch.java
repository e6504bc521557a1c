package org.stoatflow.runtime.lane;

import org.stoatflow.runtime.epoch.Epoch;

/**
 * The unit of every hand-over between threads: records of one epoch for one entry of one lane. Written by the sender
 * until it is handed over, read by the lane afterwards.
 */
public abstract sealed class Batch permits SourceBatch, HopBatch, TimeBatch {
    /** Records in a batch, at most. */
    public static final int RECORDS_MAX = 128;

    private final Epoch epoch;
    private final int entry;

    Batch(Epoch epoch, int entry) {
        this.epoch = epoch;
        this.entry = entry;
    }

    public final Epoch epoch() {
        return epoch;
    }

    /** Dense id of the entry through which the records come in. */
    public final int entry() {
        return entry;
    }

    public abstract int size();

    /** Approximate memory held by the records, in bytes; what the dispatcher's budget counts. */
    public abstract long bytes();

    public final boolean isFull() {
        return size() >= RECORDS_MAX;
    }
}
