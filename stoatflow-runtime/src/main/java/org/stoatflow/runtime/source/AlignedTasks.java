package org.stoatflow.runtime.source;

import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.PriorityQueue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tasks of several stages whose records meet in a stage further down. The task with the earliest record goes first. A
 * task that is blocked or waits is passed over for the round. Kafka Streams has this order only where the records meet,
 * in their repartition topics; here it holds among the records that have been polled. Owner: the dispatcher's thread.
 */
final class AlignedTasks extends Turn {
    /**
     * Of tasks with equal timestamps, the one that has been served least goes first. So sources without timestamps are
     * served alike.
     */
    private static final Comparator<TaskQueue> EARLIEST_FIRST = Comparator.comparingLong(TaskQueue::headTimestamp)
            .thenComparingLong(TaskQueue::servedBytes)
            .thenComparingInt(TaskQueue::firstEntry)
            .thenComparingInt(TaskQueue::partition);

    private final Set<TaskQueue> filled = new LinkedHashSet<>();
    private final PriorityQueue<TaskQueue> order = new PriorityQueue<>(EARLIEST_FIRST); // in one round
    private @Nullable RoutingRound orderedIn;
    private long servedBytes; // of the task that was served last

    /** Takes in a task that had no records, and has some now. */
    void onFilled(TaskQueue task) {
        if (filled.add(task)) {
            task.atLeastServed(servedBytes);
        }
    }

    @Override
    int weight() {
        return filled.size();
    }

    @Override
    boolean isEmpty() {
        return filled.isEmpty();
    }

    @Override
    @Nullable
    PartitionQueue next(RoutingRound round) {
        if (orderedIn != round) { // between two rounds records come and change the order
            orderedIn = round;
            order.clear();
            order.addAll(filled);
        }
        for (TaskQueue task = order.peek(); task != null; task = order.peek()) {
            PartitionQueue next = task.next(round);
            if (next != null) {
                return next;
            }
            order.remove();
        }
        return null;
    }

    @Override
    void onTaken(PartitionQueue queue, long bytes, RoutingRound round) {
        TaskQueue task = order.remove();
        task.onTaken(queue, bytes, round);
        servedBytes = task.servedBytes();
        if (task.isEmpty()) {
            filled.remove(task);
        } else {
            order.add(task);
        }
    }
}
