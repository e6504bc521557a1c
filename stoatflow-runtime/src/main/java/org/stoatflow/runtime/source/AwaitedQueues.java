package org.stoatflow.runtime.source;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.plan.Entry;

/**
 * The queues of sources that records of another source meet behind a hop, and must not overtake. Such a record waits
 * while one of the queues has an earlier record that could not go in this round, or is empty and worth waiting for.
 * Owner: the dispatcher's thread.
 */
final class AwaitedQueues {
    private final IdleWait idle;
    private final BitSet entries = new BitSet();
    private final List<PartitionQueue> queues = new ArrayList<>();
    private @Nullable RoutingRound lookedIn;
    private boolean anyToCome;
    private long earliestPassed;

    AwaitedQueues(Collection<Entry.Source> awaited, IdleWait idle) {
        awaited.forEach(entry -> entries.set(entry.id()));
        this.idle = idle;
    }

    /** Adds the queue if it is one of a source that is waited for. */
    void add(PartitionQueue queue) {
        if (contains(queue)) {
            queues.add(queue);
        }
    }

    /** Whether a record of this timestamp must wait in this round. */
    boolean holdBack(long timestamp, RoutingRound round) {
        begin(round);
        return anyToCome || earliestPassed < timestamp;
    }

    /** Notes that nothing more of this queue can go in this round. */
    void onPassed(PartitionQueue queue, RoutingRound round) {
        if (contains(queue) && !queue.isEmpty()) {
            begin(round);
            earliestPassed = Math.min(earliestPassed, queue.headTimestamp());
        }
    }

    /** Notes that the queue's last record was taken. */
    void onEmpty(PartitionQueue queue, RoutingRound round) {
        if (contains(queue)) {
            begin(round);
            anyToCome |= idle.isWorthWaitingAcrossStages(queue, round.nowNs());
        }
    }

    private boolean contains(PartitionQueue queue) {
        return entries.get(queue.entry().id());
    }

    private void begin(RoutingRound round) {
        if (lookedIn == round) {
            return;
        }
        lookedIn = round;
        anyToCome = false;
        earliestPassed = Long.MAX_VALUE;
        for (PartitionQueue queue : queues) { // all are asked, so that the times of all begin
            if (queue.isEmpty()) {
                anyToCome |= idle.isWorthWaitingAcrossStages(queue, round.nowNs());
            }
        }
    }
}
