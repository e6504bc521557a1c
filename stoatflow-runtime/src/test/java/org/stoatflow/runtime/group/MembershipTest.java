package org.stoatflow.runtime.group;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Assignment;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InconsistentGroupProtocolException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.runtime.cluster.AssignmentExchange;
import org.stoatflow.runtime.cluster.AssignmentInfo;
import org.stoatflow.runtime.cluster.MemberSettings;
import org.stoatflow.runtime.cluster.Ownership;
import org.stoatflow.runtime.cluster.SingleOwnerAssignor;
import org.stoatflow.runtime.group.Membership.Standing;
import org.stoatflow.runtime.settings.ApplicationSettings;
import org.stoatflow.runtime.source.Revoked;
import org.stoatflow.runtime.source.SourceConsumer;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.errors.StreamsException;

class MembershipTest {
    private static final MemberSettings OURS = new MemberSettings(Map.of("guarantee", "once"));
    private static final MemberSettings OTHERS = new MemberSettings(Map.of("guarantee", "twice"));
    private static final Map<String, Integer> PLANNED = Map.of("in", 2);
    private static final Set<TopicPartition> WANTED = Set.of(new TopicPartition("in", 0), new TopicPartition("in", 1));
    private static final long JOIN_WAIT_MS = 60_000;

    private final Rebalanced consumer = new Rebalanced();
    private final AssignmentExchange notes = new AssignmentExchange(OURS);
    private final SingleOwnerAssignor assignor = new SingleOwnerAssignor();
    private final Ownership ownership = new Ownership(consumer);
    private CompletableFuture<Set<String>> cluster = new CompletableFuture<>();
    private Membership membership;
    private long nowMs;

    /** Refuses a rebalance where it is told to. */
    private static final class Rebalanced extends MockConsumer<byte[], byte[]> {
        private @Nullable RuntimeException refusal;

        Rebalanced() {
            super("none");
        }

        @Override
        public void enforceRebalance(String reason) {
            if (refusal != null) {
                throw refusal;
            }
            super.enforceRebalance(reason);
        }
    }

    @BeforeEach
    void subscribe() {
        assignor.configure(Map.of(SingleOwnerAssignor.NOTES, notes));
        consumer.subscribe(List.of("in"), ownership);
        WANTED.forEach(partition -> consumer.updateBeginningOffsets(Map.of(partition, 0L)));
        ApplicationSettings settings = ApplicationSettings.of(new StreamsConfig(Map.of(
                "application.id", "app", "bootstrap.servers", "localhost:1", "stoatflow.join.wait.ms", JOIN_WAIT_MS)));
        membership = new Membership(
                new SourceConsumer(consumer),
                ownership,
                notes,
                "me",
                new GroupWait(settings, new TestClock(), time -> {}),
                new RevokedTopics(asked -> cluster, new TestClock()));
    }

    @Test
    void shouldOwnWhatItWasPlannedWith() {
        assertEquals(Standing.WAITING, join());
        assigned(WANTED, new AssignmentInfo("me", OURS, PLANNED));
        assertEquals(Standing.OWNER, join());
        assertEquals(Standing.OWNER, membership.since(PLANNED));
    }

    /** A leader of an older version sends no note. */
    @Test
    void shouldGoByTheAssignmentWhereNothingIsTold() {
        assigned(Set.of(new TopicPartition("in", 0)), null);
        assertEquals(Standing.WAITING, join());
        assigned(WANTED, null);
        assertEquals(Standing.OWNER, join());
        assertEquals(Standing.OWNER, membership.since(PLANNED));
        assertEquals(Optional.empty(), membership.topics());
    }

    @Test
    void shouldWaitWhileAnotherOwnsThePartitions() {
        assigned(Set.of(), new AssignmentInfo("other", OURS, PLANNED));
        nowMs += 10 * JOIN_WAIT_MS;
        assertEquals(Standing.WAITING, join());
        assertFalse(consumer.shouldRebalance());
    }

    @Test
    void shouldAskOnceForANoteThatMayBeOldBeforeItPlansAgain() {
        assigned(WANTED, new AssignmentInfo("me", OURS, Map.of("in", 1)));
        assertEquals(Standing.WAITING, join());
        assertTrue(consumer.shouldRebalance(), "asked anew");
        assertEquals(Standing.WAITING, join());
        assigned(WANTED, new AssignmentInfo("me", OURS, Map.of("in", 1)));
        assertEquals(Standing.OTHER_TOPICS, join());
        assertEquals(Optional.of(Map.of("in", 1)), membership.topics());
    }

