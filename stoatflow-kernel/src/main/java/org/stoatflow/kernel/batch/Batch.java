package org.stoatflow.kernel.batch;

import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.epoch.Epoch;

/**
 * The unit of every hand-over between threads: records of one epoch for one entry of one lane. Written by the sender
 * until it is handed over, read by the lane afterwards.
 */
public abstract sealed class Batch permits SourceBatch, HopBatch, TimeBatch {
    /** Records in a batch, at most. */
    public static final int RECORDS_MAX = 128;

    /** A batch with so many bytes is full, however few records it has; one record may be larger. */
    public static final long BYTES_MAX = 1 << 18;

    private final Epoch epoch;
    private final int entry;
    private int held; // the lane's thread only

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

    /** Serialized key of a record, null for a null key. */
    public abstract byte @Nullable [] keyBytes(int index);

    /** Virtual partition of a record. */
    public abstract int partition(int index);

    /** One more of the records waits to be run. */
    public final void hold() {
        held++;
    }

    /** One that waited is done. */
    public final void letGo() {
        held--;
    }

    /** Whether all records are done. */
    public final boolean isDone() {
        return held == 0;
    }

    public final boolean isFull() {
        return size() >= RECORDS_MAX || bytes() >= BYTES_MAX;
    }
}
