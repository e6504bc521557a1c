package org.stoatflow.tools.reset;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.GroupType;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.UnknownMemberIdException;
import org.jspecify.annotations.Nullable;

/** The application's group: its members and its committed offsets. */
final class Group {
    private static final Set<GroupType> TYPES = Set.of(GroupType.CLASSIC, GroupType.CONSUMER, GroupType.UNKNOWN);

    private final Cluster cluster;
    private final String id;

    Group(Cluster cluster, String id) {
        this.cluster = cluster;
        this.id = id;
    }

    /** The ids of all groups of the cluster. Fails where ours has a protocol whose members cannot be looked at so. */
    Set<String> all() {
        Collection<GroupListing> groups =
                cluster.answer(cluster.admin().listGroups().all(), "list groups");
        for (GroupListing group : groups) {
            GroupType type = group.type().orElse(GroupType.UNKNOWN);
            if (group.groupId().equals(id) && !TYPES.contains(type)) {
                throw new ResetFailure("Group " + id + " is of type " + type + ", which this command does not know."
                        + " Use kafka-streams-groups.sh, or Kafka's own reset tool");
            }
        }
        return groups.stream().map(GroupListing::groupId).collect(Collectors.toSet());
    }

    /** The members of the group; none where there is no such group. */
    Collection<MemberDescription> members() {
        String action = "describe group " + id;
        try {
            Collection<ConsumerGroupDescription> groups = cluster.answerOrCause(
                            cluster.admin().describeConsumerGroups(List.of(id)).all(), action)
                    .values();
            return groups.stream().flatMap(group -> group.members().stream()).toList();
        } catch (ExecutionException failure) {
            if (failure.getCause() instanceof GroupIdNotFoundException) {
                return List.of();
            }
            throw cluster.failed(action, failure.getCause());
        }
    }

    static String words(MemberDescription member) {
        return member.clientId() + " on " + member.host();
    }

    /** Removes all members, and waits until the group has none. An instance that runs joins again, and is named. */
    void removeMembers() {
        cluster.await(
                () -> {
                    if (members().isEmpty()) {
                        return true;
                    }
                    removeOnce();
                    return false;
                },
                "Group " + id + " has members again each time that they are removed."
                        + " Stop the instances that still run: the group is not empty");
    }

    private void removeOnce() {
        String action = "remove the members of group " + id;
        try {
            cluster.answerOrCause(
                    cluster.admin()
                            .removeMembersFromConsumerGroup(id, new RemoveMembersFromConsumerGroupOptions())
                            .all(),
                    action);
        } catch (ExecutionException failure) {
            if (!hasLeft(failure.getCause())) {
                throw cluster.failed(action, failure.getCause());
            }
        }
    }

    /** Whether a member has left by itself between the look and the removal. */
    private static boolean hasLeft(@Nullable Throwable failure) {
        return failure instanceof UnknownMemberIdException
                || (failure != null && failure.getCause() instanceof UnknownMemberIdException);
    }

    /** The committed offsets. Those of a transaction that is still open are not among them. */
    Map<TopicPartition, Long> committed() {
        String action = "read the committed offsets of group " + id;
        try {
            Map<TopicPartition, OffsetAndMetadata> committed = cluster.answerOrCause(
                    cluster.admin()
                            .listConsumerGroupOffsets(Map.of(id, new ListConsumerGroupOffsetsSpec()))
                            .partitionsToOffsetAndMetadata(id),
                    action);
            Map<TopicPartition, Long> offsets = new HashMap<>();
            committed.forEach((partition, offset) -> {
                if (offset != null) {
                    offsets.put(partition, offset.offset());
                }
            });
            return offsets;
        } catch (ExecutionException failure) {
            if (failure.getCause() instanceof GroupIdNotFoundException) {
                return Map.of();
            }
            throw cluster.failed(action, failure.getCause());
        }
    }

    /** Commits offsets, which brokers refuse while the group has members. */
    void commit(Map<TopicPartition, OffsetAndMetadata> asked) {
        String action = "commit offsets of group " + id;
        try {
            cluster.answerOrCause(
                    cluster.admin().alterConsumerGroupOffsets(id, asked).all(), action);
        } catch (ExecutionException failure) {
            if (failure.getCause() instanceof UnknownMemberIdException) {
                throw new ResetFailure(
                        "Group " + id + " has members again: an instance was started meanwhile. Its offsets are not"
                                + " set. Stop it, and run it again",
                        failure);
            }
            throw cluster.failed(action, failure.getCause());
        }
    }
}
