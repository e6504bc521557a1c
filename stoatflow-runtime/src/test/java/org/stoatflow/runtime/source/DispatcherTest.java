package org.stoatflow.runtime.source;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.Kernel;
import org.stoatflow.kernel.epoch.Budget;
import org.stoatflow.kernel.epoch.Cadence;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.epoch.EpochTooLargeException;
import org.stoatflow.kernel.lane.Lane;
import org.stoatflow.kernel.lane.TestApplication;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.plan.PlanSettings;
import org.stoatflow.kernel.plan.Planner;
import org.stoatflow.kernel.testkit.NoOpSignals;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.processor.FailOnInvalidTimestamp;

/** When the dispatcher waits in a poll, and which partitions it has paused. */
class DispatcherTest {
    private static final TopicPartition FIRST = new TopicPartition("in", 0);
    private static final TopicPartition SECOND = new TopicPartition("in", 1);
    private static final int QUEUE_MAX = 10;
    private static final int ROUTED_MAX = 4;
    private static final Duration IDLE = Duration.ofMillis(100);
    private static final int BYTES_MAX = 100_000;
    private static final int EPOCH_BYTES_MAX = 50_000;

    private final Polled consumer = new Polled();
    private final Budget budget = new Budget(BYTES_MAX, this::wake);
    private final Plan plan = plan();
    private final SourceAmplification amplification = KnownGrowth.none(plan);
    private Kernel kernel = kernel(true);
    private Dispatcher dispatcher = dispatcher(true);
    private boolean lost;
    private Set<TopicPartition> revoked = Set.of();
    private int woken;

    /** Notes how long each poll may wait. */
    private static final class Polled extends MockConsumer<byte[], byte[]> {
        private final List<Duration> waits = new ArrayList<>();
        private Runnable beforeThePollEnds = () -> {};
        private UnaryOperator<ConsumerRecords<byte[], byte[]>> made = polled -> polled;

        Polled() {
            super("earliest");
        }

