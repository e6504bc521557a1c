package org.stoatflow.memorykafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.stoatflow.memorykafka.ClusterRig.GROUP;
import static org.stoatflow.memorykafka.ClusterRig.P0;
import static org.stoatflow.memorykafka.ClusterRig.P1;
import static org.stoatflow.memorykafka.ClusterRig.TOPIC;
import static org.stoatflow.memorykafka.ClusterRig.offsets;
import static org.stoatflow.memorykafka.ClusterRig.poll;
import static org.stoatflow.memorykafka.ClusterRig.pollAll;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.junit.jupiter.api.Test;

class GroupTest {
    private static final int POLLS_MAX = 50;

    private static final String COOPERATIVE = CooperativeStickyAssignor.class.getName();

    private final ClusterRig rig = new ClusterRig();
    private final List<String> heard = new ArrayList<>();

    @Test
    void shouldAssignEverythingToTheOldestMember() {
        MemoryConsumer oldest = subscribed("a");
        MemoryConsumer younger = subscribed("b");
        pollBoth(oldest, younger);
        assertEquals(Set.of(P0, P1), oldest.assignment());
        assertEquals(Set.of(), younger.assignment());
    }

    @Test
    void shouldCallTheListenerWithinPoll() {
        MemoryConsumer member = subscribed("a");
        assertEquals(List.of(), heard);
        poll(member);
        assertEquals(List.of("a assigned 2"), heard);
    }

    @Test
    void shouldRevokeEagerlyBeforeJoiningAgain() {
        MemoryConsumer first = subscribed("a");
        poll(first);
        MemoryConsumer second = subscribed("b");
        poll(second);
        assertEquals(Set.of(), second.assignment());
        poll(first);
        poll(second);
        assertEquals(List.of("a assigned 2", "a revoked 2", "a assigned 2", "b assigned 0"), heard);
    }

    @Test
    void shouldLeaveCooperativeMembersWhatTheyKeep() {
        MemoryConsumer first = subscribed("a", ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, COOPERATIVE);
        poll(first);
        MemoryConsumer second = subscribed("b", ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, COOPERATIVE);
        pollBoth(first, second);
        assertEquals(Set.of(P0, P1), first.assignment());
        assertEquals(List.of("a assigned 2", "a assigned 0", "b assigned 0"), heard);
    }

    @Test
    void shouldMoveCooperativePartitionsInTwoRounds() {
        rig.kafka.assignWith(GROUP, GroupAssignment.roundRobin());
        MemoryConsumer first = subscribed("a", ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, COOPERATIVE);
        poll(first);
        MemoryConsumer second = subscribed("b", ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, COOPERATIVE);
        pollBoth(first, second);
        assertEquals(
                List.of("a assigned 2", "a revoked 1", "a assigned 0", "b assigned 0", "b assigned 1", "a assigned 0"),
                heard);
        assertEquals(Set.of(P0), first.assignment());
        assertEquals(Set.of(P1), second.assignment());
    }

    @Test
    void shouldGiveEachRebalanceANewGeneration() {
        MemoryConsumer member = subscribed("a");
        poll(member);
        int before = member.groupMetadata().generationId();
        rig.kafka.disruptions().rebalance(GROUP);
        assertEquals(before, member.groupMetadata().generationId());
        poll(member);
        assertEquals(before + 1, member.groupMetadata().generationId());
    }

    @Test
    void shouldLosePartitionsWhenTheSessionWasExpired() {
        MemoryConsumer member = subscribed("a");
        poll(member);
        String memberId = member.groupMetadata().memberId();
        rig.kafka.faults().strikeNext("a", FaultPoint.POLL, FaultEffect.LOSE_SESSION);
        for (int i = 0; i < POLLS_MAX && heard.size() < 3; i++) { // it hears of it with one of the next polls
            poll(member);
        }
        assertEquals(List.of("a assigned 2", "a lost 2", "a assigned 2"), heard);
        assertNotEquals(memberId, member.groupMetadata().memberId());
    }

    @Test
    void shouldRefuseTheCommitOfAnExpiredMember() {
        MemoryConsumer member = subscribed("a");
        poll(member);
        member.loseSession();
        assertThrows(CommitFailedException.class, () -> member.commitSync(offsets(P0, 1)));
    }

    @Test
    void shouldRefuseACommitWithoutGroupWhileTheGroupHasMembers() {
        poll(subscribed("a"));
        MemoryConsumer outsider = rig.consumer("outsider");
        assertThrows(CommitFailedException.class, () -> outsider.commitSync(offsets(P0, 1)));
    }

