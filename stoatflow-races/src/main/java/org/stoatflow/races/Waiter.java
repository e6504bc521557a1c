package org.stoatflow.races;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A thread that waits for news as the engine's threads do: parked, and looking again after each wake. */
public final class Waiter {
    private volatile @Nullable Thread waiting;

    /** Waits in the current thread; a wake that does not come stands still for good, which the model checker tells. */
    public void await(BooleanSupplier over) {
        waiting = Thread.currentThread();
        while (!over.getAsBoolean()) {
            LockSupport.park(this);
        }
    }

    /** Any thread. */
    public void wake() {
        LockSupport.unpark(waiting);
    }
}
