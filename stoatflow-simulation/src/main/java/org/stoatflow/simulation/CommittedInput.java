package org.stoatflow.simulation;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.stoatflow.memorykafka.ClusterView;

/** How far the input of each partition is committed, where logs may have lost records and offsets may be of these. */
final class CommittedInput {
    private final ClusterView cluster;
    private final Map<TopicPartition, Integer> upTo = new HashMap<>();
    private final Map<TopicPartition, Loss> losses = new HashMap<>();

    /**
     * The end of what a log has kept.
     *
     * @param stale the committed offset at that time, which says nothing of what is written since
     */
    private record Loss(long offset, @Nullable OffsetAndMetadata stale) {}

    CommittedInput(ClusterView cluster) {
        this.cluster = cluster;
    }

    /** The offset before which all records of the log as it is now are committed. */
    long offset(TopicPartition partition) {
        OffsetAndMetadata committed = cluster.committedWithMetadata(Setup.APPLICATION, partition);
        Loss loss = losses.get(partition);
        if (committed == null || loss == null) {
            return committed == null ? 0 : committed.offset();
        }
        int newest = cluster.leaderEpoch(partition);
        boolean isStale =
                committed.equals(loss.stale()) || committed.leaderEpoch().orElse(newest) < newest;
        return isStale ? Math.min(committed.offset(), loss.offset()) : committed.offset();
    }

    /** How many records of the partition are known to be committed. */
    int upTo(TopicPartition partition) {
        return upTo.getOrDefault(partition, 0);
    }

    void reach(TopicPartition partition, int records) {
        upTo.put(partition, records);
    }

    /** The log ends at the offset now. */
    void onLost(TopicPartition partition, long offset) {
        losses.put(partition, new Loss(offset, cluster.committedWithMetadata(Setup.APPLICATION, partition)));
    }
}
