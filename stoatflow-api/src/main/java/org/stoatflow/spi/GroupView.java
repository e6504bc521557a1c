package org.stoatflow.spi;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.streams.processor.TaskId;
import org.stoatflow.streams.state.HostInfo;

/**
 * What an instance knows of its consumer group, in which one instance has all partitions. Immutable.
 *
 * @param owner where users reach the instance that has the partitions; empty where it has not said so
 * @param isOwner whether this instance has them
 * @param sources the partitions of the source topics
 * @param stores the stores of the topology, by name
 * @param tasks the tasks of the topology, with the source partitions that each reads
 * @param standbys who follows the instance that has the partitions
 */
public record GroupView(
        Optional<HostInfo> owner,
        boolean isOwner,
        Set<TopicPartition> sources,
        Map<String, Store> stores,
        Map<TaskId, Set<TopicPartition>> tasks,
        Standbys standbys) {
    /**
     * The instances that follow the owner's changelogs.
     *
     * @param hosts where users reach them; without those that have not said so
     * @param stores the names of the stores that they have
     */
    public record Standbys(Set<HostInfo> hosts, Set<String> stores) {}

    /**
     * Where a store's keys are.
     *
     * @param topic a topic by whose keys the store is partitioned
     * @param partitions the number of its partitions
     */
    public record Store(String topic, int partitions) {}
}
