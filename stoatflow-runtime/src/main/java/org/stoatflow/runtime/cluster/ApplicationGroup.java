package org.stoatflow.runtime.cluster;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.clients.admin.StreamsGroupDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.GroupType;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.UnknownMemberIdException;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.errors.StreamsException;

/** The application's group: its members and its committed offsets. Any thread. */
public final class ApplicationGroup {
    private final AdminRequests requests;
    private final String id;

    public ApplicationGroup(AdminRequests requests, String id) {
        this.requests = requests;
        this.id = id;
    }

    /** The types of all groups of the cluster, by their ids. */
    public Map<String, GroupType> all() {
        Collection<GroupListing> groups =
                requests.answer(requests.admin().listGroups().all(), "listing groups");
        Map<String, GroupType> types = new HashMap<>();
        groups.forEach(group -> types.put(group.groupId(), group.type().orElse(GroupType.UNKNOWN)));
        return types;
    }

    /** What brokers know of the group; empty where there is none that consumers can join. */
    public Optional<ConsumerGroupDescription> description() {
        return Optional.ofNullable(requests.answerUnless(
                Objects.requireNonNull(requests.admin()
                        .describeConsumerGroups(List.of(id))
                        .describedGroups()
                        .get(id)),
                "describing group " + id,
                GroupIdNotFoundException.class));
    }

    /** The members of the group; none where there is no such group. */
    public Collection<MemberDescription> members() {
        return description().map(ConsumerGroupDescription::members).orElse(List.of());
    }

    /** The members of a group of the streams protocol, in words. */
    public List<String> streamsMembers() {
        StreamsGroupDescription described = requests.answerUnless(
                Objects.requireNonNull(requests.admin()
                        .describeStreamsGroups(List.of(id))
                        .describedGroups()
                        .get(id)),
                "describing streams group " + id,
                GroupIdNotFoundException.class);
        return described == null
                ? List.of()
                : described.members().stream()
                        .map(member -> member.clientId() + " on " + member.clientHost())
                        .sorted()
                        .toList();
    }

    /** A member in words: its client and its host. */
    public static String words(MemberDescription member) {
        return member.clientId() + " on " + member.host();
    }

    /** Removes all members, and waits until the group has none. An instance that runs joins again, and is named. */
    public void removeMembers() {
        requests.await(
                () -> {
                    if (members().isEmpty()) {
                        return true;
                    }
                    removeOnce();
                    return false;
                },
                "Group " + id + " has members again each time that they are removed."
                        + " Stop the instances that still run: the group is not empty",
                requests.limit());
    }

    private void removeOnce() {
        String doing = "removing the members of group " + id;
        try {
            requests.answerOrCause(
                    requests.admin()
                            .removeMembersFromConsumerGroup(id, new RemoveMembersFromConsumerGroupOptions())
                            .all(),
                    doing);
        } catch (ExecutionException failure) {
            if (!hasLeft(failure.getCause())) {
                throw requests.failed(doing, failure.getCause());
            }
        }
    }

    /** Whether a member has left by itself between the look and the removal. */
    private static boolean hasLeft(@Nullable Throwable failure) {
        return failure instanceof UnknownMemberIdException
                || (failure != null && failure.getCause() instanceof UnknownMemberIdException);
    }

    /** The committed offsets. Those of a transaction that is still open are not among them. */
    public Map<TopicPartition, OffsetAndMetadata> committed() {
        Map<TopicPartition, OffsetAndMetadata> answer = requests.answerUnless(
                requests.admin()
                        .listConsumerGroupOffsets(Map.of(id, new ListConsumerGroupOffsetsSpec()))
                        .partitionsToOffsetAndMetadata(id),
                "reading the committed offsets of group " + id,
                GroupIdNotFoundException.class);
        Map<TopicPartition, OffsetAndMetadata> committed = new HashMap<>();
        if (answer != null) {
            answer.forEach((partition, offset) -> {
                if (offset != null) {
                    committed.put(partition, offset);
                }
            });
        }
        return committed;
    }

    /** Commits offsets, which brokers refuse while the group has members. */
    public void commit(Map<TopicPartition, OffsetAndMetadata> asked) {
        String doing = "committing offsets of group " + id;
        try {
            requests.answerOrCause(
                    requests.admin().alterConsumerGroupOffsets(id, asked).all(), doing);
        } catch (ExecutionException failure) {
            if (failure.getCause() instanceof UnknownMemberIdException) {
                throw new StreamsException(
                        "Group " + id + " has members again: an instance was started meanwhile. Its offsets are not"
                                + " set. Stop it, and run it again",
                        failure);
            }
            throw requests.failed(doing, failure.getCause());
        }
    }
}
