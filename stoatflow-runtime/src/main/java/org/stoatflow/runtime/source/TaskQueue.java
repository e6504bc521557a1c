package org.stoatflow.runtime.source;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * The queues of one task: the source partitions with the same number, of one stage. The record with the smallest
 * timestamp comes first, once the task waits for no other partition ({@code max.task.idle.ms}). Owner: the dispatcher's
 * thread.
 */
final class TaskQueue extends Turn {
    /** Of records with equal timestamps, the one of the source that was added to the topology first goes first. */
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

    /** Takes in a queue that was empty, and is no more. */
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

    @Override
    boolean hasRevokedRecords() {
        return filled.stream().anyMatch(PartitionQueue::isRevoked);
    }

    List<PartitionQueue> queues() {
        return queues;
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

    /**
     * Takes in that a record of the queue was taken. The queue is the one that {@link #next} gave, and nothing came in
     * between.
     */
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
                if (isAwaited(queue, round.nowNs())) {
                    awaited++;
                }
            }
        }
        return awaited > 0;
    }

    private boolean isAwaited(PartitionQueue queue, long nowNs) {
        return queue.isHeld() ? queue.isAwaitedWhileHeld() : queue.isEmpty() && idle.isWorthWaitingFor(queue, nowNs);
    }

    // ---- among aligned tasks

    /**
     * Bytes that this task has been given. When the task gets records after it had none, the number rises to that of
     * the others.
     */
    long servedBytes() {
        return servedBytes;
    }

    /** Raises the served bytes to this many: a task that had no records does not make up for it. */
    void atLeastServed(long bytes) {
        servedBytes = Math.max(servedBytes, bytes);
    }

    /** The place in the topology of the source that was added first. */
    int firstEntry() {
        return queues.getFirst().entry().id();
    }

    int partition() {
        return queues.getFirst().partition().partition();
    }
}
