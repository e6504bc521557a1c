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
     * Shared. Written by: lanes. Read by: dispatcher; committer ({@code bytes}). Safe: atomic sums, by stage. Proof:
     * SharedFieldsTest.
     */
    private final AtomicLongArray kept;

    private final EntryLoad ofAllEpochs;
    private final long[] handedOver; // the dispatcher's
    private boolean timeWork; // the dispatcher's

    EpochBytes(EntryGraph graph, EntryLoad ofAllEpochs) {
        this.ofAllEpochs = ofAllEpochs;
        inBatches = new AtomicLongArray(graph.entries());
        kept = new AtomicLongArray(graph.stages());
        handedOver = new long[graph.entries()];
    }

    /** Adds a source batch that is about to be handed over. Dispatcher only. */
    public void handOverSource(int entry, long bytes) {
        handedOver[entry] += bytes;
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

    /** A lane of the stage keeps this many bytes more, or fewer if negative. */
    public void retain(int stage, long bytes) {
        kept.addAndGet(stage, bytes);
        all.addAndGet(bytes);
    }

    /** Bytes of the outstanding batches of the entry. */
    public long at(int entry) {
        return inBatches.get(entry);
    }

    /** Bytes that the epoch's work has made lanes keep, also bytes that lanes have given up since. */
    public long kept() {
        long sum = 0;
        for (int stage = 0; stage < kept.length(); stage++) {
            sum += kept.get(stage);
        }
        return sum;
    }

    /** Bytes that the epoch's work has made lanes of the stage keep. */
    public long kept(int stage) {
        return kept.get(stage);
    }

    /** All bytes that the epoch holds. */
    public long all() {
        return all.get();
    }

    /** Bytes of the outstanding source batches. */
    public long inSourceBatches() {
        return inSourceBatches.get();
    }

    /** Time batches were handed over in the epoch. Dispatcher only. */
    public void handOverTime() {
        timeWork = true;
    }

    /** Whether time batches were handed over in the epoch. Dispatcher only. */
    public boolean hasTimeWork() {
        return timeWork;
    }

    /** Bytes of all source batches of the entry that were handed over in the epoch. Dispatcher only. */
    public long handedOver(int entry) {
        return handedOver[entry];
    }

    /** Bytes that the epoch will hold once its outstanding source batches have grown. */
    public long expected(Growth growth) {
        return all.get() + (long) growth.still(this);
    }
}