    /** The first note may be what the group has kept for a member that was away; a later one is of now. */
    @Test
    void shouldEndWithAllOthersByANoteThatIsNotTheFirst() {
        AssignmentInfo end = new AssignmentInfo("me", ended(), PLANNED);
        assigned(WANTED, end);
        assertEquals(Standing.OWNER, join());
        assertTrue(consumer.shouldRebalance(), "asked anew");
        assertEquals(Standing.OWNER, membership.since(PLANNED));
        assigned(WANTED, new AssignmentInfo("me", OURS, PLANNED));
        assertEquals(Standing.OWNER, membership.since(PLANNED));
        assigned(WANTED, end);
        assertThrows(EndOfAllException.class, () -> membership.since(PLANNED));
        String said = assertThrows(EndOfAllException.class, this::join).getMessage();
        assertTrue(said.contains("instance other"), said);
        assertTrue(
                said.startsWith("A Kafka Streams client in this Kafka Streams application is requesting to shutdown the"
                        + " application"), // what Kafka Streams logs
                said);
    }

    private static MemberSettings ended() {
        Map<String, String> all = new HashMap<>(OURS.values());
        all.put("end", "other");
        return new MemberSettings(all);
    }

    @Test
    void shouldFailWhereTheConsumerCannotAskForANote() {
        assigned(WANTED, new AssignmentInfo("me", OURS, Map.of("in", 1)));
        consumer.refusal = new IllegalStateException("no group");
        assertEquals(consumer.refusal, assertThrows(IllegalStateException.class, this::join));
    }

    /** The cluster has a topic that the leader does not know yet; planning again would change nothing. */
    @Test
    void shouldNotPlanTwiceWithOneNote() {
        assigned(WANTED, new AssignmentInfo("me", OURS, Map.of("in", 1)));
        join();
        assigned(WANTED, new AssignmentInfo("me", OURS, Map.of("in", 1)));
        assertEquals(Standing.OTHER_TOPICS, join());
        membership.topics();
        assertEquals(Standing.OWNER, join());
        assigned(WANTED, new AssignmentInfo("me", OURS, PLANNED));
        assertEquals(Standing.OWNER, join());
    }

    @Test
    void shouldNoticeOtherTopicsAndLoss() {
        assigned(WANTED, new AssignmentInfo("me", OURS, PLANNED));
        assertEquals(Standing.OWNER, join());
        assigned(WANTED, new AssignmentInfo("me", OURS, Map.of("in", 2, "more", 1)));
        assertEquals(Standing.OTHER_TOPICS, membership.since(PLANNED));
        assigned(Set.of(), new AssignmentInfo("other", OURS, PLANNED));
        assertTrue(membership.hasLost());
        assertEquals(Standing.LOST, membership.since(PLANNED));
        assertTrue(membership.hasLost(), "another is named");
        assigned(WANTED, new AssignmentInfo("me", OURS, PLANNED));
        assertEquals(Standing.OWNER, join());
        assertFalse(membership.hasLost());
    }

    /** The group goes on trusting a member from which it takes a topic that is gone. */
    @Test
    void shouldTellWhatIsTakenBackFromWhatIsLost() {
        owner();
        TopicPartition gone = new TopicPartition("in", 1);
        ownership.onPartitionsRevoked(Set.of(gone)); // before the group tells what it has instead
        assertEquals(Standing.REVOKED, membership.since(PLANNED));
        assertEquals(Standing.REVOKED, membership.since(PLANNED), "until the member begins anew");
        assertFalse(membership.hasLost());
        assertEquals(Set.of(gone), membership.revoked());
        told(new AssignmentInfo("me", OURS, Map.of("in", 1)));
        assertEquals(Standing.OTHER_TOPICS, membership.since(PLANNED));
        assertEquals(Standing.OWNER, membership.join(Map.of("in", 1), Set.of(new TopicPartition("in", 0))));
        assertEquals(Set.of(), membership.revoked());
        assertEquals(Standing.OWNER, membership.since(Map.of("in", 1)));
    }

