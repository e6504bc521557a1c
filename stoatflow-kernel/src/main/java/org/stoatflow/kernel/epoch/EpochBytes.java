package org.stoatflow.kernel.epoch;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Memory that one epoch holds, in bytes: batches that are handed over and not processed, by entry, and what lanes keep
 * until it is applied. A batch is counted before its entry's counter is raised and until just before that is lowered,
 * so bytes at an entry mean that a batch is outstanding there.
 *
 * <p>Threads: any.
 */
public final class EpochBytes {
    private final AtomicLongArray inBatches;
    private final AtomicLong inSourceBatches = new AtomicLong();
    private final AtomicLong all = new AtomicLong();
    private final AtomicLong kept = new AtomicLong();
    private final EntryLoad ofAllEpochs;
    private long handedOver; // the dispatcher's
    private boolean timeWork; // the dispatcher's

    EpochBytes(int entries, EntryLoad ofAllEpochs) {
        this.ofAllEpochs = ofAllEpochs;
        inBatches = new AtomicLongArray(entries);
    }

    /** A source batch is about to be handed over. Dispatcher only. */
    public void handOverSource(int entry, long bytes) {
        handedOver += bytes;
        inSourceBatches.addAndGet(bytes);
        handOver(entry, bytes);
    }

    /** A batch is about to be handed over. */
    public void handOver(int entry, long bytes) {
        inBatches.addAndGet(entry, bytes);
        ofAllEpochs.add(entry, bytes);
        all.addAndGet(bytes);
    }

    /** A source batch has been processed, and all that it caused is counted. */
    public void processedSource(int entry, long bytes) {
        inSourceBatches.addAndGet(-bytes);
        processed(entry, bytes);
    }

    /** A batch has been processed, and all that it caused is counted. */
    public void processed(int entry, long bytes) {
        inBatches.addAndGet(entry, -bytes);
        ofAllEpochs.add(entry, -bytes);
        all.addAndGet(-bytes);
    }

    /** A lane keeps more, or, below zero, less. */
    public void retain(long bytes) {
        kept.addAndGet(bytes);
        all.addAndGet(bytes);
    }

    /** Batches that wait at the entry. */
    public long at(int entry) {
        return inBatches.get(entry);
    }

    /** What its work has made lanes keep, whatever has become of it since. */
    public long kept() {
        return kept.get();
    }

    /** Time batches were handed out in it. Dispatcher only. */
    public void handOverTime() {
        timeWork = true;
    }

    /** Whether it holds what time had made due. Dispatcher only. */
    public boolean hasTimeWork() {
        return timeWork;
    }

    /** All source batches of the epoch together. Dispatcher only. */
    public long sourceBytes() {
        return handedOver;
    }

    /** What the epoch will hold, if each byte of what waits in source batches becomes {@code growth} bytes. */
    public long expected(double growth) {
        return all.get() + (long) ((growth - 1) * inSourceBatches.get());
    }
}
