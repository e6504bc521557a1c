package org.stoatflow.memorykafka;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Assignment;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.GroupSubscription;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Subscription;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;

/** Has the assignor of the oldest member say who gets what, with a note to each. */
final class AssignorAssignment {
    private AssignorAssignment() {}

    /** What each member is given, by member id. */
    static Map<String, Assignment> of(List<GroupMember> members, List<TopicPartition> partitions) {
        List<PartitionInfo> infos = partitions.stream()
                .map(each -> new PartitionInfo(each.topic(), each.partition(), Node.noNode(), new Node[0], new Node[0]))
                .toList();
        Map<String, Subscription> subscriptions = new TreeMap<>();
        for (GroupMember member : members) {
            ConsumerPartitionAssignor own = member.options.group().assignors().getFirst();
            Subscription subscription = new Subscription(
                    member.topics, own.subscriptionUserData(Set.copyOf(member.topics)), List.copyOf(member.owned));
            subscription.setGroupInstanceId(
                    Optional.of(member.options.group().instanceId()).filter(id -> !id.isEmpty()));
            subscriptions.put(member.id, subscription);
        }
        ConsumerPartitionAssignor leading =
                members.getFirst().options.group().assignors().getFirst();
        return new HashMap<>(leading.assign(
                        new Cluster("model", List.of(), infos, Set.of(), Set.of()),
                        new GroupSubscription(subscriptions))
                .groupAssignment());
    }
}
