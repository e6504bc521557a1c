package org.stoatflow.runtime.source;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.stoatflow.runtime.epoch.SourcePosition;
import org.stoatflow.runtime.plan.Entry;
import org.stoatflow.runtime.plan.Plan;

/**
 * The queues of all source partitions: fills them from polls, and says from which the next record comes. Owner: the
 * dispatcher's thread.
 */
final class SourceQueues {
    /** Of equal timestamps, the source that was added to the topology first goes first. */
    private static final Comparator<PartitionQueue> TIE_ORDER = Comparator.<PartitionQueue>comparingInt(
                    queue -> queue.entry().id())
            .thenComparing(queue -> queue.partition().topic())
            .thenComparingInt(queue -> queue.partition().partition());

    private final Map<TopicPartition, PartitionQueue> queues = new LinkedHashMap<>();
    private final Map<String, Entry.Source> entryOfTopic = new HashMap<>();
    private final List<Group> groups = new ArrayList<>();
    private final Predicate<TopicPartition> mayHaveMore;
    private final long idleNs;
    private final SourceFigures figures;
    private int records;
    private boolean passedOnly;

    /** The queues of entries that are merged by timestamp, or of one topic that needs no order. */
    private record Group(Set<Entry.Source> entries, boolean ordered, List<PartitionQueue> queues) {}

    /**
     * @param mayHaveMore whether the broker has more records of a partition than were polled, or nobody knows
     * @param idleNs how long to wait for a partition of which it is known that the broker has no more; negative for no
     *     wait at all ({@code max.task.idle.ms})
     * @param figures counts what is taken
     */
    SourceQueues(Plan plan, Predicate<TopicPartition> mayHaveMore, long idleNs, SourceFigures figures) {
        this.mayHaveMore = mayHaveMore;
        this.idleNs = idleNs;
        this.figures = figures;
        for (Entry.Source entry : plan.sourceEntries()) {
            entry.node().topics().forEach(topic -> entryOfTopic.put(topic, entry));
        }
        for (Set<Entry.Source> entries : MergeGroups.of(plan)) {
            groups.add(new Group(entries, MergeGroups.needsOrder(entries), new ArrayList<>()));
        }
    }

    /** Adds a partition that is owned from now on. */
    void add(TopicPartition partition, long partitionTime) {
        Entry.Source entry = entryOfTopic.get(partition.topic());
        if (entry == null) {
            throw new IllegalArgumentException("partition " + partition + " belongs to no source of the topology");
        }
        PartitionQueue queue = new PartitionQueue(partition, entry, partitionTime, figures.of(partition));
        queues.put(partition, queue);
        for (Group group : groups) {
            if (group.entries().contains(entry)) {
                group.queues().add(queue);
                group.queues().sort(TIE_ORDER);
            }
        }
    }

    Collection<PartitionQueue> all() {
        return queues.values();
    }

    /** Records that are polled and not handed out. */
    int records() {
        return records;
    }

    void fill(ConsumerRecords<byte[], byte[]> polled) {
        for (TopicPartition partition : polled.partitions()) {
            PartitionQueue queue = queueOf(partition);
            if (queue != null) {
                records += queue.add(polled.records(partition));
            }
        }
        polled.nextOffsets().forEach((partition, next) -> {
            PartitionQueue queue = queueOf(partition);
            if (queue != null && queue.polledUpTo(next) && queue.isEmpty()) {
                passedOnly = true;
            }
        });
    }

    /** See {@link PartitionQueue#forgetPolled}. */
    void forgetPolled(Collection<TopicPartition> partitions) {
        for (TopicPartition partition : partitions) {
            PartitionQueue queue = queueOf(partition);
            if (queue != null) {
                queue.forgetPolled();
            }
        }
    }

    private @Nullable PartitionQueue queueOf(TopicPartition partition) {
        return queues.get(partition);
    }

    /**
     * Hands up to {@code most} records to the hand-out, in order.
     *
     * @return how many
     */
    int drain(int most, long nowNs, Taker taker) {
        int taken = 0;
        for (Group group : groups) {
            taken += group.ordered()
                    ? drainOrdered(group, most - taken, nowNs, taker)
                    : drainFreely(group, most - taken, taker);
        }
        records -= taken;
        return taken;
    }

    private static int drainFreely(Group group, int most, Taker taker) {
        int taken = 0;
        for (PartitionQueue queue : group.queues()) {
            while (taken < most && !queue.isEmpty() && taker.mayTake(queue)) {
                taker.take(queue);
                taken++;
            }
        }
        return taken;
    }

    private int drainOrdered(Group group, int most, long nowNs, Taker taker) {
        group.queues().forEach(queue -> awaitIfEmpty(queue, nowNs));
        int taken = 0;
        while (taken < most) {
            PartitionQueue earliest = null;
            for (PartitionQueue queue : group.queues()) {
                if (!queue.isEmpty()
                        && (earliest == null || queue.headTimestamp() < earliest.headTimestamp())
                        && !waitsForAnother(queue, group)) {
                    earliest = queue;
                }
            }
            if (earliest == null || !taker.mayTake(earliest)) {
                break;
            }
            taker.take(earliest);
            awaitIfEmpty(earliest, nowNs);
            taken++;
        }
        return taken;
    }

    private void awaitIfEmpty(PartitionQueue queue, long nowNs) {
        if (queue.isEmpty()) {
            queue.await(idleNs >= 0 && mayHaveMore.test(queue.partition()), idleNs, nowNs);
        }
    }

    /** Whether a record with a smaller timestamp may still come for the same virtual partition of the stage. */
    private static boolean waitsForAnother(PartitionQueue queue, Group group) {
        for (PartitionQueue other : group.queues()) {
            if (other.isAwaited()
                    && other.entry().stage() == queue.entry().stage()
                    && other.partition().partition() == queue.partition().partition()) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether a partition has come further without a record to hand out, past aborted ones or markers, since
     * {@link #positions} was last asked.
     */
    boolean havePassed() {
        return passedOnly;
    }

    /** Where each partition goes on after what has been handed out. */
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

    /** Takes the next record of a queue. */
    @FunctionalInterface
    interface Taker {
        void take(PartitionQueue queue);

        /** Whether the next record may be taken now; asked before each. */
        default boolean mayTake(PartitionQueue queue) {
            return true;
        }
    }
}
