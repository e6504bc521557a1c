package org.stoatflow.runtime.source;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.epoch.SourcePosition;
import org.stoatflow.kernel.plan.Entry;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.restore.PolledRecords;

/**
 * The queues of all source partitions: fills them from polls, and hands their records out. Records of a task come in
 * the task's order ({@link SourceOrder}). Tasks take turns, so that none starves where room is short. Owner: the
 * dispatcher's thread.
 */
final class SourceQueues {
    private final Map<TopicPartition, PartitionQueue> queues = new LinkedHashMap<>();
    private final Map<String, Entry.Node> entryOfTopic = new HashMap<>();
    private final Map<TaskKey, TaskQueue> tasks = new HashMap<>();
    private final Map<Integer, AlignedTasks> alignedStages = new HashMap<>();
    private final Map<PartitionQueue, TaskQueue> taskOf = new HashMap<>();
    private final ArrayDeque<Turn> line = new ArrayDeque<>(); // turns with records, in their order
    private final ArrayDeque<Turn> blocked = new ArrayDeque<>(); // empty except during a round
    private final IdleWait idle;
    private final SourceCounters counters;
    private final LeftoverHold hold;
    private int records;
    private boolean passedOnly;

    private record TaskKey(int stage, int partition) {}

    /**
     * @param counters counts the records that are taken
     * @param hold what waits for records that an owner before has left
     */
    SourceQueues(Plan plan, IdleWait idle, SourceCounters counters, LeftoverHold hold) {
        this.idle = idle;
        this.counters = counters;
        this.hold = hold;
        plan.sourceEntries().forEach(entry -> entry.node().topics().forEach(topic -> entryOfTopic.put(topic, entry)));
        plan.hopEnds().forEach(end -> entryOfTopic.put(end.hop().topic(), end));
        List<Entry.Node> read = new ArrayList<>(plan.sourceEntries());
        read.addAll(hold.hops());
        for (Set<Entry.Node> group : SourceOrder.groups(plan, read)) {
            if (SourceOrder.isAligned(plan, group)) {
                AlignedTasks aligned = new AlignedTasks(plan, group, idle);
                group.forEach(entry -> alignedStages.put(entry.stage(), aligned));
            }
        }
    }

    /**
     * Adds a partition that this instance owns from now on.
     *
     * @param begin the offset at which the run begins in it
     */
    void add(TopicPartition partition, long begin) {
        Entry.Node entry = entryOfTopic.get(partition.topic());
        if (entry == null) {
            throw new IllegalArgumentException("partition " + partition + " belongs to no source of the topology");
        }
        PartitionQueue queue = new PartitionQueue(partition, entry, begin, counters.of(partition));
        queue.held(hold.held(entry));
        queues.put(partition, queue);
        TaskQueue task =
                tasks.computeIfAbsent(new TaskKey(entry.stage(), partition.partition()), first -> new TaskQueue(idle));
        task.add(queue);
        taskOf.put(queue, task);
        AlignedTasks aligned = alignedStages.get(entry.stage());
        if (aligned != null) {
            aligned.add(queue);
        }
    }

    Collection<PartitionQueue> all() {
        return queues.values();
    }

    /** How many records are polled and not handed out. */
    int records() {
        return records;
    }

    /** Whether what wraps the consumer is known to keep records back for later polls. */
    boolean areKeptBack() {
        for (PartitionQueue queue : queues.values()) {
            if (queue.isKeptBack()) {
                return true;
            }
        }
        return false;
    }

    /** Queues what a poll has brought, and notes where the consumer goes on. */
    void fill(PolledRecords polled) {
        for (TopicPartition partition : polled.partitions()) {
            PartitionQueue queue = queueOf(partition);
            if (queue != null && !queue.isOfBefore(polled)) {
                boolean wasEmpty = queue.isEmpty();
                records += queue.add(polled.of(partition));
                polled.end(partition).ifPresent(next -> polledUpTo(queue, next));
                if (wasEmpty && !queue.isEmpty() && !queue.isHeld()) {
                    onFilled(queue);
                }
            }
        }
    }

    /**
     * Notes where the consumer stands, of which no poll may have told: an interceptor has dropped all that came. Of a
     * paused partition, what wraps the consumer may hold records that it hands out later.
     *
     * @param positions asks the consumer; empty where it does not know
     */
    void takePositions(Function<TopicPartition, Optional<OffsetAndMetadata>> positions) {
        for (PartitionQueue queue : queues.values()) {
            if (queue.isRevoked() || queue.isPaused()) {
                continue; // a partition that was given back is another one
            }
            positions.apply(queue.partition()).filter(queue::isNews).ifPresent(next -> polledUpTo(queue, next));
        }
    }

    /** Whether the consumer has gone further in a partition than anybody has told, or does not say where it stands. */
    boolean areBehind(Function<TopicPartition, Optional<OffsetAndMetadata>> positions) {
        for (PartitionQueue queue : queues.values()) {
            if (positions.apply(queue.partition()).map(queue::isNews).orElse(true)) {
                return true;
            }
        }
        return false;
    }

