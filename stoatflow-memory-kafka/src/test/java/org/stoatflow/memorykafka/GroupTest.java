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
    private static final String COOPERATIVE = CooperativeStickyAssignor.class.getName();

    private final ClusterRig rig = new ClusterRig();
    private final List<String> heard = new ArrayList<>();

    @Test
    void shouldAssignEverythingToTheOldestMember() {
        SimConsumer oldest = subscribed("a");
        SimConsumer younger = subscribed("b");
        pollBoth(oldest, younger);
        assertEquals(Set.of(P0, P1), oldest.assignment());
        assertEquals(Set.of(), younger.assignment());
    }

    @Test
    void shouldCallTheListenerWithinPoll() {
        SimConsumer member = subscribed("a");
        assertEquals(List.of(), heard);
        poll(member);
        assertEquals(List.of("a assigned 2"), heard);
    }

    @Test
    void shouldRevokeEagerlyBeforeJoiningAgain() {
        SimConsumer first = subscribed("a");
        poll(first);
        SimConsumer second = subscribed("b");
        poll(second);
        assertEquals(Set.of(), second.assignment());
        poll(first);
        poll(second);
        assertEquals(List.of("a assigned 2", "a revoked 2", "a assigned 2", "b assigned 0"), heard);
    }

    @Test
    void shouldLeaveCooperativeMembersWhatTheyKeep() {
        SimConsumer first = subscribed("a", ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, COOPERATIVE);
        poll(first);
        SimConsumer second = subscribed("b", ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, COOPERATIVE);
        pollBoth(first, second);
        assertEquals(Set.of(P0, P1), first.assignment());
        assertEquals(List.of("a assigned 2", "a assigned 0", "b assigned 0"), heard);
    }

    @Test
    void shouldMoveCooperativePartitionsInTwoRounds() {
        rig.kafka.assignWith(GROUP, GroupAssignment.roundRobin());
        SimConsumer first = subscribed("a", ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, COOPERATIVE);
        poll(first);
        SimConsumer second = subscribed("b", ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, COOPERATIVE);
        pollBoth(first, second);
        assertEquals(
                List.of("a assigned 2", "a revoked 1", "a assigned 0", "b assigned 0", "b assigned 1", "a assigned 0"),
                heard);
        assertEquals(Set.of(P0), first.assignment());
        assertEquals(Set.of(P1), second.assignment());
    }

    @Test
    void shouldGiveEachRebalanceANewGeneration() {
        SimConsumer member = subscribed("a");
        poll(member);
        int before = member.groupMetadata().generationId();
        rig.kafka.disruptions().rebalance(GROUP);
        assertEquals(before, member.groupMetadata().generationId());
        poll(member);
        assertEquals(before + 1, member.groupMetadata().generationId());
    }

    @Test
    void shouldLosePartitionsWhenTheSessionWasExpired() {
        SimConsumer member = subscribed("a");
        poll(member);
        String memberId = member.groupMetadata().memberId();
        rig.kafka.faults().strikeNext("a", FaultPoint.POLL, FaultEffect.LOSE_SESSION);
        poll(member);
        assertEquals(List.of("a assigned 2", "a lost 2", "a assigned 2"), heard);
        assertNotEquals(memberId, member.groupMetadata().memberId());
    }

    @Test
    void shouldRefuseTheCommitOfAnExpiredMember() {
        SimConsumer member = subscribed("a");
        poll(member);
        member.loseSession();
        assertThrows(CommitFailedException.class, () -> member.commitSync(offsets(P0, 1)));
    }

    @Test
    void shouldRefuseACommitWithoutGroupWhileTheGroupHasMembers() {
        poll(subscribed("a"));
        SimConsumer outsider = rig.consumer("outsider");
        assertThrows(CommitFailedException.class, () -> outsider.commitSync(offsets(P0, 1)));
    }

    @Test
    void shouldExpireACrashedMemberAfterItsSessionTimeout() {
        SimConsumer first = subscribed("a");
        SimConsumer second = subscribed("b");
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
        SimConsumer first = subscribed("a");
        poll(first);
        rig.clock.advanceMs(300_000);
        SimConsumer second = subscribed("b");
        poll(second);
        assertEquals(Set.of(P0, P1), second.assignment());
    }

    @Test
    void shouldGoOnWithoutMembersThatDoNotJoinInTime() {
        SimConsumer first = subscribed("a", ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG, "1000");
        poll(first);
        rig.clock.advanceMs(500);
        SimConsumer second = subscribed("b", ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG, "1000");
        poll(second);
        rig.clock.advanceMs(999);
        poll(second);
        assertEquals(Set.of(P0, P1), second.assignment());
    }

    @Test
    void shouldHandOverWhenAMemberLeaves() {
        SimConsumer first = subscribed("a");
        SimConsumer second = subscribed("b");
        pollBoth(first, second);
        first.close();
        poll(second);
        assertEquals(Set.of(P0, P1), second.assignment());
    }

    @Test
    void shouldReplaceAndFenceAStaticMember() {
        SimConsumer first = subscribed("a", ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, "i");
        poll(first);
        int generation = first.groupMetadata().generationId();
        SimConsumer second = subscribed("b", ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, "i");
        poll(second);
        assertEquals(Set.of(P0, P1), second.assignment());
        assertEquals(generation, second.groupMetadata().generationId());
        assertThrows(FencedInstanceIdException.class, () -> first.commitSync(offsets(P0, 1)));
        assertThrows(FencedInstanceIdException.class, () -> poll(first));
        first.close();
        assertEquals(List.of("a assigned 2", "b assigned 2", "a lost 2"), heard);
    }

    @Test
    void shouldKeepThePlaceOfAStaticMemberThatCloses() {
        SimConsumer first = subscribed("a", ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, "i");
        SimConsumer second = subscribed("b");
        pollBoth(first, second);
        first.close();
        pollBoth(second, second);
        assertEquals(Set.of(), second.assignment());
        SimConsumer back = subscribed("a2", ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, "i");
        poll(back);
        assertEquals(Set.of(P0, P1), back.assignment());
    }

    @Test
    void shouldNoticeNewTopicsOfAPattern() {
        SimConsumer member = rig.consumer("a");
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

    private static void pollBoth(SimConsumer first, SimConsumer second) {
        for (int i = 0; i < 4; i++) {
            poll(first);
            poll(second);
        }
    }

    private SimConsumer subscribed(String clientId, String... more) {
        SimConsumer consumer = rig.consumer(clientId, more);
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
