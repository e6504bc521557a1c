package org.stoatflow.runtime.source;

import org.jspecify.annotations.Nullable;

/**
 * What takes turns with others in handing out: a task, or tasks that are aligned. All get the same number of bytes in
 * the long run, however large their records are (deficit round robin: M. Shreedhar, G. Varghese, SIGCOMM 1995). Owner:
 * the dispatcher's thread.
 */
abstract sealed class Turn permits TaskQueue, AlignedTasks {
    /** Several batches of small records; a turn costs next to nothing. */
    static final long BYTES = 64 * 1024;

    private long credit;
    private boolean waiting;

    /** How a turn has ended. */
    enum End {
        /** No records are left. */
        EMPTY,
        /** There are records, and none of them may be taken in this round. */
        BLOCKED,
        /** Its bytes are used up; others come first. */
        USED_UP,
        /** The round is over; the next one begins here. */
        ROUND_OVER
    }

    /** Whether it stands in line already; kept by {@link SourceQueues}. */
    final boolean isWaiting() {
        return waiting;
    }

    final void waiting(boolean newWaiting) {
        waiting = newWaiting;
    }

    /** Hands out records until the turn ends. */
    final End serve(RoutingRound round) {
        if (credit <= 0) {
            credit += BYTES * weight();
        }
        while (credit > 0) {
            if (round.isOver()) {
                return End.ROUND_OVER;
            }
            PartitionQueue next = next(round);
            if (next == null) {
                credit = Math.min(credit, 0); // what it owes it goes on owing; what it has not used is gone
                return isEmpty() ? End.EMPTY : End.BLOCKED;
            }
            long bytes = round.take(next);
            credit -= bytes;
            onTaken(next, bytes, round);
        }
        return isEmpty() ? End.EMPTY : End.USED_UP;
    }

    /** How many tasks share the turn. */
    abstract int weight();

    abstract boolean isEmpty();

    /** The queue whose head comes next and may be taken, or null if there is none in this round. */
    @Nullable
    abstract PartitionQueue next(RoutingRound round);

    /** The head of what {@link #next} gave is taken. */
    abstract void onTaken(PartitionQueue queue, long bytes, RoutingRound round);
}
