package org.stoatflow.runtime.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
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
import org.stoatflow.kernel.lane.InitWriting;
import org.stoatflow.kernel.lane.Lane;
import org.stoatflow.kernel.lane.LaneFailure;
import org.stoatflow.kernel.lane.TestApplication;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.plan.PlanSettings;
import org.stoatflow.kernel.plan.Planner;
import org.stoatflow.kernel.plan.StorePlan;
import org.stoatflow.kernel.testkit.NoOpSignals;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.processor.FailOnInvalidTimestamp;

/** The first epochs of a run whose processors have written much in {@code init()}. */
class InitEpochsTest {
    private static final int PARTITIONS = 4;
    private static final int EPOCH_BYTES_MAX = 1_000_000;
    private static final int STEPS_MAX = 100;
    private static final long LONG_NS = Duration.ofHours(1).toNanos();

    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
    private final Budget budget = new Budget(10 * EPOCH_BYTES_MAX, EPOCH_BYTES_MAX, () -> {});
    private int processed;
    private int epochs;

    private Kernel kernel;
    private Dispatcher dispatcher;

    private Plan plan(int bytes) {
        StreamsBuilder builder = new StreamsBuilder();
        InitWriting.add(builder, bytes, () -> processed++);
        return Planner.compile(
                TopologyAccess.logical(builder.build()),
                new PlanSettings("application", 1, Serdes.String(), 0),
                topic -> OptionalInt.of(PARTITIONS));
    }

    /** Each lane's processor writes a row of so many bytes, and each partition has a record. */
    private void begin(int bytes) {
        Plan plan = plan(bytes);
        kernel = new Kernel(
                new Kernel.Parts(
                        plan,
                        new TestApplication(),
                        StateEngines.inMemory(plan.stores().stream()
                                .map(StorePlan::description)
                                .toList()),
                        new FailOnInvalidTimestamp(),
                        Kernel.Before.NOTHING,
                        budget,
                        Clock.SYSTEM),
                new Kernel.Settings(true, 256, 128),
                new NoOpSignals());
        kernel.lanes().forEach(Lane::open);
        Map<TopicPartition, Long> begins = new HashMap<>();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            begins.put(new TopicPartition("in", partition), 0L);
        }
        consumer.assign(begins.keySet());
        consumer.updateBeginningOffsets(begins);
        consumer.seekToBeginning(begins.keySet());
        begins.keySet()
                .forEach(at -> consumer.addRecord(new ConsumerRecord<>(
                        at.topic(),
                        at.partition(),
                        0,
                        0,
                        TimestampType.CREATE_TIME,
                        1,
                        1,
                        new byte[1],
                        new byte[1],
                        new RecordHeaders(),
                        Optional.empty())));
        dispatcher = new Dispatcher(
                new Dispatcher.Settings(true, 10, 10, 2, 0, 0, Long.MAX_VALUE),
                kernel,
                new Dispatcher.Sources(
                        new SourceConsumer(consumer),
                        begins,
                        Map.of(),
                        new Learned(new SourceCounters(), KnownGrowth.none(plan))),
                budget,
                new Cadence(1, LONG_NS, LONG_NS, Long.MAX_VALUE, Clock.SYSTEM.nanos()),
                Clock.SYSTEM,
                new Dispatcher.Signals(
                        () -> false, () -> false, () -> new Revoked(Set.of(), Set.of(), Set.of()), () -> {}));
    }

    private void stepLanes() {
        for (Lane lane : kernel.lanes()) {
            while (lane.step()) {
                Thread.onSpinWait();
            }
        }
    }

    /** Steps until all records are processed, and commits each epoch as soon as it is cut. */
    private void run() {
        Epoch open = kernel.open();
        for (int step = 0; step < STEPS_MAX && processed < PARTITIONS; step++) {
            dispatcher.step();
            stepLanes();
            if (kernel.open() != open) {
                assertTrue(open.isComplete());
                open.markApplied();
                open = kernel.open();
                epochs++;
            }
        }
        assertEquals(PARTITIONS, processed);
    }

    /** All lanes together are more than an epoch may hold, which would be so after each restart. */
    @Test
    void shouldCommitWhatLanesHaveWrittenOneAfterAnotherBeforeAnyRecord() {
        begin(EPOCH_BYTES_MAX / 5 * 3);
        dispatcher.step();
        stepLanes();
        assertEquals(0, processed);
        assertEquals(2, kernel.open().number(), "the first epoch is cut at once");
        begin(EPOCH_BYTES_MAX / 5 * 3);
        run();
        assertEquals(PARTITIONS, epochs);
    }

    @Test
    void shouldGiveTheEpochRecordsTooWhereLittleWasWritten() {
        begin(1);
        dispatcher.step();
        stepLanes();
        assertEquals(PARTITIONS, processed);
    }

    @Test
    void shouldSayThatNothingLessCanBeGivenWhereOneLaneIsTooMuch() {
        begin(EPOCH_BYTES_MAX * 2);
        dispatcher.step();
        LaneFailure failure = assertThrows(LaneFailure.class, this::stepLanes);
        assertFalse(dispatcher.giveLessAfter((EpochTooLargeException) failure.getCause()));
        assertTrue(failure.getMessage().contains("in init() of processor filling"), failure::getMessage);
    }
}
