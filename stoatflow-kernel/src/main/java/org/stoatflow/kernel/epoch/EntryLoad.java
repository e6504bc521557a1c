package org.stoatflow.kernel.epoch;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Outstanding batches of all epochs of a run together, by entry, and who waits for them to become fewer. Where epochs
 * are not isolated, a batch of any of them can run, so the marks of hops are about all of them.
 *
 * <p>As in an epoch, bytes are added before a batch is raised and taken off before it is lowered.
 *
 * <p>Threads: any.
 */
public final class EntryLoad {
    private final int reliefMark;
    private final AtomicIntegerArray batches;
    private final AtomicLongArray bytes;
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

    /** @return whether those who wait are to be told; true once for each time that somebody has begun to wait */
    boolean lower(int entry) {
        int rest = batches.decrementAndGet(entry);
        return rest <= reliefMark
                && relief.get(entry) != 0
                && bytes.get(entry) <= reliefBytes.get(entry)
                && relief.compareAndSet(entry, 1, 0);
    }
}
