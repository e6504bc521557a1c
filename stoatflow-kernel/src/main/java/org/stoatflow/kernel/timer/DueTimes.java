package org.stoatflow.kernel.timer;

import java.util.concurrent.atomic.AtomicLongArray;
import org.stoatflow.operator.DueRows;

/**
 * When the rows of a group of operators are due next, by the slots of a lane. The lane publishes it, between two
 * batches at most; the dispatcher asks only {@link #isDue}.
 */
final class DueTimes {
    private final boolean[] visited; // whether records have come since the time was published
    private final long[] completeMs; // when the time was published

    /**
     * Shared. Written by: the lane, before it leaves. Read by: dispatcher, after the epoch is complete. Safe: atomic.
     * Proof: SharedFieldsTest.
     */
    private final AtomicLongArray dueAfterMs;

    /** Nothing is due. */
    DueTimes(int slots) {
        visited = new boolean[slots];
        completeMs = new long[slots];
        dueAfterMs = new AtomicLongArray(slots);
        for (int slot = 0; slot < slots; slot++) {
            dueAfterMs.set(slot, DueRows.NEVER);
        }
    }

    /** Rows may have come, or gone. */
    void visit(int slot) {
        visited[slot] = true;
    }

    boolean isVisited(int slot) {
        return visited[slot];
    }

    /** @param nowCompleteMs the complete-epoch clock */
    void publish(int slot, long nowDueAfterMs, long nowCompleteMs) {
        visited[slot] = false;
        completeMs[slot] = nowCompleteMs;
        dueAfterMs.set(slot, nowDueAfterMs);
    }

    boolean isDue(int slot, long timeMs) {
        return dueAfterMs.get(slot) < timeMs;
    }

    /**
     * The time before which no row waits: what the rows look up when they are due must not expire by a later one. Rows
     * that have come since the time was published are due after the complete-epoch clock of then.
     *
     * @param inOrder whether nothing can wait where no record has come
     */
    long waitingSinceMs(int slot, boolean inOrder) {
        long published = dueAfterMs.get(slot);
        return inOrder && !visited[slot] ? published : Math.min(published, completeMs[slot]);
    }
}
