package org.stoatflow.kernel.batch;

import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.epoch.Epoch;

/**
 * The unit of every hand-over between threads: records of one epoch for one entry of one lane. The sender writes a
 * batch until it hands the batch over; the lane reads it afterwards.
 */
public abstract sealed class Batch permits SourceBatch, HopBatch, TimeBatch {
    /** Records in a batch, at most. */
    public static final int RECORDS_MAX = 128;

    /** A batch of this many bytes is full, however few records it has. A single record may be larger. */
    public static final long BYTES_MAX = 1 << 18;

    private final Epoch epoch;
    private final int entry;
    private long arrival; // written once, before the batch is in the inbox
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

    /** The batch's number among those that were added to its inbox: of two, the one that was added later has more. */
    public final long arrival() {
        return arrival;
    }

    final void arrival(long number) {
        arrival = number;
    }

    public abstract int size();

    /** Approximate memory that the records hold, in bytes, as the dispatcher's budget counts it. */
    public abstract long bytes();

    /** Serialized key of a record, null for a null key. */
    public abstract byte @Nullable [] keyBytes(int index);

    /** Virtual partition of a record. */
    public abstract int partition(int index);

    /** One more record of the batch is held. */
    public final void hold() {
        held++;
    }

    /** A held record of the batch is done. */
    public final void letGo() {
        held--;
    }

    /** Whether the lane holds no record of the batch any more. */
    public final boolean isDone() {
        return held == 0;
    }

    public final boolean isFull() {
        return size() >= RECORDS_MAX || bytes() >= BYTES_MAX;
    }
}
