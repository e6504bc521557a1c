package org.stoatflow.kernel.timer;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * When the rows of a group of operators are due next, by the slots of a lane. The lane publishes it, between two
 * batches at most; the dispatcher reads only {@link #get}.
 */
final class DueTimes {
    private final boolean[] visited; // whether records have come since the time was published
    private final long[] completeMs; // when the time was published
    private final AtomicLongArray dueMs;

    /** Nothing is due. */
    DueTimes(int slots) {
        visited = new boolean[slots];
        completeMs = new long[slots];
        dueMs = new AtomicLongArray(slots);
        for (int slot = 0; slot < slots; slot++) {
            dueMs.set(slot, Long.MAX_VALUE);
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
    void publish(int slot, long nowDueMs, long nowCompleteMs) {
        visited[slot] = false;
        completeMs[slot] = nowCompleteMs;
        dueMs.set(slot, nowDueMs);
    }

    long get(int slot) {
        return dueMs.get(slot);
    }

    /**
     * The time before which no row waits: what the rows look up when they are due must not expire by a later one. Rows
     * that have come since the time was published are due after the complete-epoch clock of then.
     *
     * @param inOrder whether nothing can wait where no record has come
     */
    long waitingSinceMs(int slot, boolean inOrder) {
        long published = dueMs.get(slot);
        return inOrder && !visited[slot] ? published : Math.min(published, completeMs[slot]);
    }
}
