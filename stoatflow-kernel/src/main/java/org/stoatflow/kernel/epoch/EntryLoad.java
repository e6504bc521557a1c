package org.stoatflow.kernel.epoch;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Outstanding batches of all epochs of a run together, by entry, and whether lanes wait for relief there. Where epochs
 * are not isolated, a batch of any epoch can run, so the marks of hops count the batches of all epochs.
 *
 * <p>As in an epoch, a batch's bytes are added before its counter is raised, and subtracted before it is lowered.
 *
 * <p>Threads: any.
 */
public final class EntryLoad {
    private final int reliefMark;

    /**
     * Shared, with {@code bytes}. Written by: as {@code Epoch.outstanding} and {@code EpochBytes.inBatches}. Read by:
     * feeding lanes, at-least-once. Safe: atomic sums over all epochs of the run. Proof: LoadReliefProof, EpochStress.
     */
    private final AtomicIntegerArray batches;

    private final AtomicLongArray bytes;

    /**
     * Shared, with {@code reliefBytes}. Written by: stalled lanes set, the lowering lane clears. Read by: nobody else.
     * Safe: as {@code Epoch.relief}. Proof: LoadReliefProof, EpochStress.
     */
    private final AtomicIntegerArray relief;

    private final AtomicLongArray reliefBytes;

    EntryLoad(int entries, int reliefMark) {
        this.reliefMark = reliefMark;
        this.batches = new AtomicIntegerArray(entries);
        this.bytes = new AtomicLongArray(entries);
        this.relief = new AtomicIntegerArray(entries);
        this.reliefBytes = new AtomicLongArray(entries);
    }

    public int batches(int entry) {
        return batches.get(entry);
    }

    public long bytes(int entry) {
        return bytes.get(entry);
    }

    /** As {@link Epoch#awaitRelief(int, long)}. */
    public void awaitRelief(int entry, long fewBytes) {
        reliefBytes.set(entry, fewBytes);
        relief.set(entry, 1);
    }

    void add(int entry, long more) {
        bytes.addAndGet(entry, more);
    }

    void raise(int entry) {
        batches.getAndIncrement(entry);
    }

    /**
     * @return whether the caller must wake the lanes that wait for relief; true once after each {@link #awaitRelief}
     */
    boolean lower(int entry) {
        int rest = batches.decrementAndGet(entry);
        return rest <= reliefMark
                && relief.get(entry) != 0
                && bytes.get(entry) <= reliefBytes.get(entry)
                && relief.compareAndSet(entry, 1, 0);
    }
}
