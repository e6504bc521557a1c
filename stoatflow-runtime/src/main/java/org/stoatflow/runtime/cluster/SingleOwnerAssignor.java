package org.stoatflow.runtime.cluster;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.TopicPartition;

/**
 * Gives all partitions to one member; the others wait (DESIGN §11). Whoever owns partitions keeps them, so a member that
 * joins never disturbs the owner; among members that own none, the one with the smallest instance id is chosen.
 *
 * <p>Incremental (cooperative): the owner goes on processing while others join and leave.
 */
public final class SingleOwnerAssignor implements ConsumerPartitionAssignor {
    /** The protocol's name; members with another one are refused by the broker. */
    public static final String NAME = "stoatflow-single-owner";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<RebalanceProtocol> supportedProtocols() {
        return List.of(RebalanceProtocol.COOPERATIVE);
    }

    @Override
    public GroupAssignment assign(Cluster metadata, GroupSubscription group) {
        Map<String, Subscription> members = group.groupSubscription();
        String owner = members.entrySet().stream()
                .max(Comparator.<Map.Entry<String, Subscription>>comparingInt(
                                member -> member.getValue().ownedPartitions().size())
                        .thenComparing(SingleOwnerAssignor::identity, Comparator.reverseOrder()))
                .map(Map.Entry::getKey)
                .orElseThrow();
        Map<String, Assignment> assignments = new HashMap<>();
        members.forEach((member, subscription) -> assignments.put(
                member, new Assignment(member.equals(owner) ? all(metadata, subscription, members) : List.of())));
        return new GroupAssignment(assignments);
    }

    private static String identity(Map.Entry<String, Subscription> member) {
        return member.getValue().groupInstanceId().orElse(member.getKey());
    }

    /**
     * All partitions of the topics, but for those that another member still owns: an incremental rebalance must see
     * them revoked there first.
     */
    private static List<TopicPartition> all(Cluster metadata, Subscription owner, Map<String, Subscription> members) {
        List<TopicPartition> partitions = new ArrayList<>();
        for (String topic : owner.topics()) {
            Integer count = metadata.partitionCountForTopic(topic);
            for (int partition = 0; count != null && partition < count; partition++) {
                partitions.add(new TopicPartition(topic, partition));
            }
        }
        members.values().stream()
                .filter(member -> member != owner)
                .forEach(member -> partitions.removeAll(member.ownedPartitions()));
        return partitions;
    }
}
