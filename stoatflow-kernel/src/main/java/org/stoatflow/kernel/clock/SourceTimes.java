package org.stoatflow.kernel.clock;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLongArray;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.epoch.SourcePosition;
import org.stoatflow.kernel.plan.Entry;
import org.stoatflow.kernel.plan.OwnedPartitions;
import org.stoatflow.kernel.plan.Plan;

/**
 * Partition time: for each owned source partition the highest timestamp that was extracted of its records, except for
 * records that the deserialization handler or a negative timestamp has dropped. A run begins with the times that the
 * committed offsets carry. Lanes tell the epoch of their work what they have extracted, each partition in a slot of its
 * own, and the committer reads the epoch's slots.
 *
 * <p>Of a partition of a hop's topic the dispatcher tells the time, with the position (docs/design/040).
 *
 * <p>Threads: {@code committed} and {@code ofOthers} are the committer's, and {@link #committed} is for any thread.
 * Everything else does not change.
 */
public final class SourceTimes {
    static final long UNKNOWN = StreamTimes.UNKNOWN;

    private final int firstSlot;
    private final Map<String, Integer> firstOfTopic = new HashMap<>();
    private final Map<String, OwnedPartitions> ownedOf = new HashMap<>();
    private final long[] begun;

    /**
     * Shared. Written by: committer. Read by: status. Safe: atomic, one writer; rises only. Proof: SharedFieldsTest.
     */
    private final AtomicLongArray committed;

    private final Map<TopicPartition, Long> ofOthers = new HashMap<>(); // of partitions that are no source's

    /**
     * @param firstSlot the first slot after those of operators, among the times that epochs observe
     * @param committedTimes of the source partitions that are read, -1 where a partition begins without one
     */
    public SourceTimes(Plan plan, int firstSlot, Map<TopicPartition, Long> committedTimes) {
        this.firstSlot = firstSlot;
        int count = 0;
        for (Entry.Source source : plan.sourceEntries()) {
            OwnedPartitions owned = plan.stageOf(source).owned();
            for (String topic : source.node().topics()) {
                firstOfTopic.put(topic, count);
                ownedOf.put(topic, owned);
                count += owned.count();
            }
        }
        begun = new long[count];
        Arrays.fill(begun, UNKNOWN);
        committedTimes.forEach((partition, time) -> {
            int at = indexOf(partition);
            if (at >= 0) {
                begun[at] = time;
            } else {
                ofOthers.put(partition, time);
            }
        });
        committed = new AtomicLongArray(begun);
    }

    /** The times of an application that reads nothing. */
    SourceTimes() {
        firstSlot = 0;
        begun = new long[0];
        committed = new AtomicLongArray(0);
    }

    /** The number of owned source partitions. */
    public int count() {
        return begun.length;
    }

    /**
     * The slot in which epochs observe the time of the topic's first owned partition. The slots of the other owned ones
     * follow.
     */
    int slot(String topic) {
        Integer first = firstOfTopic.get(topic);
        if (first == null) {
            throw new IllegalArgumentException(
                    "topic=" + topic + " is none of the sources', which are " + firstOfTopic.keySet());
        }
        return firstSlot + first;
    }

    /** The number of slots of the topics of one source node. These slots are consecutive. */
    int slots(List<String> topics) {
        return topics.stream()
                .map(ownedOf::get)
                .filter(Objects::nonNull)
                .mapToInt(OwnedPartitions::count)
                .sum();
    }

    /** The time with which the run begins, by slot. */
    long begun(int slot) {
        return begun[slot - firstSlot];
    }

    /**
     * Where each source partition goes on after the epoch, with its partition time. The committer calls this for
     * complete epochs in their order, and may repeat it for the last one. Committer only.
     */
    public Map<TopicPartition, SourcePosition> positions(Epoch epoch) {
        Map<TopicPartition, SourcePosition> positions = new HashMap<>();
        epoch.positions().forEach((partition, position) -> {
            int at = indexOf(partition);
            positions.put(partition, position.withPartitionTime(at < 0 ? rise(partition, position) : rise(at, epoch)));
        });
        return positions;
    }

    private long rise(TopicPartition other, SourcePosition position) {
        return ofOthers.merge(other, position.partitionTime(), Math::max);
    }

    private long rise(int at, Epoch epoch) {
        long risen = Math.max(committed.get(at), epoch.observed(firstSlot + at));
        committed.setRelease(at, risen);
        return risen;
    }

    /** The time of a partition in what was given to be committed last; -1 where there is none. Any thread. */
    public long committed(TopicPartition partition) {
        int at = indexOf(partition);
        return at < 0 ? UNKNOWN : committed.get(at);
    }

    /** The index of a partition, -1 if the plan does not have it here. */
    private int indexOf(TopicPartition partition) {
        Integer first = firstOfTopic.get(partition.topic());
        OwnedPartitions owned = ownedOf.get(partition.topic());
        return first == null || owned == null || !owned.has(partition.partition())
                ? -1
                : first + owned.slotOf(partition.partition());
    }
}
