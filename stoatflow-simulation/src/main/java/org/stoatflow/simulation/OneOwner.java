package org.stoatflow.simulation;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.GroupSubscription;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.memorykafka.GroupAssignment;
import org.stoatflow.runtime.cluster.SingleOwnerAssignor;

/** Assigns partitions in the modelled group by the engine's own assignor. */
final class OneOwner implements GroupAssignment {
    private final SingleOwnerAssignor assignor = new SingleOwnerAssignor();

    @Override
    public Map<String, List<TopicPartition>> assign(List<Candidate> members, List<TopicPartition> partitions) {
        List<PartitionInfo> infos = partitions.stream()
                .map(each -> new PartitionInfo(each.topic(), each.partition(), Node.noNode(), new Node[0], new Node[0]))
                .toList();
        Cluster cluster = new Cluster("simulated", List.of(), infos, Set.of(), Set.of());
        Map<String, ConsumerPartitionAssignor.Subscription> subscriptions = new TreeMap<>();
        for (Candidate member : members) {
            ConsumerPartitionAssignor.Subscription subscription =
                    new ConsumerPartitionAssignor.Subscription(member.topics(), null, List.copyOf(member.owned()));
            subscription.setGroupInstanceId(Optional.of(member.groupInstanceId()));
            subscriptions.put(member.memberId(), subscription);
        }
        Map<String, List<TopicPartition>> shares = new HashMap<>();
        assignor.assign(cluster, new GroupSubscription(subscriptions))
                .groupAssignment()
                .forEach((member, assignment) -> shares.put(member, assignment.partitions()));
        return shares;
    }
}
