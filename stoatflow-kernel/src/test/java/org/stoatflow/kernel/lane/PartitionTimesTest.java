package org.stoatflow.kernel.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.clock.PartitionTimes;
import org.stoatflow.kernel.clock.SourceTimes;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.epoch.SourcePosition;
import org.stoatflow.kernel.error.ErrorHandling;
import org.stoatflow.kernel.error.RetryPolicy;
import org.stoatflow.kernel.plan.LaneShare;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.plan.PlanSettings;
import org.stoatflow.kernel.plan.Planner;
import org.stoatflow.kernel.testkit.NoOpEpochListener;
import org.stoatflow.spi.RetriableErrors;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.errors.DefaultProductionExceptionHandler;
import org.stoatflow.streams.errors.LogAndContinueExceptionHandler;
import org.stoatflow.streams.errors.LogAndFailProcessingExceptionHandler;
import org.stoatflow.streams.kstream.Consumed;

/** Partition time: what lanes extract, what extractors are given, and which time is committed with which epoch. */
class PartitionTimesTest {
    private final List<Long> given = new ArrayList<>();
    private int failuresLeft;

    /** Takes the record's value as its timestamp, and notes the partition time that it is given. */
    private long extract(ConsumerRecord<Object, Object> record, long partitionTime) {
        given.add(partitionTime);
        return Long.parseLong(record.value().toString());
    }

    private void program(StreamsBuilder builder) {
        builder.stream(
                        LaneRig.IN,
                        Consumed.with(Serdes.String(), Serdes.String()).withTimestampExtractor(this::extract))
                .mapValues(value -> {
                    if (failuresLeft > 0) {
                        failuresLeft--;
                        throw new RetriableException(value) {};
                    }
                    return value;
                })
                .to("out");
    }

    private static ErrorHandling errors(RetryPolicy retry) {
        return new ErrorHandling(
                LogAndContinueExceptionHandler::new,
                LogAndFailProcessingExceptionHandler::new,
                DefaultProductionExceptionHandler::new,
                retry,
                1);
    }

    @Test
    void shouldCommitTheHighestTimestampThatWasExtracted() {
        LaneRig rig = LaneRig.exactlyOnce(this::program, ErrorHandling.FAILING);
        rig.feed(0, "a=1005", "a=1009", "a=1007");
        rig.cut();
        assertEquals(1009, rig.committedTime(rig.epochCutLast(), 0));
        assertEquals(-1, rig.committedTime(rig.epochCutLast(), 1));
        assertEquals(List.of(-1L, 1005L, 1009L), given);
    }

    @Test
    void shouldNotCountWhatIsDropped() {
        LaneRig rig = LaneRig.exactlyOnce(
                builder -> builder.stream(
                                LaneRig.IN,
                                Consumed.with(Serdes.String(), Serdes.Integer())
                                        .withTimestampExtractor((record, time) -> {
                                            given.add(time);
                                            return record.offset() == 1 ? -5 : 1000 + record.offset();
                                        }))
                        .mapValues(String::valueOf)
                        .to("out"),
                errors(RetryPolicy.NEVER));
        rig.feed(0, "a=1234", "a=1234", "a=no number");
        rig.feed(1, "a=no number");
        rig.cut();
        assertEquals(1000, rig.committedTime(rig.epochCutLast(), 0));
        assertEquals(-1, rig.committedTime(rig.epochCutLast(), 1));
        assertEquals(List.of(-1L, 1000L), given);
    }

    @Test
    void shouldCommitWithAnEpochWhatWasExtractedUpToIt() {
        LaneRig rig = LaneRig.atLeastOnce(this::program, ErrorHandling.FAILING);
        rig.feed(0, "a=1009");
        rig.cut();
        Epoch first = rig.epochCutLast();
        rig.feed(0, "a=1020");
        rig.cut();
        Epoch second = rig.epochCutLast();
        rig.feed(0, "a=1005");
        rig.cut();
        assertEquals(1009, rig.committedTime(first, 0));
        assertEquals(1020, rig.committedTime(second, 0));
        assertEquals(1020, rig.committedTime(rig.epochCutLast(), 0), "it does not fall");
    }

