package org.stoatflow.state.engine;

import java.nio.channels.ClosedChannelException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.stoatflow.spi.Causes;

/**
 * The turns of those who call a user's store: one of them is in it at a time. Nobody waits for a turn without bound,
 * since a turn lasts as long as the user's code.
 *
 * <p>An interrupt that came before a turn is not seen in it, and is set again behind it: the next read of a file would
 * close its channel, for everybody who comes after. It is for what the thread waits for elsewhere.
 */
final class UserTurn {
    /**
     * Shared, with {@code interrupted}. Written by: committer, lanes, queries. Read by: the same. Safe: a lock, with a
     * bound on how long somebody waits for it, which guards the field. Proof: UserStoreTurnsTest.
     */
    private final ReentrantLock lock = new ReentrantLock();

    /**
     * Shared. Written by: whoever calls the store. Read by: the dispatcher's thread. Safe: volatile, one way: another
     * store takes its place. Proof: UserBrokenTest.
     */
    private volatile boolean broken;

    private boolean interrupted; // who has the turn has been, before it or between two calls of it

    /**
     * Begins a turn, which ends with {@link #leave}, also within one. Waits whether or not the thread is interrupted,
     * which must not leave an epoch half written.
     *
     * @return false where another thread does not leave in this time
     */
    boolean isEntered(long waitNs) {
        long deadlineNs = System.nanoTime() + waitNs;
        boolean wasInterrupted = Thread.interrupted();
        while (true) {
            try {
                boolean isEntered = lock.tryLock(deadlineNs - System.nanoTime(), TimeUnit.NANOSECONDS);
                if (isEntered) {
                    interrupted |= wasInterrupted;
                } else {
                    interruptIf(wasInterrupted);
                }
                return isEntered;
            } catch (InterruptedException again) {
                wasInterrupted = true;
            }
        }
    }

    /** Whether the thread's turn has begun with this call, and not within another one. */
    boolean isOutermost() {
        return lock.getHoldCount() == 1;
    }

    void leave() {
        boolean wasInterrupted = isOutermost() && interrupted;
        if (wasInterrupted) {
            interrupted = false;
        }
        lock.unlock();
        interruptIf(wasInterrupted);
    }

    /** Whether the store's files were closed under it. */
    boolean isBroken() {
        return broken;
    }

    /** Makes a call, and notes what it says about the store's files. */
    <R> R noted(Supplier<R> call) {
        try {
            return call.get();
        } catch (Throwable failure) { // also a checked one, of a language that has none
            if (Causes.has(failure, ClosedChannelException.class)) {
                broken = true;
            }
            throw failure;
        }
    }

    /** Does what needs no turn, as a turn does it: an interrupt is not seen before the end. */
    static void shielded(Runnable call) {
        boolean wasInterrupted = Thread.interrupted();
        try {
            call.run();
        } finally {
            interruptIf(wasInterrupted);
        }
    }

    private static void interruptIf(boolean wasInterrupted) {
        if (wasInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public String toString() {
        return lock.toString(); // names the thread that is in the store
    }
}
