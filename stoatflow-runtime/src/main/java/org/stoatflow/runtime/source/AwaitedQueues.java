package org.stoatflow.runtime.source;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.plan.Entry;

/**
 * The queues of sources that records of another source meet behind a hop, and must not overtake. Such a record waits
 * while one of the queues has an earlier record that could not go in this round, or is empty, worth waiting for, and
 * has not come as far as the record's time. Owner: the dispatcher's thread.
 */
final class AwaitedQueues {
    private final IdleWait idle;
    private final BitSet entries = new BitSet();
    private final List<PartitionQueue> queues = new ArrayList<>();
    private @Nullable RoutingRound round;
    private boolean isAsked; // whether anybody has asked for the empty queues in this round
    private long earliestToCome;
    private long earliestPassed;

    AwaitedQueues(Collection<? extends Entry> awaited, IdleWait idle) {
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
    boolean holdBack(long timestamp, RoutingRound now) {
        begin(now);
        if (!isAsked) {
            isAsked = true;
            for (PartitionQueue queue : queues) { // all are asked, so that the times of all begin
                awaitRecordsOf(queue);
            }
        }
        return Math.min(earliestToCome, earliestPassed) < timestamp;
    }

    /** Notes that nothing more of this queue can go in this round. */
    void onPassed(PartitionQueue queue, RoutingRound now) {
        if (contains(queue) && !queue.isEmpty() && !queue.isHeld()) {
            begin(now);
            earliestPassed = Math.min(earliestPassed, queue.headTimestamp());
        }
    }

    /** Notes that the queue's last record was taken. */
    void onEmpty(PartitionQueue queue, RoutingRound now) {
        if (contains(queue)) {
            begin(now);
            if (isAsked) {
                awaitRecordsOf(queue);
            }
        }
    }

    /** What comes of an empty queue is as late as what was taken of it, at least if its records are in order. */
    private void awaitRecordsOf(PartitionQueue queue) {
        if (queue.isEmpty() && !queue.isHeld() && idle.isWorthWaitingAcrossStages(queue, now().nowNs())) {
            earliestToCome = Math.min(earliestToCome, queue.takenUpTo());
        }
    }

    private RoutingRound now() {
        return Objects.requireNonNull(round);
    }

    private boolean contains(PartitionQueue queue) {
        return entries.get(queue.entry().id());
    }

    private void begin(RoutingRound now) {
        if (round == now) {
            return;
        }
        round = now;
        isAsked = false;
        earliestToCome = Long.MAX_VALUE;
        earliestPassed = Long.MAX_VALUE;
    }
}