        @Override
        public synchronized ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
            waits.add(timeout);
            ConsumerRecords<byte[], byte[]> records = super.poll(Duration.ZERO);
            beforeThePollEnds.run();
            return made.apply(records);
        }
    }

    private static Plan plan() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in").mapValues(value -> value).to("out");
        return Planner.compile(
                TopologyAccess.logical(builder.build()),
                new PlanSettings("application", 1, Serdes.String(), 0),
                topic -> OptionalInt.of(2));
    }

    private Kernel kernel(boolean isolated) {
        Kernel made = new Kernel(
                new Kernel.Parts(
                        plan,
                        new TestApplication(),
                        StateEngines.inMemory(List.of()),
                        new FailOnInvalidTimestamp(),
                        Kernel.Before.NOTHING,
                        budget,
                        Clock.SYSTEM),
                new Kernel.Settings(isolated, 256, 128),
                new NoOpSignals());
        made.lanes().forEach(Lane::open);
        return made;
    }

    private Dispatcher dispatcher(boolean isolated) {
        consumer.assign(List.of(FIRST, SECOND));
        consumer.updateBeginningOffsets(Map.of(FIRST, 0L, SECOND, 0L));
        consumer.seekToBeginning(List.of(FIRST, SECOND));
        return new Dispatcher(
                new Dispatcher.Settings(isolated, QUEUE_MAX, ROUTED_MAX, 2, IDLE.toNanos(), 0, Long.MAX_VALUE),
                kernel,
                new Dispatcher.Sources(
                        new SourceConsumer(consumer),
                        Map.of(FIRST, 0L, SECOND, 0L),
                        Map.of(),
                        new Learned(new SourceCounters(), amplification)),
                budget,
                new Cadence(
                        1, Duration.ofHours(1).toNanos(), Duration.ofHours(1).toNanos(), EPOCH_BYTES_MAX, 0),
                Clock.SYSTEM,
                new Dispatcher.Signals(
                        () -> false, () -> lost, () -> new Revoked(revoked, revoked, Set.of()), () -> {}));
    }

    /** Nothing less could be given than one record. */
    @Test
    void shouldGiveLessAfterAnEpochThatWasTooLargeUntilItHadOneRecord() {
        arrive(FIRST, 0, 4);
        dispatcher.step();
        assertTrue(dispatcher.giveLessAfter(new EpochTooLargeException(1, 10, 1, 9, false)));
        assertFalse(dispatcher.giveLessAfter(new EpochTooLargeException(1, 10, 9, 9, true)), "a punctuation");
        kernel = kernel(true);
        dispatcher = dispatcher(true);
        arrive(FIRST, 0, 4);
        dispatcher.step();
        assertEquals(3, dispatcher.queuedRecords());
        assertFalse(dispatcher.giveLessAfter(new EpochTooLargeException(1, 10, 9, 9, false)));
    }

    /** A cut does not free the bytes of older epochs: the open epochs would soon be as many as allowed. */
    @Test
    void shouldCutByTheBytesOfTheOpenEpochAloneWhereEpochsAreNotIsolated() {
        kernel = kernel(false);
        dispatcher = dispatcher(false);
        arrive(FIRST, 0, 1);
        dispatcher.step();
        dispatcher.step();
        assertEquals(2, dispatcher.epochNumber(), "the first is cut at once");
        budget.retain(EPOCH_BYTES_MAX);
        arrive(FIRST, 1, 1);
        dispatcher.step();
        dispatcher.step();
        assertEquals(2, dispatcher.epochNumber());

        arrive(FIRST, 2, 1, EPOCH_BYTES_MAX);
        dispatcher.step();
        assertEquals(3, recordsInLanes());
        dispatcher.step();
        assertEquals(3, dispatcher.epochNumber(), "it has put out that many bytes itself");
    }

    @Test
    void shouldAskTheConsumerNothingAboutPartitionsThatWereTakenAwayInThePoll() {
        arrive(FIRST, 0, 5 * QUEUE_MAX);
        consumer.beforeThePollEnds = () -> {
            lost = true;
            consumer.assign(List.of());
        };
        assertDoesNotThrow(dispatcher::step);
        assertDoesNotThrow(dispatcher::measure);
        assertEquals(0, recordsInLanes(), "nothing more is begun");
    }

    /** What is queued of it cannot come again. It must not delay the records that were handed out before. */
    @Test
    void shouldDrainWhatItHasOfAPartitionThatWasTakenBackInEpochsOfItsOwn() {
        Epoch first = dispatcher.epoch();
        arrive(FIRST, 0, 3);
        arrive(SECOND, 0, 3);
        budget.retain(BYTES_MAX);
        dispatcher.step();
        assertEquals(6, dispatcher.queuedRecords());
        consumer.beforeThePollEnds = () -> {
            revoked = Set.of(SECOND);
            consumer.assign(List.of(FIRST));
        };
        dispatcher.step();
        assertDoesNotThrow(dispatcher::measure);
        assertEquals(revoked, dispatcher.rights().gone());
        dispatcher.drain();
        assertFalse(dispatcher.isOpenEpochEmpty(), "there is more to come");
        budget.release(BYTES_MAX);
        dispatcher.step();
        assertTrue(first.isCut());
        assertEquals(Map.of(), CommitRights.without(dispatcher.rights().gone(), Map.of(SECOND, 3)), "nothing of it");
        assertEquals(3, recordsInLanes());
        assertEquals(3, dispatcher.queuedRecords(), "others can be read again");
        assertTrue(dispatcher.isOpenEpochEmpty());
    }

    @Test
    void shouldWaitInAPollOnlyWhileThereIsNothingToHandOut() {
        dispatcher.step();
        assertTrue(lastWait().compareTo(Duration.ZERO) > 0, "nothing is there yet");
        arrive(FIRST, 0, 3 * ROUTED_MAX);
        dispatcher.step();
        while (dispatcher.queuedRecords() > 0) {
            dispatcher.step();
            assertEquals(Duration.ZERO, lastWait(), dispatcher.queuedRecords() + " records could be handed out");
        }
        dispatcher.step();
        assertTrue(lastWait().compareTo(Duration.ZERO) > 0, "everything is handed out");
    }

    /** A thread that frees the budget wakes the dispatcher, which goes on with the records that it has. */
    @Test
    void shouldGoOnWithWhatItHasOnceTheBudgetIsFree() {
        budget.retain(BYTES_MAX);
        arrive(FIRST, 0, ROUTED_MAX);
        dispatcher.step();
        assertEquals(ROUTED_MAX, dispatcher.queuedRecords());
        dispatcher.step();
        assertTrue(lastWait().compareTo(Duration.ZERO) > 0, "there is no room for what is there");
        assertEquals(0, woken);
        budget.release(BYTES_MAX);
        assertEquals(1, woken);
        dispatcher.step();
        assertEquals(Duration.ZERO, lastWait());
        assertEquals(0, dispatcher.queuedRecords());
    }

    /** The first epoch is cut at its bound. The next one fills up to its bound while the first is being committed. */
    @Test
    void shouldHandOutNothingIntoAFullEpochWhileTheOneBeforeIsBeingCommitted() {
        Epoch first = dispatcher.epoch();
        arrive(FIRST, 0, 1, EPOCH_BYTES_MAX);
        dispatcher.step();
        assertTrue(first.isCut());
        recordsInLanes();
        budget.release(budget.retainedBytes()); // as if it had let go of its output already
        arrive(FIRST, 1, 3, EPOCH_BYTES_MAX / 2);
        for (int round = 0; round < 5; round++) {
            dispatcher.step();
        }
        assertEquals(1, dispatcher.queuedRecords(), "two fill the epoch");
        assertFalse(dispatcher.epoch().isCut());
        dispatcher.step();
        assertTrue(lastWait().compareTo(Duration.ZERO) > 0, "there is no room for what is there");

        first.markApplied();
        dispatcher.step();
        dispatcher.step();
        assertEquals(first.number() + 2, dispatcher.epochNumber());
        assertEquals(0, dispatcher.queuedRecords());
    }

    @Test
    void shouldPauseWhatHoldsMoreThanItsShareOfTheBytes() {
        budget.retain(BYTES_MAX);
        arrive(FIRST, 0, 2, BYTES_MAX / 2);
        arrive(SECOND, 0, 2);
        dispatcher.step();
        assertEquals(Set.of(FIRST), consumer.paused());
    }

    @Test
    void shouldResumeWhatItHasPausedBeforeItRunsDry() {
        arrive(FIRST, 0, 5 * QUEUE_MAX);
        arrive(SECOND, 0, 1);
        dispatcher.step();
        assertEquals(Set.of(FIRST), consumer.paused());
        while (!consumer.paused().isEmpty()) {
            int before = dispatcher.queuedRecords();
            dispatcher.step();
            assertTrue(dispatcher.queuedRecords() < before, "it hands out while a partition is paused");
        }
        assertTrue(dispatcher.queuedRecords() > 0, "resumed before it is dry");
    }

    /** A record that comes twice counts once; otherwise a partition would stay over its limit, and paused, for good. */
    @Test
    void shouldCountReDeliveredRecordsOnce() {
        arrive(FIRST, 0, 2 * QUEUE_MAX);
        dispatcher.step();
        assertFalse(consumer.paused().isEmpty());
        int queued = dispatcher.queuedRecords();
        for (int again = 0; again < 5; again++) {
            consumer.resume(consumer.paused()); // as after partitions were lost and came back
            consumer.seek(FIRST, 0);
            arrive(FIRST, 0, 2 * QUEUE_MAX);
            dispatcher.step();
            assertTrue(dispatcher.queuedRecords() < queued || queued == 0, dispatcher.queuedRecords() + " queued");
            queued = dispatcher.queuedRecords();
        }
        while (dispatcher.queuedRecords() > 0) {
            dispatcher.step();
        }
        dispatcher.step();
        assertEquals(Set.of(), consumer.paused());
        arrive(FIRST, 2 * QUEUE_MAX, 1);
        dispatcher.step();
        assertEquals(2 * QUEUE_MAX + 1, recordsInLanes());
    }

    /** As where an interceptor makes the records of a poll anew, which drops where the consumer goes on. */
    @Test
    void shouldCountReDeliveredRecordsOnceAndCommitThemThoughNoPollTellsWhereItGoesOn() {
        consumer.made = polled -> new ConsumerRecords<>(byPartition(polled), Map.of());
        Epoch first = dispatcher.epoch();
        arrive(FIRST, 0, ROUTED_MAX);
        dispatcher.step();
        assertEquals(ROUTED_MAX, first.positions().get(FIRST).offset());
        assertFalse(first.positions().containsKey(SECOND), "nothing was read of it");
        consumer.seek(FIRST, 0);
        arrive(FIRST, 0, ROUTED_MAX + 1);
        dispatcher.step();
        assertEquals(ROUTED_MAX + 1, recordsInLanes());
    }

    @Test
    void shouldCommitWhereItStandsThoughAllRecordsAreDropped() {
        consumer.made = polled -> ConsumerRecords.empty();
        Epoch first = dispatcher.epoch();
        arrive(FIRST, 0, ROUTED_MAX);
        dispatcher.step();
        dispatcher.measure();
        dispatcher.requestCut();
        dispatcher.step();
        assertEquals(ROUTED_MAX, first.positions().get(FIRST).offset());
    }

    /** Such an epoch would be committed, and its record processed again. */
    @Test
    void shouldBreakAnEpochOfWhichAPositionIsNotBehindTheLastRecord() {
        PartitionQueue queue =
                new PartitionQueue(FIRST, kernel.plan().sourceEntries().getFirst(), 0, new SourceCounters().of(FIRST));
        arrive(FIRST, 0, 2);
        List<ConsumerRecord<byte[], byte[]>> two = consumer.poll(Duration.ZERO).records(FIRST);
        queue.add(two);
        queue.take();
        assertEquals(Optional.empty(), queue.fault(), "it goes on with the next record");
        queue.take();
        assertEquals(Optional.of("the record at offset 1 is handed out, and the position is not known"), queue.fault());
        queue.polledUpTo(new OffsetAndMetadata(1));
        assertEquals(Optional.of("the record at offset 1 is handed out, and the position is 1"), queue.fault());
        queue.polledUpTo(new OffsetAndMetadata(2));
        assertEquals(Optional.empty(), queue.fault());
        queue.add(two.subList(1, 2));
        queue.goOnAt(new LogCut(0, 0, Optional.of(3), 0));
        assertEquals(Optional.empty(), queue.fault(), "the log was cut, and begins anew");
        queue.add(List.of(two.getFirst(), two.getFirst()));
        queue.take();
        assertEquals(Optional.empty(), queue.fault(), "somebody has made two records of one");
    }

    private static Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> byPartition(
            ConsumerRecords<byte[], byte[]> polled) {
        return polled.partitions().stream().collect(Collectors.toMap(partition -> partition, polled::records));
    }

    private int recordsInLanes() {
        Lane lane = kernel.lanes().getFirst();
        while (lane.step()) {
            // until it has nothing to do
        }
        return (int) lane.sourceRecordsDone();
    }

    private Duration lastWait() {
        return consumer.waits.getLast();
    }

    private void arrive(TopicPartition partition, long from, int count) {
        arrive(partition, from, count, 1);
    }

    private void arrive(TopicPartition partition, long from, int count, int bytes) {
        for (long offset = from; offset < from + count; offset++) {
            consumer.addRecord(new ConsumerRecord<>(
                    partition.topic(),
                    partition.partition(),
                    offset,
                    1_000 + offset,
                    TimestampType.CREATE_TIME,
                    5,
                    bytes,
                    ("key-" + offset).getBytes(StandardCharsets.UTF_8),
                    new byte[bytes],
                    new RecordHeaders(),
                    Optional.empty()));
        }
    }

    private void wake() {
        woken++;
    }
}
