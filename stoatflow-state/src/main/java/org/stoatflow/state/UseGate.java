package org.stoatflow.state;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import org.stoatflow.config.TimeSpans;
import org.stoatflow.streams.errors.InvalidStateStoreException;
import org.stoatflow.streams.errors.ProcessorStateException;

/**
 * Lets calls in until it is closed, and closes only once those inside have left: native memory must not be freed under
 * a reader.
 *
 * <p>Shared fields: {@code inside}, a counter striped over cache lines by thread, added to by every caller; {@code
 * closed}, written by the closer. A caller counts itself in first and reads {@code closed} second, the closer writes
 * first and reads the counters second, all with volatile access, so one of them sees the other.
 */
public final class UseGate {
    public static final int CLOSED = 0;

    private static final int STRIPES = 16;
    private static final int STRIDE = 16;
    private static final Duration CLOSE_WAIT = Duration.ofSeconds(30);
    private static final long CLOSE_POLL_NS = 100_000L;
    private static final long LATE_POLL_NS = 10_000_000L;

    private final String what;
    private final Duration closeWait;

    /**
     * Shared, with {@code closed}. Written by: readers of the state count themselves in and out; whoever closes it.
     * Read by: both. Safe: a reader counts itself in before it looks whether the gate is closed; who closes it closes
     * first and waits for the count. Proof: UseGateProof.
     */
    private final AtomicLongArray inside = new AtomicLongArray((STRIPES + 1) * STRIDE);

    private volatile boolean closed;

    /**
     * Makes an open gate.
     *
     * @param what what is guarded, for messages
     */
    public UseGate(String what) {
        this(what, CLOSE_WAIT);
    }

    /**
     * Makes an open gate.
     *
     * @param what what is guarded, for messages
     * @param closeWait how long a close waits for those inside
     */
    public UseGate(String what, Duration closeWait) {
        this.what = what;
        this.closeWait = closeWait;
    }

    /** Enters, to be followed by {@link #leave} with the ticket given here. */
    public int enter() {
        int ticket = tryEnter();
        if (ticket == CLOSED) {
            throw new InvalidStateStoreException(what + " is closed");
        }
        return ticket;
    }

    /** Enters as {@link #enter} does, or gives {@link #CLOSED}: then nothing guarded may be touched. */
    public int tryEnter() {
        int ticket = (int) (Thread.currentThread().threadId() % STRIPES + 1) * STRIDE;
        inside.getAndIncrement(ticket);
        if (closed) {
            leave(ticket);
            return CLOSED;
        }
        return ticket;
    }

    public void leave(int ticket) {
        inside.getAndDecrement(ticket);
    }

    /** Refuses use after close, where nothing native needs the gate to be held. */
    public void requireOpen() {
        if (closed) {
            throw new InvalidStateStoreException(what + " is closed");
        }
    }

    /**
     * Lets nobody in any more and waits, up to a bound, until everybody has left.
     *
     * @return false if the gate was closed before
     * @throws ProcessorStateException if somebody does not leave
     */
    public boolean close() {
        synchronized (this) {
            if (closed) {
                return false;
            }
            closed = true;
        }
        long deadlineNs = System.nanoTime() + TimeSpans.nanos(closeWait);
        while (count() > 0) {
            if (System.nanoTime() - deadlineNs > 0) {
                throw new ProcessorStateException(
                        what + " cannot be closed: " + count() + " calls are still in it after " + closeWait.toMillis()
                                + " ms. Look whether the disk answers");
            }
            LockSupport.parkNanos(CLOSE_POLL_NS);
        }
        return true;
    }

    /** Waits until those have left who were inside when {@link #close} gave up, however long that takes. */
    public void awaitEmpty() {
        while (count() > 0) {
            LockSupport.parkNanos(LATE_POLL_NS);
        }
    }

    private long count() {
        long count = 0;
        for (int stripe = 1; stripe <= STRIPES; stripe++) {
            count += inside.get(stripe * STRIDE);
        }
        return count;
    }
}
