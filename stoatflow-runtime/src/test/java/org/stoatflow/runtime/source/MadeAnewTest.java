package org.stoatflow.runtime.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.LogTruncationException;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.NoOffsetForPartitionException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.epoch.SourcePosition;
import org.stoatflow.kernel.time.Clock;

/** A topic is deleted, and made anew with the same name, while its records are read. */
class MadeAnewTest {
    private static final TopicPartition FIRST = new TopicPartition("in", 0);
    private static final TopicPartition SECOND = new TopicPartition("in", 1);
    private static final Set<TopicPartition> BOTH = Set.of(FIRST, SECOND);

    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none");
    private final SourceConsumer source = new SourceConsumer(consumer);
    private final List<List<String>> asked = new ArrayList<>();
    private Future<Set<String>> answer = CompletableFuture.completedFuture(Set.of());

    MadeAnewTest() {
        consumer.assign(BOTH);
        consumer.updateBeginningOffsets(Map.of(FIRST, 0L, SECOND, 0L));
        consumer.updateEndOffsets(Map.of(FIRST, 20L, SECOND, 20L));
        consumer.seek(FIRST, 41);
        consumer.seek(SECOND, 41);
    }

    private OffsetReset policy(String policy) {
        return new OffsetReset(
                consumer,
                OffsetResetTest.plan(),
                OffsetReset.parse(policy),
                Duration.ofMillis(1),
                Clock.SYSTEM,
                this::ask);
    }

    private Future<Set<String>> ask(Collection<String> topics) {
        asked.add(List.copyOf(topics));
        return answer;
    }

    /** The consumer finds that the log ends at 20, in the leader epoch 3. */
    private Map<TopicPartition, LogCut> cut(TopicPartition partition, String policy) {
        OffsetAndMetadata diverged = new OffsetAndMetadata(20, Optional.of(3), "");
        consumer.setPollException(new LogTruncationException(Map.of(partition, 41L), Map.of(partition, diverged)));
        source.poll(0);
        return source.decideGone(policy(policy), BOTH);
    }

    private void anotherTopic() {
        answer = CompletableFuture.completedFuture(Set.of("in"));
    }

    @Test
    void shouldGoOnWhereTheLogDivergesWhereTheTopicIsTheSame() {
        assertEquals(Map.of(FIRST, new LogCut(0, 20, Optional.of(3), 20)), cut(FIRST, "earliest"));
        assertEquals(List.of(List.of("in")), asked);
    }

    /** Its first 20 records are not the ones that were read of the former topic. */
    @Test
    void shouldBeginWhereThePolicySaysWhereTheTopicIsAnother() {
        anotherTopic();
        assertEquals(Map.of(FIRST, new LogCut(0, 0, Optional.empty(), 20, true)), cut(FIRST, "earliest"));
        assertEquals(Map.of(SECOND, new LogCut(0, 20, Optional.empty(), 20, true)), cut(SECOND, "latest"));
    }

    @Test
    void shouldGoOnWhereTheClusterDoesNotSay() {
        answer = CompletableFuture.failedFuture(new KafkaException("not now"));
        assertFalse(cut(FIRST, "earliest").get(FIRST).another());
        answer = new CompletableFuture<>();
        assertEquals(Map.of(SECOND, new LogCut(0, 20, Optional.of(3), 20)), cut(SECOND, "earliest"));
    }

    /** The cluster says of the topic for ever that it is another one than was planned with. */
    @Test
    void shouldTakeTheNextCutForOneOfTheNewLog() {
        anotherTopic();
        assertTrue(cut(FIRST, "earliest").get(FIRST).another());
        assertFalse(cut(FIRST, "earliest").get(FIRST).another());
        assertTrue(cut(SECOND, "earliest").get(SECOND).another(), "of this partition it is the first");
        source.forgetMadeAnew();
        assertTrue(cut(FIRST, "earliest").get(FIRST).another(), "the group's position may be of the former topic");
    }

    @Test
    void shouldAskOnlyWhereALogWasCut() {
        consumer.setPollException(new NoOffsetForPartitionException(FIRST));
        source.poll(0);
        assertEquals(Map.of(), source.decideGone(policy("earliest"), BOTH));
        assertEquals(Map.of(), source.decideGone(policy("earliest"), BOTH));
        assertEquals(List.of(), asked);
        anotherTopic();
        consumer.setPollException(new OffsetOutOfRangeException(Map.of(FIRST, 41L)));
        source.poll(0);
        assertTrue(source.decideGone(policy("earliest"), BOTH).get(FIRST).another());
    }

