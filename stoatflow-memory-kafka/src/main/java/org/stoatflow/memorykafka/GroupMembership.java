package org.stoatflow.memorykafka;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.requests.JoinGroupRequest;
import org.jspecify.annotations.Nullable;

/**
 * A subscribed consumer's side of its group: joins, gives partitions up and takes them over, all within {@code poll}
 * ({@code ConsumerCoordinator}). Eager members revoke everything before they join again; cooperative ones keep what
 * they have, and revoke what the new assignment takes away.
 */
final class GroupMembership {
    /** One poll in so many hears at once what has become of the member; others hear of it with a later one. */
    private static final int HEARD_OF_AT_ONCE_ONE_IN = 10;

    private final Broker broker;
    private final ConsumerOptions options;
    private final ConsumerGroup group;
    private final Assignments assignments;
    private final Subscription subscription;
    private List<String> topics = List.of();
    private int topicsVersion = -1;
    private @Nullable GroupMember member;
    private int generation = JoinGroupRequest.UNKNOWN_GENERATION_ID;
    private boolean wantsRejoin;
    private boolean isFenced;

    GroupMembership(Broker broker, ConsumerOptions options, Assignments assignments, Subscription subscription) {
        this.broker = broker;
        this.options = options;
        this.group = broker.group(options.group().id());
        this.assignments = assignments;
        this.subscription = subscription;
    }

    /** Tells the group that the member polls, which it knows even of a poll that the network cuts short. */
    void touch() {
        if (member != null) {
            group.touch(member);
        }
    }

    /** The member joins anew with its next poll, and all others with it. */
    void enforceRebalance() {
        wantsRejoin = true;
    }

    /** Does what the group asks for; the listener is called from here. */
    void poll() {
        noticeTopics();
        if (isAnswerOnItsWay()) {
            return;
        }
        noticeStanding();
        takeAssignment(member == null ? enter() : rejoinWhereAsked(member));
    }

    private GroupMember rejoinWhereAsked(GroupMember current) {
        if (wantsRejoin || (group.phase() == ConsumerGroup.Phase.JOINING && !current.hasJoined)) {
            revokeBeforeJoining();
            rejoin(current);
        }
        return current;
    }

    private void noticeTopics() {
        if (topicsVersion == broker.topics.version()) {
            return;
        }
        topicsVersion = broker.topics.version();
        List<String> found = subscription.topics(broker);
        wantsRejoin |= member != null && !found.equals(topics);
        topics = found;
    }

    /** Whether the group has put the member out, and the answer that says so has not come yet. */
    private boolean isAnswerOnItsWay() {
        boolean isOut = member != null && member.standing != GroupMember.Standing.MEMBER;
        return isOut && broker.random.nextInt(HEARD_OF_AT_ONCE_ONE_IN) != 0;
    }

    private void noticeStanding() {
        if (member == null || member.standing == GroupMember.Standing.MEMBER) {
            requireNotFenced();
            return;
        }
        isFenced = member.standing == GroupMember.Standing.FENCED;
        member = null;
        generation = JoinGroupRequest.UNKNOWN_GENERATION_ID;
        requireNotFenced();
        lose();
    }

    private void requireNotFenced() {
        if (isFenced) {
            throw new FencedInstanceIdException(
                    "group=" + group.name + " instance=" + options.group().instanceId());
        }
    }

    private void lose() {
        Set<TopicPartition> lost = assignments.partitions();
        if (!lost.isEmpty()) {
            subscription.listener().onPartitionsLost(lost);
            assignments.set(List.of());
        }
    }

    private GroupMember enter() {
        GroupMember entered = group.enter(options, topics);
        member = entered;
        if (!entered.hasJoined) {
            rejoin(entered);
        }
        return entered;
    }

    private void rejoin(GroupMember joining) {
        wantsRejoin = false;
        group.rejoin(joining, topics, options.group().isCooperative() ? assignments.partitions() : Set.of());
    }

    /** A cooperative member gives up only what it is not subscribed to any more, and is a member all the while. */
    private void revokeBeforeJoining() {
        Set<TopicPartition> revoked = assignments.partitions();
        if (options.group().isCooperative()) {
            revoked.removeIf(partition -> topics.contains(partition.topic()));
            if (revoked.isEmpty()) {
                return;
            }
        }
        subscription.listener().onPartitionsRevoked(revoked);
        Set<TopicPartition> kept = assignments.partitions();
        kept.removeAll(revoked);
        assignments.set(kept);
    }

    private void takeAssignment(GroupMember joined) {
        if (group.phase() != ConsumerGroup.Phase.STABLE || joined.generation == generation) {
            return;
        }
        generation = joined.generation;
        Set<TopicPartition> before = assignments.partitions();
        List<TopicPartition> revoked = new ArrayList<>(before);
        revoked.removeAll(joined.assignment);
        if (!revoked.isEmpty()) {
            subscription.listener().onPartitionsRevoked(revoked);
            wantsRejoin = options.group().isCooperative();
        }
        if (!options.group().assignors().isEmpty()) {
            ByteBuffer note = joined.note == null ? null : joined.note.duplicate();
            ConsumerPartitionAssignor.Assignment told =
                    new ConsumerPartitionAssignor.Assignment(joined.assignment, note);
            options.group().assignors().getFirst().onAssignment(told, metadata());
        }
        List<TopicPartition> added = new ArrayList<>(joined.assignment);
        added.removeAll(before);
        assignments.set(joined.assignment);
        subscription.listener().onPartitionsAssigned(added);
    }

    /** Leaves in good order; a static member only stops, and keeps its place until its session ends. */
    void leave() {
        if (member == null || member.standing != GroupMember.Standing.MEMBER) {
            lose();
            return;
        }
        Set<TopicPartition> owned = assignments.partitions();
        if (!owned.isEmpty()) {
            subscription.listener().onPartitionsRevoked(owned);
            assignments.set(List.of());
        }
        if (member.isStatic()) {
            group.abandon(member);
        } else {
            group.leave(member);
        }
        member = null;
    }

    /** The process is gone: nobody is told, and the session runs out. */
    void crash() {
        if (member != null) {
            group.abandon(member);
        }
    }

    /** The broker expires the session while the consumer believes it is a member. */
    void loseSession() {
        if (member != null) {
            group.leave(member);
        }
    }

    /** What names this member to a transaction (KIP-447). */
    ConsumerGroupMetadata metadata() {
        return metadata(options, generation, member == null ? "" : member.id);
    }

    /** What names a consumer, which may be in no group. */
    static ConsumerGroupMetadata metadata(ConsumerOptions options, @Nullable GroupMembership membership) {
        return membership == null
                ? metadata(options, JoinGroupRequest.UNKNOWN_GENERATION_ID, "")
                : membership.metadata();
    }

    /** Kafka will make the class an interface; until then its constructor is the only way to have one. */
    @SuppressWarnings("removal")
    private static ConsumerGroupMetadata metadata(ConsumerOptions options, int generation, String memberId) {
        Optional<String> instanceId = Optional.of(options.group().instanceId()).filter(id -> !id.isEmpty());
        return new ConsumerGroupMetadata(options.group().id(), generation, memberId, instanceId);
    }

    /** A commit needs a member that has its assignment ({@code sendOffsetCommitRequest}). */
    void requireMember() {
        requireNotFenced();
        if (member == null) {
            throw new CommitFailedException("the consumer is not part of an active group, group=" + group.name);
        }
    }
}
