package org.stoatflow.state.rocks;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Who is inside native memory that readers hold, so that a user may close it in any thread. It is freed once: by the
 * closer where nobody is inside, else by the reader that leaves last. Threads: any.
 */
final class NativeUse {
    private static final int CLOSED = Integer.MIN_VALUE;

    /**
     * Shared. Written by: who reads or closes a scan or a snapshot. Read by: the same. Safe: one atomic number, of
     * which the sign says whether it was closed and the rest how many are inside; nobody enters once it is closed, and
     * exactly one call brings it from one inside, or none, to closed with none. Proof: NativeUseProof,
     * RocksSharedUseTest.
     */
    private final AtomicInteger state = new AtomicInteger();

    /** Enters where nobody is inside, to be followed by {@link #leave}. */
    boolean enterAlone() {
        return state.compareAndSet(0, 1);
    }

    /** Enters beside others, to be followed by {@link #leave}. */
    boolean enter() {
        int now = state.get();
        while (now >= 0) {
            if (state.compareAndSet(now, now + 1)) {
                return true;
            }
            now = state.get();
        }
        return false;
    }

    /** Leaves. True obliges the caller to free the memory. */
    boolean leave() {
        return state.decrementAndGet() == CLOSED;
    }

    /** Lets nobody in any more. True obliges the caller to free the memory. */
    boolean close() {
        return state.getAndUpdate(now -> now | CLOSED) == 0;
    }

    boolean isClosed() {
        return state.get() < 0;
    }
}
