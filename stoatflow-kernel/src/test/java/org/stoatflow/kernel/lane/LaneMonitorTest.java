package org.stoatflow.kernel.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.error.ErrorHandling;
import org.stoatflow.kernel.error.RetryPolicy;
import org.stoatflow.kernel.record.RecordPlace;
import org.stoatflow.spi.RetriableErrors;
import org.stoatflow.streams.errors.DefaultProductionExceptionHandler;
import org.stoatflow.streams.errors.LogAndContinueExceptionHandler;
import org.stoatflow.streams.errors.LogAndFailProcessingExceptionHandler;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.Materialized;

/** What the monitor says of an epoch that waits, while a record is in user code. The test's thread steps everything. */
class LaneMonitorTest {
    private static final int PARTITION_OF_KEY = 1; // of "by-a", by murmur2

    private final List<AwaitedLane> seen = new ArrayList<>();
    private LaneRig rig;
    private LaneMonitor monitor;

    private static ErrorHandling errors(int retries) {
        return new ErrorHandling(
                LogAndContinueExceptionHandler::new,
                LogAndFailProcessingExceptionHandler::new,
                DefaultProductionExceptionHandler::new,
                new RetryPolicy(
                        retries, TimeUnit.SECONDS.toNanos(60), TimeUnit.SECONDS.toNanos(60), 10, new RetriableErrors()),
                1);
    }

    private void look() {
        monitor.observe(rig.epochCutLast(), rig.nowNs());
    }

    private AwaitedLane awaited() {
        return monitor.awaited(rig.epochCutLast(), rig.nowNs());
    }

    /** A user's function in which time passes. */
    private void slow(String value) {
        if (value.equals("slow")) {
            rig.pass(1_000);
            look();
            rig.pass(4_000);
            look();
            seen.add(awaited());
        } else {
            rig.pass(100);
        }
    }

    private void begin(LaneRig made) {
        rig = made;
        monitor = new LaneMonitor(rig.lanes());
    }

    @Test
    void shouldNameLaneRecordAndKeyAndForHowLong() {
        begin(LaneRig.exactlyOnce(
                builder -> builder.<String, String>stream(LaneRig.IN).foreach((key, value) -> slow(value)), errors(0)));
        rig.feed(1, "a=quick", "apple=slow", "c=quick");
        rig.cutOnly();
        rig.run();
        assertEquals(
                List.of(new AwaitedLane.AtWork(
                        "stage 0 lane 0",
                        new LaneActivity.Running(new RecordPlace.InTopic("in", 1, 1, "\"apple\""), 1, 3),
                        TimeUnit.MILLISECONDS.toNanos(4_000),
                        TimeUnit.MILLISECONDS.toNanos(5_100))),
                seen);
        assertTrue(rig.epochCutLast().isComplete());
    }

    @Test
    void shouldNameTheSourceRecordAndTheKeyBehindAHop() {
        begin(LaneRig.atLeastOnce(
                builder -> builder.<String, String>stream(LaneRig.IN)
                        .groupBy((key, value) -> "by-" + key, Grouped.as("grouped"))
                        .reduce((older, newer) -> {
                            slow(newer);
                            return newer;
                        }),
                errors(0)));
        rig.feed(0, "a=first", "a=slow");
        rig.cutOnly();
        rig.run();
        assertEquals(
                List.of(new AwaitedLane.AtWork(
                        "stage 1 lane 0",
                        new LaneActivity.Running(
                                new RecordPlace.InHop("app-grouped-repartition", PARTITION_OF_KEY, 1, "\"by-a\""),
                                1,
                                2),
                        TimeUnit.MILLISECONDS.toNanos(4_000),
                        TimeUnit.MILLISECONDS.toNanos(5_000))),
                seen);
    }

