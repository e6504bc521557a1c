package org.stoatflow.simulation;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.memorykafka.ClusterView;
import org.stoatflow.runtime.sink.OffsetMetadata;

/** Compares the partition time in each committed offset with the input before the offset. */
final class PartitionTimeCheck {
    private final ClusterView cluster;
    private final Inputs inputs;
    private final boolean readsCommitted;
    private final boolean mayReadCommitted;
    private final Map<TopicPartition, OffsetAndMetadata> looked = new HashMap<>();
    private final Set<TopicPartition> forgotten = new HashSet<>();

    /** @param foreignOwner whether another owner runs the application too, which reads only committed records */
    PartitionTimeCheck(ClusterView cluster, Inputs inputs, boolean exactlyOnce, boolean foreignOwner) {
        this.cluster = cluster;
        this.inputs = inputs;
        this.readsCommitted = exactlyOnce;
        this.mayReadCommitted = exactlyOnce || foreignOwner;
    }

    /** The partition has lost records, whose times may be in its committed offsets. */
    void forget(TopicPartition partition) {
        forgotten.add(partition);
    }

    void check(TopicPartition partition) {
        if (forgotten.contains(partition)) {
            return;
        }
        OffsetAndMetadata committed = cluster.committedWithMetadata(Setup.APPLICATION, partition);
        if (committed == null || committed.equals(looked.put(partition, committed))) {
            return;
        }
        long time = OffsetMetadata.partitionTime(committed);
        long least = highestBefore(partition, committed.offset(), mayReadCommitted);
        long expected = highestBefore(partition, committed.offset(), readsCommitted);
        if (time < least || time > expected) {
            throw new Violation(
                    Invariant.COMMITTED_TIME_IS_OF_INPUT,
                    "offset " + committed.offset() + " of " + partition + " is committed with time " + time
                            + ", and the highest timestamp before it is " + expected);
        }
    }

    /** The highest timestamp before an offset. A record that cannot be read has no timestamp. */
    private long highestBefore(TopicPartition partition, long offset, boolean committedOnly) {
        return inputs.of(partition).stream()
                .filter(record -> record.offset < offset && !record.poisoned)
                .filter(record -> !committedOnly || record.fate == InputRecord.Fate.COMMITTED)
                .mapToLong(record -> record.timestamp)
                .max()
                .orElse(-1);
    }
}
