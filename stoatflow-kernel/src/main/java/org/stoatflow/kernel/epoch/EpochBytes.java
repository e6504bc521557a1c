package org.stoatflow.kernel.epoch;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Memory that one epoch holds, in bytes: outstanding batches by entry, and what lanes keep until the epoch is applied.
 * A batch's bytes are added before its entry's counter is raised and subtracted before the counter is lowered. So a
 * thread that finds bytes at an entry can rely on a call of {@link Epoch#lower} for that entry that is still to come.
 *
 * <p>Threads: any.
 */
public final class EpochBytes {
    /**
     * Shared, with {@code inSourceBatches} and {@code all}. Written by: senders before they raise the entry's counter,
     * lanes before they lower it. Read by: feeding lanes, dispatcher. Safe: atomic sums; bytes at an entry mean that a
     * batch is outstanding there. Proof: EpochFullProof, ReliefProof.
     */
    private final AtomicLongArray inBatches;

    private final AtomicLong inSourceBatches = new AtomicLong();
    private final AtomicLong all = new AtomicLong();

    /**
     * Shared. Written by: lanes. Read by: dispatcher, at-least-once; committer ({@code bytes}). Safe: atomic sums.
     * Proof: SharedFieldsTest.
     */
    private final AtomicLong kept = new AtomicLong();

    private final EntryLoad ofAllEpochs;
    private long handedOver; // the dispatcher's
    private boolean timeWork; // the dispatcher's

    EpochBytes(int entries, EntryLoad ofAllEpochs) {
        this.ofAllEpochs = ofAllEpochs;
        inBatches = new AtomicLongArray(entries);
    }

    /** Adds a source batch that is about to be handed over. Dispatcher only. */
    public void handOverSource(int entry, long bytes) {
        handedOver += bytes;
        inSourceBatches.addAndGet(bytes);
        handOver(entry, bytes);
    }

    /** Adds a batch that is about to be handed over. */
    public void handOver(int entry, long bytes) {
        inBatches.addAndGet(entry, bytes);
        ofAllEpochs.add(entry, bytes);
        all.addAndGet(bytes);
    }

    /** Subtracts a source batch that has been processed, after all that it caused has been counted. */
    public void processedSource(int entry, long bytes) {
        inSourceBatches.addAndGet(-bytes);
        processed(entry, bytes);
    }

    /** Subtracts a batch that has been processed, after all that it caused has been counted. */
    public void processed(int entry, long bytes) {
        inBatches.addAndGet(entry, -bytes);
        ofAllEpochs.add(entry, -bytes);
        all.addAndGet(-bytes);
    }

    /** A lane keeps this many bytes more, or fewer if negative. */
    public void retain(long bytes) {
        kept.addAndGet(bytes);
        all.addAndGet(bytes);
    }

    /** Bytes of the outstanding batches of the entry. */
    public long at(int entry) {
        return inBatches.get(entry);
    }

    /** Bytes that the epoch's work has made lanes keep, also bytes that lanes have given up since. */
    public long kept() {
        return kept.get();
    }

    /** Time batches were handed over in the epoch. Dispatcher only. */
    public void handOverTime() {
        timeWork = true;
    }

    /** Whether time batches were handed over in the epoch. Dispatcher only. */
    public boolean hasTimeWork() {
        return timeWork;
    }

    /** Bytes of all source batches that were handed over in the epoch. Dispatcher only. */
    public long sourceBytes() {
        return handedOver;
    }

    /** Bytes that the epoch will hold if each byte of its outstanding source batches becomes {@code growth} bytes. */
    public long expected(double growth) {
        return all.get() + (long) ((growth - 1) * inSourceBatches.get());
    }
}
