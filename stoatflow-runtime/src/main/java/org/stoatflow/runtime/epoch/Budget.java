package org.stoatflow.runtime.epoch;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Memory that records under way may hold, in bytes: batches that are handed over and not processed, and what lanes keep
 * until it is committed (outboxes, overlays). Only the dispatcher heeds it, so nobody downstream ever waits for it
 * (DESIGN §6, back-pressure).
 *
 * <p>Threads: any thread takes and gives back; the dispatcher alone waits, by {@link #isExhausted}.
 */
public final class Budget {
    private final long bytesMax;
    private final long bytesRelief;
    private final Runnable onRelief;
    private final AtomicLong inBatches = new AtomicLong();
    private final AtomicLong retained = new AtomicLong();
    private volatile boolean waiting;

    /** @param onRelief wakes the dispatcher; called by whoever frees the bytes, if the dispatcher waits */
    public Budget(long bytesMax, Runnable onRelief) {
        this.bytesMax = bytesMax;
        this.bytesRelief = bytesMax / 4 * 3;
        this.onRelief = onRelief;
    }

    /** A batch is handed over. */
    public void handOver(long bytes) {
        inBatches.addAndGet(bytes);
    }

    /** A batch has been processed. */
    public void processed(long bytes) {
        inBatches.addAndGet(-bytes);
        relieve();
    }

    /** A lane keeps more, or, below zero, less. */
    public void retain(long bytes) {
        retained.addAndGet(bytes);
    }

    /** What lanes had kept is committed and dropped. */
    public void release(long bytes) {
        retained.addAndGet(-bytes);
        relieve();
    }

    /** Bytes that lanes keep until they are committed. */
    public long retainedBytes() {
        return retained.get();
    }

    public long bytes() {
        return inBatches.get() + retained.get();
    }

    /** Bytes that may still be handed over; not above zero if there is no room. */
    public long roomBytes() {
        return bytesMax - bytes();
    }

    /** Whether the dispatcher must hand out nothing for now; it is woken when it may go on. Dispatcher only. */
    public boolean isExhausted() {
        if (bytes() < bytesMax) {
            return false;
        }
        waiting = true;
        if (bytes() < bytesRelief) {
            waiting = false;
            return false;
        }
        return true;
    }

    private void relieve() {
        if (waiting && bytes() < bytesRelief) {
            waiting = false;
            onRelief.run();
        }
    }
}
