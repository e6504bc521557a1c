package org.stoatflow.kernel.epoch;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The bound on bytes in flight (docs/DESIGN.md, "Back-pressure"): outstanding batches, and the outboxes and overlays
 * that lanes keep until they are committed. Only the dispatcher heeds the budget, so no lane ever waits for it.
 *
 * <p>Threads: any thread takes and gives back; only the dispatcher waits for room, by {@link #isExhausted} and {@link
 * #isFull}.
 */
public final class Budget {
    private static final int HOP_SHARE = 8;

    private final long bytesMax;
    private final long bytesRelief;
    private final long epochBytesMax;
    private final Runnable onRelief;

    /**
     * Shared, with {@code retained}. Written by: any thread. Read by: dispatcher. Safe: atomic sums. Proof:
     * BudgetProof, BudgetStress.
     */
    private final AtomicLong inBatches = new AtomicLong();

    private final AtomicLong retained = new AtomicLong();

    /**
     * Shared. Written by: dispatcher sets, whoever frees clears. Read by: nobody else. Safe: volatile; the dispatcher
     * sets it and looks again before it waits. Proof: BudgetProof, BudgetStress.
     */
    private volatile boolean waiting;

    /**
     * Shared. Written by: dispatcher sets, whoever frees clears. Read by: nobody else. Safe: volatile; the dispatcher
     * sets it and looks again before it waits. Proof: EpochFullProof.
     */
    private volatile @Nullable Full full;

    /** An epoch without room, and the expected bytes below which it has room again. */
    private record Full(Epoch epoch, Growth growth, long reliefBytes) {
        boolean isRelieved() {
            return epoch.memory().expected(growth) < reliefBytes;
        }

        /** Whether all that was handed out is done, so that the epoch is to be cut if there is still no room. */
        boolean isDone() {
            return epoch.memory().inSourceBatches() == 0;
        }
    }

    /** A budget without a bound for a single epoch. */
    public Budget(long bytesMax, Runnable onRelief) {
        this(bytesMax, Long.MAX_VALUE, onRelief);
    }

    /**
     * @param epochBytesMax how many bytes an isolated epoch may hold; a lane fails that goes beyond it
     * @param onRelief wakes the dispatcher; the thread that frees bytes runs it, if the dispatcher waits
     */
    public Budget(long bytesMax, long epochBytesMax, Runnable onRelief) {
        this.bytesMax = bytesMax;
        this.epochBytesMax = epochBytesMax;
        this.bytesRelief = bytesMax / 4 * 3;
        this.onRelief = onRelief;
    }

    /** Counts a batch that is handed over. */
    public void handOver(long bytes) {
        inBatches.addAndGet(bytes);
    }

    /** Counts a batch off that has been processed. */
    public void processed(long bytes) {
        inBatches.addAndGet(-bytes);
        relieve();
    }

    /** A lane keeps this many bytes more, or fewer if negative. */
    public void retain(long bytes) {
        retained.addAndGet(bytes);
    }

    /** Bytes that lanes had kept are committed and dropped. */
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

    /** Bytes that may still be handed over; zero or negative if there is no room. */
    public long roomBytes() {
        return bytesMax - bytes();
    }

    /**
     * Whether the dispatcher must not hand over anything now. If so, it is woken when it may go on. Dispatcher only.
     */
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
     * Whether the dispatcher must not hand over anything into the epoch now. If so, it is woken when it may go on, and
     * when the epoch's source batches are done. Dispatcher only.
     *
     * @param growth how many bytes each byte of a source batch becomes
     * @param most how many bytes the epoch may hold
     */
    public boolean isFull(Epoch epoch, Growth growth, long most) {
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

    public long bytesMax() {
        return bytesMax;
    }

    /** How many bytes an isolated epoch may hold. */
    public long epochBytesMax() {
        return epochBytesMax;
    }

    /** The mark of hops in bytes: with this many outstanding bytes at a hop, lanes stop feeding it. */
    public long hopBytesMax() {
        return bytesMax / HOP_SHARE;
    }

    private void relieve() {
        Full awaited = full;
        if (awaited != null && (awaited.isRelieved() || awaited.isDone())) {
            full = null;
            onRelief.run();
        }
        if (waiting && bytes() < bytesRelief) {
            waiting = false;
            onRelief.run();
        }
    }
}