    private void polledUpTo(PartitionQueue queue, OffsetAndMetadata next) {
        if (queue.polledUpTo(next) && queue.isEmpty()) {
            passedOnly = true;
        }
    }

    private void onFilled(PartitionQueue queue) {
        TaskQueue task = Objects.requireNonNull(taskOf.get(queue));
        AlignedTasks aligned = alignedStages.get(queue.entry().stage());
        task.onFilled(queue);
        if (aligned != null) {
            aligned.onFilled(task);
        }
        Turn turn = aligned == null ? task : aligned;
        if (!turn.isWaiting()) {
            turn.waiting(true);
            line.addLast(turn);
        }
    }

    /**
     * Lets go of the queues that need not wait any more for what an owner before has left. To be called once what was
     * handed out is in the lanes' inboxes.
     */
    void letGo(long nowNs) {
        if (hold.isOver() || !hold.hasEnded(this::queueOf, nowNs)) {
            return;
        }
        for (PartitionQueue queue : queues.values()) {
            if (queue.isHeld()) {
                queue.held(hold.held(queue.entry()));
                if (!queue.isHeld() && !queue.isEmpty()) {
                    onFilled(queue);
                }
            }
        }
    }

    /** Whether queues are held, since records that an owner before has left are not all handed out. */
    boolean isHolding() {
        return !hold.isOver();
    }

    /** See {@link PartitionQueue#goOnAt}. */
    void goOnAt(Map<TopicPartition, LogCut> cuts) {
        hold.onLogCut(cuts);
        cuts.forEach((partition, cut) -> {
            PartitionQueue queue = queueOf(partition);
            if (queue != null) {
                queue.goOnAt(cut);
                passedOnly |= queue.isEmpty();
            }
        });
    }

    /**
     * Takes in which partitions were taken back: nothing more comes of them. The records that are queued stay.
     */
    void revoke(Set<TopicPartition> all) {
        for (TopicPartition partition : all) { // mostly none; called after each poll
            PartitionQueue queue = queueOf(partition);
            if (queue != null) {
                queue.revoke();
            }
        }
    }

    /** Whether records are queued of partitions that were taken back, and are not held. */
    boolean hasRevokedRecords() {
        return queues.values().stream().anyMatch(queue -> queue.isRevoked() && !queue.isEmpty() && !queue.isHeld());
    }

    private @Nullable PartitionQueue queueOf(TopicPartition partition) {
        return queues.get(partition);
    }

    /**
     * Hands out records in turns, until nothing more may go or one of the bounds is reached. Turns that were blocked
     * come first the next time.
     *
     * @param room what may go out
     * @param revokedOnly whether to serve only tasks that have records of partitions that were taken back
     * @return how many records
     */
    int drain(EpochCapacity.Room room, long nowNs, RoutingRound.Taker taker, boolean revokedOnly) {
        idle.begin();
        RoutingRound round = new RoutingRound(room, nowNs, taker);
        while (!line.isEmpty() && !round.isOver()) {
            Turn turn = line.getFirst();
            Turn.End end = revokedOnly && !turn.hasRevokedRecords() ? Turn.End.BLOCKED : turn.serve(round);
            if (end == Turn.End.ROUND_OVER) {
                break;
            }
            line.removeFirst();
            switch (end) {
                case EMPTY -> turn.waiting(false);
                case BLOCKED -> blocked.addLast(turn);
                case USED_UP, ROUND_OVER -> line.addLast(turn);
            }
        }
        while (!blocked.isEmpty()) {
            line.addFirst(blocked.removeLast());
        }
        records -= round.taken();
        return round.taken();
    }

    /** How long, from the last {@link #drain} on, until records that waited for others may go ({@link IdleWait}). */
    long idleLeftNs() {
        return idle.leftNs();
    }

    /**
     * Whether a partition has moved past aborted records, markers or deleted records, without a record to hand out,
     * since {@link #positions} was last called.
     */
    boolean havePassed() {
        return passedOnly;
    }

    /**
     * What is wrong with the position of a partition, if anything: a cut must not commit it.
     *
     * @return a sentence that names the partition
     */
    Optional<String> fault() {
        for (PartitionQueue queue : queues.values()) {
            Optional<String> fault = queue.fault();
            if (fault.isPresent()) {
                return Optional.of("of " + queue.partition() + " " + fault.get());
            }
        }
        return Optional.empty();
    }

    /** Where each partition goes on after the records that were handed out. */
    Map<TopicPartition, SourcePosition> positions() {
        passedOnly = false;
        Map<TopicPartition, SourcePosition> positions = new HashMap<>();
        for (PartitionQueue queue : queues.values()) {
            SourcePosition position = queue.position();
            if (position != null) {
                positions.put(queue.partition(), position);
            }
        }
        return positions;
    }
}