    /** It may be of another topic with the same name. */
    @Test
    void shouldRememberWhatIsTakenBackAndGivenBackAtOnce() {
        owner();
        ownership.onPartitionsRevoked(WANTED);
        ownership.onPartitionsAssigned(WANTED);
        assertEquals(Standing.REVOKED, membership.since(PLANNED));
        assertEquals(WANTED, membership.revoked());
        assertEquals(Standing.OWNER, join());
        assertEquals(Set.of(), membership.revoked());
    }

    @Test
    void shouldCountWhatIsTakenBackAsLostWhereAnotherIsNamed() {
        owner();
        ownership.onPartitionsRevoked(WANTED);
        told(new AssignmentInfo("other", OURS, PLANNED));
        assertTrue(membership.hasLost());
        assertEquals(Standing.LOST, membership.since(PLANNED));
    }

    @Test
    void shouldCountWhatIsTakenBackAsLostWhereNothingIsTold() {
        assigned(WANTED, null);
        assertEquals(Standing.OWNER, join());
        ownership.onPartitionsRevoked(WANTED);
        assertTrue(membership.hasLost());
        assertEquals(Standing.LOST, membership.since(PLANNED));
    }

    @Test
    void shouldTellALossThatComesAfterSomethingWasTakenBack() {
        owner();
        ownership.onPartitionsRevoked(Set.of(new TopicPartition("in", 1)));
        assertEquals(Standing.REVOKED, membership.since(PLANNED));
        ownership.onPartitionsLost(Set.of(new TopicPartition("in", 0)));
        assertTrue(membership.hasLost());
        assertEquals(Standing.LOST, membership.since(PLANNED));
    }

    @Test
    void shouldAskWhatHasBecomeOfTopicsThatWereTakenBack() {
        owner();
        assertSame(Revoked.NONE, membership.revokedTopics());
        Set<TopicPartition> revoked = Set.of(new TopicPartition("in", 1));
        ownership.onPartitionsRevoked(revoked);
        assertEquals(new Revoked(revoked, Set.of(), revoked), membership.revokedTopics());
        cluster.complete(Set.of("in"));
        assertEquals(new Revoked(revoked, revoked, Set.of()), membership.revokedTopics());
    }

    /** Its position must not be committed, whatever becomes of others. */
    @Test
    void shouldNotForgetThatATopicIsGoneWhereAnotherIsTakenBack() {
        owner();
        TopicPartition first = new TopicPartition("in", 1);
        ownership.onPartitionsRevoked(Set.of(first));
        cluster.complete(Set.of("in"));
        assertEquals(Set.of(first), membership.revokedTopics().gone());
        cluster = new CompletableFuture<>();
        TopicPartition second = new TopicPartition("more", 0);
        ownership.onPartitionsRevoked(Set.of(second));
        assertEquals(new Revoked(Set.of(first, second), Set.of(first), Set.of(second)), membership.revokedTopics());
        cluster.completeExceptionally(new IllegalStateException("not authorised"));
        assertEquals(new Revoked(Set.of(first, second), Set.of(first), Set.of()), membership.revokedTopics());
    }

    @Test
    void shouldAskAnewAboutATopicWithTheNameOfOneThatIsGone() {
        owner();
        ownership.onPartitionsRevoked(WANTED);
        cluster.complete(Set.of("in"));
        assertEquals(WANTED, membership.revokedTopics().gone());
        cluster = CompletableFuture.completedFuture(Set.of());
        ownership.onPartitionsAssigned(WANTED);
        assertEquals(Standing.OWNER, join());
        ownership.onPartitionsRevoked(WANTED);
        assertEquals(new Revoked(WANTED, Set.of(), Set.of()), membership.revokedTopics());
    }

    /** It may come back, and must then be read on from what is committed. */
    @Test
    void shouldNotTakeATopicForGoneThatIsThere() {
        owner();
        ownership.onPartitionsRevoked(WANTED);
        cluster.complete(Set.of());
        assertEquals(new Revoked(WANTED, Set.of(), Set.of()), membership.revokedTopics());
    }

