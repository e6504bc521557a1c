package org.stoatflow.runtime.source;

import org.jspecify.annotations.Nullable;

/**
 * A participant in the turns of handing out: a task, or tasks that are aligned. In the long run each task gets the same
 * number of bytes, however large its records are (deficit round robin: M. Shreedhar, G. Varghese, SIGCOMM 1995). Owner:
 * the dispatcher's thread.
 */
abstract sealed class Turn permits TaskQueue, AlignedTasks {
    /** Bytes of one turn: several batches of small records. A turn costs next to nothing. */
    static final long BYTES = 64 * 1024;

    private long credit;
    private boolean waiting;

    /** How a turn has ended. */
    enum End {
        /** No records are left. */
        EMPTY,
        /** There are records, and none of them may be taken in this round. */
        BLOCKED,
        /** The turn's bytes are used up; others come first. */
        USED_UP,
        /** The round is over; the next one begins here. */
        ROUND_OVER
    }

    /** Whether this turn stands in line already; {@link SourceQueues} sets it. */
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
                credit = Math.min(credit, 0); // a debt stays; credit that was not used is gone
                return isEmpty() ? End.EMPTY : End.BLOCKED;
            }
            long bytes = round.take(next);
            credit -= bytes;
            onTaken(next, bytes, round);
        }
        return isEmpty() ? End.EMPTY : End.USED_UP;
    }

    /** How many tasks share this turn. */
    abstract int weight();

    abstract boolean isEmpty();

    /** Whether there are records of partitions that were taken back. */
    abstract boolean hasRevokedRecords();

    /** The queue whose first record comes next and may be taken, or null if there is none in this round. */
    @Nullable
    abstract PartitionQueue next(RoutingRound round);

    /** Notes that the first record of the queue that {@link #next} gave was taken. */
    abstract void onTaken(PartitionQueue queue, long bytes, RoutingRound round);
}
