package org.stoatflow.runtime.source;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.plan.Entry;
import org.stoatflow.kernel.plan.Plan;

/**
 * Tasks of several stages whose records meet in a stage further down. The task with the earliest record goes first. A
 * task that is blocked or waits is passed over for the round, and so are the later records of those tasks that must not
 * overtake it ({@link AwaitedQueues}). Kafka Streams has this order only where the records meet, in their repartition
 * topics; here it holds among the records that have been polled. Owner: the dispatcher's thread.
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

    private final @Nullable AwaitedQueues[] awaitedBy; // by entry
    private final List<AwaitedQueues> allAwaited = new ArrayList<>();
    private final Set<TaskQueue> filled = new LinkedHashSet<>();
    private final PriorityQueue<TaskQueue> order = new PriorityQueue<>(EARLIEST_FIRST); // in one round
    private @Nullable RoutingRound orderedIn;
    private long servedBytes; // of the task that was served last

    AlignedTasks(Plan plan, Collection<Entry.Node> group, IdleWait idle) {
        this.awaitedBy = new AwaitedQueues[plan.entries().size()];
        Map<Set<Entry.Source>, AwaitedQueues> shared = new HashMap<>();
        for (Entry.Node entry : group) {
            Set<Entry.Source> awaited = SourceOrder.awaited(plan, entry);
            if (!awaited.isEmpty()) {
                awaitedBy[entry.id()] = shared.computeIfAbsent(awaited, same -> new AwaitedQueues(same, idle));
            }
        }
        allAwaited.addAll(shared.values());
    }

    /** Takes in a queue of one of the tasks. */
    void add(PartitionQueue queue) {
        allAwaited.forEach(awaited -> awaited.add(queue));
    }

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
    boolean hasRevokedRecords() {
        return filled.stream().anyMatch(TaskQueue::hasRevokedRecords);
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
            if (next != null && !mustWait(next, round)) {
                return next;
            }
            passOver(order.remove(), round);
        }
        return null;
    }

    private boolean mustWait(PartitionQueue queue, RoutingRound round) {
        AwaitedQueues awaited = awaitedBy[queue.entry().id()];
        return awaited != null && awaited.holdBack(queue.headTimestamp(), round);
    }

    /** A task that waits for a queue which is given up holds back nobody else. */
    private void passOver(TaskQueue task, RoutingRound round) {
        if (task.queues().stream().anyMatch(queue -> queue.awaited().isGivenUp())) {
            return;
        }
        for (AwaitedQueues awaited : allAwaited) {
            task.queues().forEach(queue -> awaited.onPassed(queue, round));
        }
    }

    @Override
    void onTaken(PartitionQueue queue, long bytes, RoutingRound round) {
        TaskQueue task = order.remove();
        task.onTaken(queue, bytes, round);
        servedBytes = task.servedBytes();
        if (queue.isEmpty()) {
            allAwaited.forEach(awaited -> awaited.onEmpty(queue, round));
        }
        if (task.isEmpty()) {
            filled.remove(task);
        } else {
            order.add(task);
        }
    }
}
