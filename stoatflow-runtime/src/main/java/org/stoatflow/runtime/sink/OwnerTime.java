package org.stoatflow.runtime.sink;

import java.util.function.BooleanSupplier;

/**
 * The latest time at which the partitions were certainly ours. It is never the present, since the process may have been
 * suspended after it last heard of its group.
 *
 * <p>Threads: the dispatcher's writes {@code atMs}; the committer reads it, and stamps with it what it applies.
 */
public final class OwnerTime {
    private final BooleanSupplier lost;

    /**
     * Shared. Written by: dispatcher; before the first step, {@code Runs}. Read by: committer. Safe: volatile, one
     * writer, which first asks whether partitions were lost: so each value is a time of ownership. Proof:
     * OwnerTimeProof.
     */
    private volatile long atMs;

    /** @param lost whether partitions were taken away from this instance; asked by the dispatcher's thread */
    public OwnerTime(BooleanSupplier lost) {
        this.lost = lost;
    }

    /** Notes a time at which the partitions were ours, as became known later. The dispatcher's thread. */
    public void wasAt(long timeMs) {
        if (!lost.getAsBoolean()) { // after a loss, the answer may be for the owner that this instance became later
            atMs = timeMs;
        }
    }

    /** The time, in milliseconds since 1970. Any thread. */
    public long atMs() {
        return atMs;
    }
}