    /** At-least-once: a record is held, and records of a later epoch pass it. */
    @Test
    void shouldTellAnEpochOfItsRecordsThoughLaterOnesHaveHigherTimestamps() {
        long backoffNs = TimeUnit.MILLISECONDS.toNanos(100);
        LaneRig rig = LaneRig.atLeastOnce(
                this::program, errors(new RetryPolicy(3, backoffNs, backoffNs, 100, new RetriableErrors())));
        failuresLeft = 1;
        rig.feed(0, "a=1002", "a=1005");
        rig.cut();
        Epoch first = rig.epochCutLast();
        rig.feed(0, "b=1009");
        rig.cut();
        assertFalse(first.isComplete());
        rig.pass(100);
        rig.run();
        assertTrue(first.isComplete());
        assertEquals(1005, rig.committedTime(first, 0), "that of the record behind the one that failed");
        assertEquals(1009, rig.committedTime(rig.epochCutLast(), 0));
    }

    @Test
    void shouldCommitTheHighestOfAllLanesWhereOnePartitionHasMany() {
        LaneRig rig = LaneRig.byKey(this::program, ErrorHandling.FAILING, 7, 0);
        rig.feed(0, "a=1001");
        rig.feed(0, "b=1008");
        rig.feed(0, "c=1003");
        rig.feed(1, "a=1002");
        rig.cut();
        assertEquals(3, rig.contributors());
        assertEquals(1008, rig.committedTime(rig.epochCutLast(), 0));
        assertEquals(1002, rig.committedTime(rig.epochCutLast(), 1));
        assertEquals(List.of(-1L, -1L, -1L, -1L), given, "a lane by key knows of its own records only");
    }

    // ---- two topics of one source, three partitions

    private static final TopicPartition LEFT_1 = new TopicPartition("left", 1);
    private static final TopicPartition RIGHT_1 = new TopicPartition("right", 1);
    private static final List<String> TOPICS = List.of("left", "right");
    private static final Plan TWO = twoTopics();

    private final SourceTimes begun = new SourceTimes(TWO, 1, Map.of(LEFT_1, 500L, RIGHT_1, -1L));
    private final Epoch epoch = Epoch.first(1, TWO.graph(), TWO.lanes(), 1 + begun.count(), 1, new NoOpEpochListener());

    private static Plan twoTopics() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(List.of("left", "right")).to("out");
        return Planner.compile(
                TopologyAccess.logical(builder.build()),
                new PlanSettings("app", 1, Serdes.String(), 0),
                topic -> OptionalInt.of(3));
    }

    private static LaneShare share(int ownPartition) {
        return new LaneShare(TWO.stages().getFirst(), 0, ownPartition);
    }

    @Test
    void shouldGoOnFromWhatIsCommitted() {
        PartitionTimes times = new PartitionTimes(TOPICS, share(1), begun, true);
        assertEquals(500, times.of("left", 1));
        assertEquals(-1, times.of("right", 1));
        times.advance("left", 1, 400);
        times.advance("right", 1, 300);
        assertEquals(500, times.of("left", 1));
        assertEquals(300, times.of("right", 1));
        times.tell(epoch);
        assertEquals(500, committed(LEFT_1));
        assertEquals(300, committed(RIGHT_1));
    }

    @Test
    void shouldKeepPartitionsApartInALaneOfSeveral() {
        PartitionTimes times = new PartitionTimes(TOPICS, share(-1), begun, true);
        assertEquals(500, times.of("left", 1));
        times.advance("left", 2, 700);
        times.advance("right", 1, 900);
        times.advance("left", 1, 600);
        times.tell(epoch);
        times.advance("right", 1, 800);
        times.tell(epoch);
        assertEquals(600, committed(LEFT_1));
        assertEquals(700, committed(new TopicPartition("left", 2)));
        assertEquals(900, committed(RIGHT_1));
        assertEquals(-1, committed(new TopicPartition("right", 2)));
        assertEquals(-1, epoch.observed(0), "which is an operator's clock");
    }

    private long committed(TopicPartition partition) {
        Epoch cut = epoch;
        if (!cut.isCut()) {
            cut.cut(Map.of(
                    LEFT_1,
                    position(),
                    RIGHT_1,
                    position(),
                    new TopicPartition("left", 2),
                    position(),
                    new TopicPartition("right", 2),
                    position()));
        }
        return begun.positions(cut).get(partition).partitionTime();
    }

    private static SourcePosition position() {
        return SourcePosition.at(7, Optional.empty());
    }
}
