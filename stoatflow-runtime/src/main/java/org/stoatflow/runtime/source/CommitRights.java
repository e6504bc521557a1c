package org.stoatflow.runtime.source;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * In whose name source positions are committed, and of which partitions none are. Both are of one poll: a partition
 * that is gone must not be committed by a later generation of the group. Immutable.
 *
 * @param group the group metadata that a commit must carry
 * @param gone the partitions that are not there any more; there may be another topic with their name by now
 * @param undecided the partitions of which nobody knows yet whether they are gone
 */
public record CommitRights(ConsumerGroupMetadata group, Set<TopicPartition> gone, Set<TopicPartition> undecided) {
    public CommitRights {
        gone = Set.copyOf(gone);
        undecided = Set.copyOf(undecided);
    }

    /** The rights of a member of which no partition is gone. */
    public static CommitRights of(ConsumerGroupMetadata group) {
        return new CommitRights(group, Set.of(), Set.of());
    }

    /** Of some positions, by partition, the ones that may be committed. */
    public <T> Map<TopicPartition, T> allowed(Map<TopicPartition, T> positions) {
        return without(gone, positions);
    }

    /** Of some positions, by partition, the ones of all other partitions than these. */
    public static <T> Map<TopicPartition, T> without(Set<TopicPartition> gone, Map<TopicPartition, T> positions) {
        Map<TopicPartition, T> rest = new HashMap<>(positions);
        rest.keySet().removeAll(gone);
        return rest;
    }
}