    @Test
    void shouldNotWaitForEverForWhatHasBecomeOfATopic() {
        owner();
        ownership.onPartitionsRevoked(WANTED);
        assertEquals(WANTED, membership.revokedTopics().undecided());
        nowMs += 6_000;
        assertEquals(new Revoked(WANTED, Set.of(), Set.of()), membership.revokedTopics());
        cluster.complete(Set.of("in"));
        assertEquals(new Revoked(WANTED, WANTED, Set.of()), membership.revokedTopics(), "it is late, and still told");
    }

    @Test
    void shouldNotTakeATopicForGoneWhereNobodySaysSo() {
        owner();
        ownership.onPartitionsRevoked(WANTED);
        cluster.completeExceptionally(new IllegalStateException("not authorised"));
        assertEquals(new Revoked(WANTED, Set.of(), Set.of()), membership.revokedTopics());
    }

    private void owner() {
        assigned(WANTED, new AssignmentInfo("me", OURS, PLANNED));
        assertEquals(Standing.OWNER, join());
    }

    private void told(AssignmentInfo note) {
        assignor.onAssignment(new Assignment(List.of(), note.encode()), null);
    }

    @Test
    void shouldRefuseAnOwnerWithOtherSettingsAfterAWhile() {
        assigned(Set.of(), new AssignmentInfo("other", OTHERS, PLANNED));
        assertEquals(Standing.WAITING, join());
        assertTrue(consumer.shouldRebalance(), "asked anew");
        assigned(Set.of(), new AssignmentInfo("other", OTHERS, PLANNED));
        assertEquals(Standing.WAITING, join());
        nowMs += JOIN_WAIT_MS + 1;
        String message = assertThrows(StreamsException.class, this::join).getMessage();
        assertTrue(message.contains("instance other"), message);
        assertTrue(message.contains("guarantee is once here and twice there"), message);
    }

    @Test
    void shouldStayWhereTheOwnerThatDiffersGoesInTime() {
        assigned(Set.of(), new AssignmentInfo("other", OTHERS, PLANNED));
        join();
        assigned(Set.of(), new AssignmentInfo("other", OTHERS, PLANNED));
        join();
        assigned(WANTED, new AssignmentInfo("me", OURS, PLANNED));
        nowMs += JOIN_WAIT_MS + 1;
        assertEquals(Standing.OWNER, join());
    }

    @Test
    void shouldTryOnWhileStrangersAreInTheGroupButNotForEver() {
        for (int i = 0; i < 5; i++) {
            consumer.setPollException(new InconsistentGroupProtocolException("strangers"));
            assertEquals(Standing.WAITING, join());
            nowMs += 5_001;
        }
        nowMs += JOIN_WAIT_MS + 1;
        consumer.setPollException(new InconsistentGroupProtocolException("strangers"));
        String message = assertThrows(StreamsException.class, this::join).getMessage();
        assertTrue(message.contains("Consumer group app has members that are not StoatFlow's"), message);
    }

    /** The client logs an error for each attempt. */
    @Test
    void shouldPauseBetweenAttemptsWhileStrangersAreInTheGroup() {
        consumer.setPollException(new InconsistentGroupProtocolException("strangers"));
        assertEquals(Standing.WAITING, join());
        assigned(WANTED, new AssignmentInfo("me", OURS, PLANNED));
        nowMs += 4_999;
        assertEquals(Standing.WAITING, join(), "not polled yet");
        nowMs += 2;
        assertEquals(Standing.OWNER, join());
    }

    @Test
    void shouldNotWaitForAGroupThatDoesNotAnswer() {
        assertEquals(Standing.WAITING, join());
        nowMs += Duration.ofMinutes(1).toMillis();
        assertTrue(assertThrows(StreamsException.class, this::join)
                .getMessage()
                .contains("could not be joined within 30000 ms"));
    }

    private Standing join() {
        return membership.join(PLANNED, WANTED);
    }

    /** What a rebalance does to the consumer and its assignor. */
    private void assigned(Set<TopicPartition> partitions, AssignmentInfo note) {
        ByteBuffer told = note == null ? null : note.encode();
        assignor.onAssignment(new Assignment(List.copyOf(partitions), told), null);
        consumer.rebalance(new HashSet<>(partitions));
    }

    private final class TestClock implements Clock {
        @Override
        public long nanos() {
            return Duration.ofMillis(nowMs).toNanos();
        }

        @Override
        public long millis() {
            return nowMs;
        }
    }
}
