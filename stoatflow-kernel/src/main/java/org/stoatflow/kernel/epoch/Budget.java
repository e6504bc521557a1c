package org.stoatflow.kernel.epoch;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The bound on bytes in flight (docs/DESIGN.md, "Back-pressure"): batches that are handed over and not processed, and
 * what lanes keep until it is committed (outboxes, overlays). Only the dispatcher heeds it, so nobody downstream ever
 * waits for it.
 *
 * <p>Threads: any thread takes and gives back; the dispatcher alone waits, by {@link #isExhausted}.
 */
public final class Budget {
    private static final int HOP_SHARE = 8;

    private final long bytesMax;
    private final long bytesRelief;
    private final Runnable onRelief;
    private final AtomicLong inBatches = new AtomicLong();
    private final AtomicLong retained = new AtomicLong();
    private volatile boolean waiting;
    private volatile @Nullable Full full; // the dispatcher sets it, whoever frees clears it

    /** An epoch without room, and when it has some again. */
    private record Full(Epoch epoch, double growth, long reliefBytes) {
        boolean isRelieved() {
            return epoch.memory().expected(growth) < reliefBytes;
        }
    }

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

    /**
     * Whether the dispatcher must hand out nothing into the epoch for now; it is woken when it may go on. Dispatcher
     * only.
     *
     * @param growth what each byte of a source batch becomes
     * @param most what the epoch may hold
     */
    public boolean isFull(Epoch epoch, double growth, long most) {
        if (epoch.memory().expected(growth) < most) {
            full = null;
            return false;
        }
        Full now = new Full(epoch, growth, most / 4 * 3);
        full = now;
        if (now.isRelieved()) {
            full = null;
            return false;
        }
        return true;
    }

    /** The limit. */
    public long bytesMax() {
        return bytesMax;
    }

    /** Batches of an epoch that wait at a hop above which lanes that feed it take no more of what feeds it. */
    public long hopBytesMax() {
        return bytesMax / HOP_SHARE;
    }

    private void relieve() {
        Full awaited = full;
        if (awaited != null && awaited.isRelieved()) {
            full = null;
            onRelief.run();
        }
        if (waiting && bytes() < bytesRelief) {
            waiting = false;
            onRelief.run();
        }
    }
}
