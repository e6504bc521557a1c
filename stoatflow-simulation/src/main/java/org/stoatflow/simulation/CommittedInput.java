package org.stoatflow.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.stoatflow.memorykafka.ClusterView;

/** How far the input of each partition is committed, where logs may have lost records and offsets may be of these. */
final class CommittedInput {
    private final ClusterView cluster;
    private final Map<TopicPartition, Integer> upTo = new HashMap<>();
    private final Map<TopicPartition, List<Loss>> losses = new HashMap<>();

    /**
     * The end of what a log has kept.
     *
     * @param leaderEpoch of the leader that goes on there
     * @param stale the committed offset at that time, which says nothing of what is written since
     */
    private record Loss(
            long offset, int leaderEpoch, @Nullable OffsetAndMetadata stale) {
        boolean isAfter(OffsetAndMetadata committed) {
            return committed.equals(stale) || committed.leaderEpoch().orElse(leaderEpoch) < leaderEpoch;
        }
    }

    CommittedInput(ClusterView cluster) {
        this.cluster = cluster;
    }

    /** The offset before which all records of the log as it is now are committed. */
    long offset(TopicPartition partition) {
        OffsetAndMetadata committed = cluster.committedWithMetadata(Setup.APPLICATION, partition);
        if (committed == null) {
            return 0;
        }
        long offset = committed.offset();
        for (Loss loss : losses.getOrDefault(partition, List.of())) {
            if (loss.isAfter(committed)) {
                offset = Math.min(offset, loss.offset());
            }
        }
        return offset;
    }

    /** How many records of the partition are known to be committed. */
    int upTo(TopicPartition partition) {
        return upTo.getOrDefault(partition, 0);
    }

    void reach(TopicPartition partition, int records) {
        upTo.put(partition, records);
    }

    /** The log ends at the offset from now on, and another leader goes on there. */
    void onLost(TopicPartition partition, long offset) {
        losses.computeIfAbsent(partition, none -> new ArrayList<>())
                .add(new Loss(
                        offset,
                        cluster.leaderEpoch(partition) + 1,
                        cluster.committedWithMetadata(Setup.APPLICATION, partition)));
    }
}
