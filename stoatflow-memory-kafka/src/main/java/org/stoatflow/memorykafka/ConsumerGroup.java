package org.stoatflow.memorykafka;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.IllegalGenerationException;
import org.apache.kafka.common.errors.UnknownMemberIdException;
import org.jspecify.annotations.Nullable;

/**
 * A group of the classic protocol in a simplified form ({@code ClassicGroup}, {@code GroupMetadataManager}): a
 * rebalance waits until every member has joined again or its time is over, then all get their assignment of the next
 * generation.
 */
final class ConsumerGroup {
    /** What the group is doing. */
    enum Phase {
        /** No members. */
        EMPTY,
        /** Waiting for the members to join. */
        JOINING,
        /** Every member has its assignment, or finds it with its next poll. */
        STABLE
    }

    final String name;
    final GroupOffsets offsets;
    private final Broker broker;
    private final List<GroupMember> members = new ArrayList<>();
    private GroupAssignment assignment = GroupAssignment.toOldest();
    private boolean asksAssignors;
    private Phase phase = Phase.EMPTY;
    private int generation;
    private long joiningEndsMs = Deadlines.NONE;
    private int nextMember;

    ConsumerGroup(String name, Broker broker) {
        this.name = name;
        this.broker = broker;
        this.offsets = new GroupOffsets(name, broker.journal);
    }

    void assignWith(GroupAssignment chosen) {
        assignment = chosen;
        asksAssignors = false;
    }

    /** The members' own assignors say who gets what. */
    void assignWithAssignors() {
        asksAssignors = true;
    }

    Phase phase() {
        return phase;
    }

    List<GroupMember> members() {
        return members;
    }

    /** Takes a new member in; one with the {@code group.instance.id} of another replaces and fences it (KIP-345). */
    GroupMember enter(ConsumerOptions options, List<String> topics) {
        GroupMember member = new GroupMember(options.clientId() + "-" + nextMember++, options, topics, Set.of());
        touch(member);
        GroupMember replaced = options.group().instanceId().isEmpty()
                ? null
                : withInstanceId(options.group().instanceId());
        if (replaced == null) {
            members.add(member);
            broker.journal.note(JournalEvent.MEMBER_JOINED, name + " " + member, members.size(), generation);
            startRebalance();
        } else {
            replace(replaced, member);
        }
        return member;
    }

    /** A static member that comes back to a stable group gets its assignment back, and nobody else notices. */
    private void replace(GroupMember replaced, GroupMember member) {
        members.set(members.indexOf(replaced), member);
        replaced.standing = GroupMember.Standing.FENCED;
        broker.journal.note(JournalEvent.MEMBER_REPLACED, name + " " + member, members.size(), generation);
        if (phase == Phase.STABLE && replaced.topics.equals(member.topics)) {
            member.hasJoined = true;
            member.assignment = replaced.assignment;
            member.note = replaced.note;
            member.generation = generation;
        } else {
            startRebalance();
        }
    }

    /** The member joins the rebalance that is going on, or starts one. */
    void rejoin(GroupMember member, List<String> topics, Set<TopicPartition> owned) {
        member.topics = topics;
        member.owned = owned;
        startRebalance();
        member.hasJoined = true;
        completeIfAllJoined();
    }

    /** Asks every member to join again. */
    void startRebalance() {
        if (phase == Phase.JOINING || members.isEmpty()) {
            return;
        }
        phase = Phase.JOINING;
        long waitMs = 0;
        for (GroupMember member : members) {
            member.hasJoined = false;
            waitMs = Math.max(waitMs, member.options.group().maxPollIntervalMs());
        }
        joiningEndsMs = broker.clock.nowMs() + waitMs;
        broker.deadlines.add(joiningEndsMs);
        broker.journal.note(JournalEvent.REBALANCE_STARTED, name, members.size(), generation);
    }

    void leave(GroupMember member) {
        if (!members.remove(member)) {
            return;
        }
        member.standing = GroupMember.Standing.REMOVED;
        broker.journal.note(JournalEvent.MEMBER_LEFT, name + " " + member, members.size(), generation);
        if (members.isEmpty()) {
            phase = Phase.EMPTY;
            generation++;
        } else {
            startRebalance();
            completeIfAllJoined();
        }
    }

    /** The member's process is gone; its session ends when its time is over. */
    void abandon(GroupMember member) {
        member.sessionEndsMs = broker.clock.nowMs() + member.options.group().sessionTimeoutMs();
        broker.deadlines.add(member.sessionEndsMs);
    }

    /** Notes that the member has polled. */
    void touch(GroupMember member) {
        member.pollDueMs = broker.clock.nowMs() + member.options.group().maxPollIntervalMs();
        broker.deadlines.add(member.pollDueMs);
    }

