package org.stoatflow.runtime.restoring;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.stoatflow.runtime.cluster.ClusterTopics;
import org.stoatflow.runtime.cluster.NoAnswerException;

/**
 * The group whose owner is followed. Any thread.
 *
 * @param id the group's
 * @param requestTimeout bound of each request to the brokers
 */
public record FollowedGroup(ClusterTopics cluster, String id, Duration requestTimeout) {
    /** The committed offsets of those partitions that have one; does not ask where there are no partitions. */
    Map<TopicPartition, Long> committed(Collection<TopicPartition> partitions) {
        return partitions.isEmpty() ? Map.of() : cluster.committed(id, partitions);
    }

    /**
     * The same for who asks again.
     *
     * @throws TimeoutException if the brokers do not answer in time
     */
    Map<TopicPartition, Long> committedInTime(Collection<TopicPartition> partitions) {
        try {
            return committed(partitions);
        } catch (NoAnswerException late) {
            throw new TimeoutException(late.getMessage(), late);
        }
    }
}