    @Test
    void shouldExpireACrashedMemberAfterItsSessionTimeout() {
        MemoryConsumer first = subscribed("a");
        MemoryConsumer second = subscribed("b");
        pollBoth(first, second);
        first.crash();
        rig.clock.advanceMs(44_999);
        pollBoth(second, second);
        assertEquals(Set.of(), second.assignment());
        rig.clock.advanceMs(1);
        pollBoth(second, second);
        assertEquals(Set.of(P0, P1), second.assignment());
    }

    @Test
    void shouldExpireAMemberThatDoesNotPoll() {
        MemoryConsumer first = subscribed("a");
        poll(first);
        rig.clock.advanceMs(300_000);
        MemoryConsumer second = subscribed("b");
        poll(second);
        assertEquals(Set.of(P0, P1), second.assignment());
    }

    @Test
    void shouldGoOnWithoutMembersThatDoNotJoinInTime() {
        MemoryConsumer first = subscribed("a", ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG, "1000");
        poll(first);
        rig.clock.advanceMs(500);
        MemoryConsumer second = subscribed("b", ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG, "1000");
        poll(second);
        rig.clock.advanceMs(999);
        poll(second);
        assertEquals(Set.of(P0, P1), second.assignment());
    }

    @Test
    void shouldHandOverWhenAMemberLeaves() {
        MemoryConsumer first = subscribed("a");
        MemoryConsumer second = subscribed("b");
        pollBoth(first, second);
        first.close();
        poll(second);
        assertEquals(Set.of(P0, P1), second.assignment());
    }

    @Test
    void shouldReplaceAndFenceAStaticMember() {
        MemoryConsumer first = subscribed("a", ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, "i");
        poll(first);
        int generation = first.groupMetadata().generationId();
        MemoryConsumer second = subscribed("b", ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, "i");
        poll(second);
        assertEquals(Set.of(P0, P1), second.assignment());
        assertEquals(generation, second.groupMetadata().generationId());
        assertThrows(FencedInstanceIdException.class, () -> first.commitSync(offsets(P0, 1)));
        assertThrows(FencedInstanceIdException.class, () -> pollAll(first)); // it hears of it later
        first.close();
        assertEquals(List.of("a assigned 2", "b assigned 2", "a lost 2"), heard);
    }

    @Test
    void shouldKeepThePlaceOfAStaticMemberThatCloses() {
        MemoryConsumer first = subscribed("a", ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, "i");
        MemoryConsumer second = subscribed("b");
        pollBoth(first, second);
        first.close();
        pollBoth(second, second);
        assertEquals(Set.of(), second.assignment());
        MemoryConsumer back = subscribed("a2", ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, "i");
        poll(back);
        assertEquals(Set.of(P0, P1), back.assignment());
    }

    @Test
    void shouldNoticeNewTopicsOfAPattern() {
        MemoryConsumer member = rig.consumer("a");
        member.subscribe(Pattern.compile("in.*"), listener("a"));
        poll(member);
        rig.kafka.createTopic("in-two", 1);
        poll(member);
        assertEquals(3, member.assignment().size());
    }

    @Test
    void shouldShowItsMembersToTheAdmin() {
        poll(subscribed("a"));
        ClusterAdmin.GroupView view = rig.kafka.admin("admin").describeGroup(GROUP);
        assertEquals("STABLE", view.state());
        assertEquals("a", view.members().get(0).clientId());
        assertEquals(Set.of(P0, P1), view.members().get(0).assignment());
    }

    private static void pollBoth(MemoryConsumer first, MemoryConsumer second) {
        for (int i = 0; i < 4; i++) {
            poll(first);
            poll(second);
        }
    }

    private MemoryConsumer subscribed(String clientId, String... more) {
        MemoryConsumer consumer = rig.consumer(clientId, more);
        consumer.subscribe(List.of(TOPIC), listener(clientId));
        return consumer;
    }

    private ConsumerRebalanceListener listener(String clientId) {
        return new ConsumerRebalanceListener() {
            @Override
            public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
                heard.add(clientId + " revoked " + partitions.size());
            }

            @Override
            public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
                heard.add(clientId + " assigned " + partitions.size());
            }

            @Override
            public void onPartitionsLost(Collection<TopicPartition> partitions) {
                heard.add(clientId + " lost " + partitions.size());
            }
        };
    }
}
