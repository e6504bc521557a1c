package org.stoatflow.runtime.cluster;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Configurable;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Gives all partitions to one member; the others wait (docs/DESIGN.md, "One machine, then more"). The member with the
 * most partitions keeps them, so a member that joins never disturbs the owner. What a member has owned in an earlier
 * generation of the group does not count: it was away. Among members that own none, the one that was the owner stays
 * it, else one that has followed the changelogs, else the one with the smallest instance id gets them.
 *
 * <p>Incremental (cooperative): the owner goes on processing while others join and leave.
 *
 * <p>Each member sends its settings ({@link MemberSettings}), and is told who owns the partitions ({@link
 * AssignmentInfo}).
 */
public final class SingleOwnerAssignor implements ConsumerPartitionAssignor, Configurable {
    /** The protocol's name. The broker refuses members with another one. */
    public static final String NAME = "stoatflow-single-owner";

    /** Key of the consumer's configuration under which the member's {@link AssignmentExchange} stands. */
    public static final String NOTES = "stoatflow.internal.group.notes";

    private @Nullable AssignmentExchange notes;

    @Override
    public void configure(Map<String, ?> configs) {
        notes = (AssignmentExchange) configs.get(NOTES);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<RebalanceProtocol> supportedProtocols() {
        return List.of(RebalanceProtocol.COOPERATIVE);
    }

    @Override
    public @Nullable ByteBuffer subscriptionUserData(Set<String> topics) {
        return notes == null ? null : AssignmentInfo.encode(notes.told());
    }

    @Override
    public void onAssignment(Assignment assignment, ConsumerGroupMetadata metadata) {
        if (notes != null) {
            notes.onAssignment(AssignmentInfo.decode(assignment.userData()).orElse(null));
        }
    }

    @Override
    public GroupAssignment assign(Cluster metadata, GroupSubscription group) {
        Map<String, Subscription> members = group.groupSubscription();
        Map.Entry<String, Subscription> owner = owner(members);
        Map<String, Integer> topics = partitionCounts(metadata, owner.getValue());
        ByteBuffer note = new AssignmentInfo(
                        identity(owner),
                        toAll(AssignmentInfo.settings(owner.getValue().userData()), members),
                        topics,
                        standbys(members, owner))
                .encode();
        Map<String, Assignment> assignments = new HashMap<>();
        members.forEach((member, subscription) -> assignments.put(
                member,
                new Assignment(
                        member.equals(owner.getKey()) ? all(topics, subscription, members) : List.of(),
                        note.duplicate())));
        return new GroupAssignment(assignments);
    }

    /** What all are told of the owner, and that all are to end if a member has said so. */
    private static MemberSettings toAll(MemberSettings owner, Map<String, Subscription> members) {
        return members.values().stream()
                .flatMap(member -> AssignmentInfo.settings(member.userData()).askedToEndBy().stream())
                .sorted()
                .findFirst()
                .map(owner::ofEnd)
                .orElse(owner);
    }

    private static Map<String, MemberSettings> standbys(
            Map<String, Subscription> members, Map.Entry<String, Subscription> owner) {
        Map<String, MemberSettings> standbys = new HashMap<>();
        for (Map.Entry<String, Subscription> member : members.entrySet()) {
            MemberSettings settings = AssignmentInfo.settings(member.getValue().userData());
            if (!member.getKey().equals(owner.getKey()) && settings.areOfStandby()) {
                standbys.put(identity(member), settings);
            }
        }
        return standbys;
    }

    private static Map.Entry<String, Subscription> owner(Map<String, Subscription> members) {
        int generation = members.values().stream()
                .mapToInt(SingleOwnerAssignor::generation)
                .max()
                .orElseThrow();
        return members.entrySet().stream()
                .filter(member -> generation(member.getValue()) == generation
                        || member.getValue().ownedPartitions().isEmpty())
                .max(Comparator.<Map.Entry<String, Subscription>>comparingInt(
                                member -> member.getValue().ownedPartitions().size())
                        .thenComparing(member -> AssignmentInfo.settings(
                                        member.getValue().userData())
                                .areOfOwner())
                        .thenComparing(member -> AssignmentInfo.settings(
                                        member.getValue().userData())
                                .areOfStandby())
                        .thenComparing(SingleOwnerAssignor::identity, Comparator.reverseOrder()))
                .orElseThrow();
    }

    private static int generation(Subscription member) {
        return member.generationId().orElse(-1);
    }

    private static String identity(Map.Entry<String, Subscription> member) {
        return member.getValue().groupInstanceId().orElse(member.getKey());
    }

    private static Map<String, Integer> partitionCounts(Cluster metadata, Subscription owner) {
        Map<String, Integer> counts = new HashMap<>();
        for (String topic : owner.topics()) {
            Integer count = metadata.partitionCountForTopic(topic);
            if (count != null) {
                counts.put(topic, count);
            }
        }
        return counts;
    }

    /**
     * All partitions of the topics, except for the ones that another member still owns, and the owner does not: in an
     * incremental rebalance that member must give them up first.
     */
    private static List<TopicPartition> all(
            Map<String, Integer> topics, Subscription owner, Map<String, Subscription> members) {
        List<TopicPartition> partitions = new ArrayList<>();
        for (String topic : owner.topics()) {
            for (int partition = 0; partition < topics.getOrDefault(topic, 0); partition++) {
                partitions.add(new TopicPartition(topic, partition));
            }
        }
        members.values().stream()
                .filter(member -> member != owner)
                .flatMap(member -> member.ownedPartitions().stream())
                .filter(partition -> !owner.ownedPartitions().contains(partition))
                .forEach(partitions::remove);
        return partitions;
    }
}
