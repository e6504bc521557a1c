package org.stoatflow.races;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Lets a thread wait for news as the engine's threads do: the thread parks, and looks again after each wake. */
public final class Waiter {
    private volatile @Nullable Thread waiting;

    /**
     * Waits in the current thread. If the wake is missing, the thread stands still for good, and the model checker
     * reports that.
     */
    public void await(BooleanSupplier over) {
        waiting = Thread.currentThread();
        while (!over.getAsBoolean()) {
            LockSupport.park(this);
        }
    }

    /** Wakes the waiting thread. Any thread. */
    public void wake() {
        LockSupport.unpark(waiting);
    }
}