    /** The members whose process lives and whose client is not suspended have polled until now. */
    void keepPolling(Predicate<String> isSuspended) {
        for (GroupMember member : members) {
            if (member.sessionEndsMs == Deadlines.NONE && !isSuspended.test(member.options.clientId())) {
                touch(member);
            }
        }
    }

    void sweep(long nowMs) {
        for (GroupMember member : List.copyOf(members)) {
            if (nowMs >= member.dueMs()) {
                leave(member);
            }
        }
        if (phase == Phase.JOINING && nowMs >= joiningEndsMs) {
            giveUpOnLatecomers();
        }
        members.forEach(member -> broker.deadlines.add(member.dueMs()));
        broker.deadlines.add(phase == Phase.JOINING ? joiningEndsMs : Deadlines.NONE);
    }

    /** Dynamic members that did not join in time are out; static ones stay until their session ends. */
    private void giveUpOnLatecomers() {
        for (GroupMember member : List.copyOf(members)) {
            if (!member.hasJoined && !member.isStatic()) {
                leave(member);
            }
        }
        members.forEach(member -> member.hasJoined = true);
        completeIfAllJoined();
    }

    private void completeIfAllJoined() {
        for (GroupMember member : members) {
            if (!member.hasJoined) {
                return;
            }
        }
        if (phase == Phase.JOINING) {
            complete();
        }
    }

    private void complete() {
        generation++;
        phase = Phase.STABLE;
        joiningEndsMs = Deadlines.NONE;
        List<GroupAssignment.Candidate> candidates = new ArrayList<>();
        Set<String> topics = new TreeSet<>();
        for (GroupMember member : members) {
            candidates.add(new GroupAssignment.Candidate(
                    member.id,
                    member.options.clientId(),
                    member.options.group().instanceId(),
                    member.topics,
                    member.owned));
            topics.addAll(member.topics);
        }
        Map<String, List<TopicPartition>> shares = asksAssignors
                ? askAssignors(topics)
                : assignment.assign(candidates, broker.topics.partitionsOf(topics));
        for (GroupMember member : members) {
            member.assignment = withoutOwnedByOthers(member, shares.getOrDefault(member.id, List.of()));
            member.generation = generation;
        }
        broker.journal.note(JournalEvent.REBALANCE_DONE, name, members.size(), generation);
    }

    private Map<String, List<TopicPartition>> askAssignors(Set<String> topics) {
        Map<String, List<TopicPartition>> shares = new HashMap<>();
        Map<String, ConsumerPartitionAssignor.Assignment> told =
                AssignorAssignment.of(members, broker.topics.partitionsOf(topics));
        for (GroupMember member : members) {
            ConsumerPartitionAssignor.Assignment own = Objects.requireNonNull(told.get(member.id));
            shares.put(member.id, own.partitions());
            member.note = own.userData();
        }
        return shares;
    }

    /** A cooperative member is not given what another has not revoked yet (KIP-429); it comes in the next round. */
    private List<TopicPartition> withoutOwnedByOthers(GroupMember receiver, List<TopicPartition> share) {
        List<TopicPartition> free = new ArrayList<>(share);
        for (GroupMember other : members) {
            if (other != receiver && other.options.group().isCooperative()) {
                free.removeAll(other.owned);
            }
        }
        return free;
    }

    private @Nullable GroupMember withInstanceId(String instanceId) {
        for (GroupMember member : members) {
            if (member.options.group().instanceId().equals(instanceId)) {
                return member;
            }
        }
        return null;
    }

    /** The checks of a {@code TxnOffsetCommit} ({@code ClassicGroup.validateOffsetCommit}). */
    void requireMemberForTransaction(ConsumerGroupMetadata metadata) {
        boolean namesMember = metadata.generationId() >= 0
                || !metadata.memberId().isEmpty()
                || metadata.groupInstanceId().isPresent();
        if (namesMember && !(metadata.generationId() < 0 && phase == Phase.EMPTY)) {
            requireMember(metadata);
        }
    }

    /** The checks of an {@code OffsetCommit}. */
    void requireMemberForCommit(ConsumerGroupMetadata metadata) {
        if (metadata.generationId() >= 0 || phase != Phase.EMPTY) {
            requireMember(metadata);
        }
    }

    private void requireMember(ConsumerGroupMetadata metadata) {
        String instanceId = metadata.groupInstanceId().orElse("");
        GroupMember holder = instanceId.isEmpty() ? null : withInstanceId(instanceId);
        if (holder != null && !holder.id.equals(metadata.memberId())) {
            throw new FencedInstanceIdException("group=" + name + " instance=" + instanceId + " holder=" + holder);
        }
        if (members.stream().noneMatch(member -> member.id.equals(metadata.memberId()))) {
            throw new UnknownMemberIdException("group=" + name + " member=" + metadata.memberId());
        }
        if (metadata.generationId() != generation) {
            throw new IllegalGenerationException(
                    "group=" + name + " generation=" + metadata.generationId() + " current=" + generation);
        }
    }
}