    @Test
    void shouldNotTakeARecordForStuckThatHasOnlyJustBegun() {
        begin(LaneRig.exactlyOnce(
                builder -> builder.<String, String>stream(LaneRig.IN).foreach((key, value) -> {
                    rig.pass(3_000);
                    look();
                    seen.add(awaited());
                }),
                errors(0)));
        rig.feed(0, "a=1", "a=2");
        rig.cutOnly();
        rig.run();
        assertEquals(
                new AwaitedLane.AtWork(
                        "stage 0 lane 0",
                        new LaneActivity.Running(new RecordPlace.InTopic("in", 0, 1, "\"a\""), 1, 2),
                        0,
                        TimeUnit.MILLISECONDS.toNanos(6_000)),
                seen.get(1));
    }

    @Test
    void shouldNameTheRecordThatIsToBeRunAgain() {
        begin(LaneRig.exactlyOnce(
                builder -> builder.<String, String>stream(LaneRig.IN).foreach((key, value) -> {
                    throw new TimeoutException("not now");
                }),
                errors(3)));
        rig.feed(0, "apple=1", "apple=2");
        rig.cutOnly();
        rig.run();
        look();
        assertNull(monitor.stage());
        assertEquals(
                new AwaitedLane.WithWork(
                        "stage 0 lane 0",
                        new LaneActivity.AwaitingRetry(new RecordPlace.InTopic("in", 0, 0, "\"apple\""), 2, 0),
                        0),
                awaited());
    }

    @Test
    void shouldNameTheRecordThatIsRunAgainAndHowOften() {
        begin(LaneRig.exactlyOnce(
                builder -> builder.<String, String>stream(LaneRig.IN).foreach((key, value) -> {
                    look();
                    seen.add(awaited());
                    throw new TimeoutException("not now");
                }),
                errors(3)));
        rig.feed(0, "apple=1");
        rig.cutOnly();
        rig.run();
        rig.pass(60_000);
        rig.run();
        assertEquals(
                List.of(
                        new LaneActivity.Running(new RecordPlace.InTopic("in", 0, 0, "\"apple\""), 0, 1),
                        new LaneActivity.RunningAgain(new RecordPlace.InTopic("in", 0, 0, "\"apple\""), 1)),
                seen.stream()
                        .map(each -> ((AwaitedLane.AtWork) each).activity())
                        .toList());
    }

    @Test
    void shouldNameTheStoreWhoseCacheIsBeingFlushed() {
        begin(LaneRig.cached(
                builder -> builder.<String, String>stream(LaneRig.IN)
                        .groupByKey()
                        .reduce((older, newer) -> newer, Materialized.as("latest"))
                        .toStream()
                        .foreach((key, value) -> slow(value)),
                errors(0)));
        rig.feed(0, "a=slow");
        rig.cutOnly();
        rig.run();
        assertEquals(
                List.of(new AwaitedLane.AtWork(
                        "stage 0 lane 0",
                        new LaneActivity.Flushing("latest"),
                        TimeUnit.MILLISECONDS.toNanos(4_000),
                        TimeUnit.MILLISECONDS.toNanos(5_000))),
                seen);
    }

    @Test
    void shouldNotBlameALaneThatIsAtALaterEpoch() {
        begin(LaneRig.atLeastOnce(
                builder -> builder.<String, String>stream(LaneRig.IN).foreach((key, value) -> slow(value)), errors(0)));
        rig.feed(0, "a=quick");
        rig.cutOnly();
        rig.feed(0, "b=slow");
        rig.run();
        assertEquals(List.of(new AwaitedLane.NothingLeft()), seen);
    }

    /** The text for messages names all that is known. */
    @Test
    void shouldSayAllThatItKnows() {
        String text = new AwaitedLane.AtWork(
                        "stage 7 lane 8",
                        new LaneActivity.Running(new RecordPlace.InTopic("orders", 3, 4711, "apple"), 1, 9),
                        TimeUnit.SECONDS.toNanos(12),
                        TimeUnit.SECONDS.toNanos(34))
                .text();
        List.of("stage 7 lane 8", "orders", "3", "4711", "apple", "12.0 s", "record 2 of 9", "34.0 s")
                .forEach(part -> assertTrue(text.contains(part), () -> part + " in: " + text));
    }
}
