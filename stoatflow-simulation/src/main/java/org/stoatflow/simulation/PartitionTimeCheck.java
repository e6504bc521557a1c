package org.stoatflow.simulation;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.runtime.sink.OffsetMetadata;
import org.stoatflow.simulation.kafka.ClusterView;

/** The time that rides in each committed offset, against the input before it. */
final class PartitionTimeCheck {
    private final ClusterView cluster;
    private final Inputs inputs;
    private final boolean exactlyOnce;
    private final Map<TopicPartition, OffsetAndMetadata> looked = new HashMap<>();

    PartitionTimeCheck(ClusterView cluster, Inputs inputs, boolean exactlyOnce) {
        this.cluster = cluster;
        this.inputs = inputs;
        this.exactlyOnce = exactlyOnce;
    }

    void check(TopicPartition partition) {
        OffsetAndMetadata committed = cluster.committedWithMetadata(Setup.APPLICATION, partition);
        if (committed == null || committed.equals(looked.put(partition, committed))) {
            return;
        }
        long time = OffsetMetadata.partitionTime(committed);
        long expected = highestBefore(partition, committed.offset());
        if (time != expected) {
            throw new Violation(
                    Invariant.COMMITTED_TIME_IS_OF_INPUT,
                    "offset " + committed.offset() + " of " + partition + " is committed with time " + time
                            + ", and the highest timestamp before it is " + expected);
        }
    }

    /** What cannot be read has no timestamp. */
    private long highestBefore(TopicPartition partition, long offset) {
        return inputs.of(partition).stream()
                .filter(record -> record.offset < offset && !record.poisoned)
                .filter(record -> !exactlyOnce || record.fate == InputRecord.Fate.COMMITTED)
                .mapToLong(record -> record.timestamp)
                .max()
                .orElse(-1);
    }
}