    /** What was processed of a log that is merely cut must not come again after the commit. */
    @Test
    void shouldCommitPositionsOfBeforeACutUpToWhereItGoesOn() {
        CommitRights rights = rights().changed(Map.of(FIRST, Optional.of(new LogCut(0, 36, Optional.of(3), 36))));
        assertEquals(Map.of(FIRST, at(29, 1)), rights.allowed(Map.of(FIRST, at(29, 0))));
        assertEquals(
                Map.of(FIRST, SourcePosition.at(36, Optional.of(3)).inLog(1), SECOND, at(41, 0)),
                rights.allowed(Map.of(FIRST, at(41, 0), SECOND, at(41, 0))));
        assertEquals(Map.of(FIRST, at(38, 1)), rights.allowed(Map.of(FIRST, at(38, 1))));
        CommitRights again = rights.changed(Map.of(FIRST, Optional.of(new LogCut(0, 50, Optional.of(4), 50))));
        assertEquals(36, again.allowed(Map.of(FIRST, at(41, 0))).get(FIRST).offset(), "of both cuts");
        assertEquals(41, again.allowed(Map.of(FIRST, at(41, 1))).get(FIRST).offset());
    }

    @Test
    void shouldCommitNoPositionOfTheFormerTopic() {
        CommitRights unknown = rights().changed(Map.of(FIRST, Optional.empty()));
        assertEquals(Map.of(), unknown.allowed(Map.of(FIRST, at(29, 0))));
        assertEquals(Map.of(FIRST, at(45, 1)), unknown.allowed(Map.of(FIRST, at(45, 1))));
        CommitRights found = unknown.changed(Map.of(FIRST, Optional.of(new LogCut(0, 0, Optional.empty(), 20, true))));
        assertEquals(Map.of(FIRST, at(0, 2)), found.allowed(Map.of(FIRST, at(29, 0))), "where the new one begins");
        assertEquals(Map.of(FIRST, at(0, 2)), found.allowed(Map.of(FIRST, at(45, 1))));
        CommitRights merelyCut = unknown.changed(Map.of(FIRST, Optional.of(new LogCut(0, 20, Optional.empty(), 20))));
        assertEquals(Map.of(), merelyCut.allowed(Map.of(FIRST, at(29, 0))));
    }

    @Test
    void shouldNotTakeALogThatWasMerelyCutForThatOfAnotherTopic() {
        LogCut cut = new LogCut(0, 36, Optional.of(3), 36);
        LogCut another = new LogCut(0, 0, Optional.empty(), 20, true);
        CommitRights rights = rights().changed(Map.of(FIRST, Optional.of(cut)));
        assertFalse(rights.knowAnother(FIRST));
        assertTrue(rights.changed(Map.of(FIRST, Optional.empty())).knowAnother(FIRST));
        assertTrue(rights.changed(Map.of(FIRST, Optional.of(another))).knowAnother(FIRST));
        assertFalse(rights.knowAnother(SECOND));
        assertTrue(another.then(cut).another(), "that it is another one was found before");
    }

    @Test
    void shouldCostNothingWhereNoLogHasChanged() {
        Map<TopicPartition, SourcePosition> positions = Map.of(FIRST, at(29, 0));
        assertSame(positions, rights().inPresentLogs(positions));
    }

    /** The consumer has not found out yet that the topic is another one, or never does. */
    @Test
    void shouldTellWhatComesAfterATopicWasMadeAnewFromWhatHadCome() {
        PartitionProgress progress = new PartitionProgress(0);
        progress.polledUpTo(new OffsetAndMetadata(41));
        progress.onLogChanged(0);
        progress.polledUpTo(new OffsetAndMetadata(41));
        assertEquals(at(41, 0), progress.position(null));
        progress.polledUpTo(new OffsetAndMetadata(45));
        assertEquals(at(45, 1), progress.position(null));
    }

    @SuppressWarnings("removal") // nobody else makes a group
    private static CommitRights rights() {
        return CommitRights.of(new ConsumerGroupMetadata("app"));
    }

    private static SourcePosition at(long offset, int log) {
        return SourcePosition.at(offset, Optional.empty()).inLog(log);
    }
}
