package org.stoatflow.runtime.source;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * The queues of one task: the source partitions of one number of one stage. The record with the smallest timestamp
 * comes first, once no other partition of the task is awaited ({@code max.task.idle.ms}). Owner: the dispatcher's
 * thread.
 */
final class TaskQueue extends Turn {
    /** Of equal timestamps, the source that was added to the topology first goes first. */
    private static final Comparator<PartitionQueue> EARLIEST_FIRST = Comparator.comparingLong(
                    PartitionQueue::headTimestamp)
            .thenComparingInt(queue -> queue.entry().id())
            .thenComparing(queue -> queue.partition().topic());

    private final IdleWait idle;
    private final List<PartitionQueue> queues = new ArrayList<>();
    private final PriorityQueue<PartitionQueue> filled = new PriorityQueue<>(EARLIEST_FIRST);
    private @Nullable RoutingRound lookedIn;
    private int awaited;
    private long servedBytes;

    TaskQueue(IdleWait idle) {
        this.idle = idle;
    }

    void add(PartitionQueue queue) {
        queues.add(queue);
    }

    /** The queue was empty, and is no more. */
    void onFilled(PartitionQueue queue) {
        filled.add(queue);
    }

    @Override
    int weight() {
        return 1;
    }

    @Override
    boolean isEmpty() {
        return filled.isEmpty();
    }

    /** Timestamp of the next record; the task must not be empty. */
    long headTimestamp() {
        return filled.element().headTimestamp();
    }

    @Override
    @Nullable
    PartitionQueue next(RoutingRound round) {
        PartitionQueue head = filled.peek();
        return head == null || isAnyAwaited(round) || !round.mayTake(head) ? null : head;
    }

    /** The same queue that {@link #next} gave: nothing has come in between. */
    @Override
    void onTaken(PartitionQueue queue, long bytes, RoutingRound round) {
        filled.remove();
        servedBytes += bytes;
        if (!queue.isEmpty()) {
            filled.add(queue);
        } else if (queues.size() > 1 && idle.isWorthWaitingFor(queue, round.nowNs())) {
            awaited++;
        }
    }

    private boolean isAnyAwaited(RoutingRound round) {
        if (queues.size() > 1 && lookedIn != round) {
            lookedIn = round;
            awaited = 0;
            for (PartitionQueue queue : queues) {
                if (queue.isEmpty() && idle.isWorthWaitingFor(queue, round.nowNs())) {
                    awaited++;
                }
            }
        }
        return awaited > 0;
    }

    // ---- among aligned tasks

    /** Bytes that have been handed out, or that others had been given before this task had any. */
    long servedBytes() {
        return servedBytes;
    }

    /** A task that had nothing does not make up for it. */
    void atLeastServed(long bytes) {
        servedBytes = Math.max(servedBytes, bytes);
    }

    /** The source that was added to the topology first. */
    int firstEntry() {
        return queues.getFirst().entry().id();
    }

    int partition() {
        return queues.getFirst().partition().partition();
    }
}
