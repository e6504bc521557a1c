package org.stoatflow.kernel.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.fault.Faults;
import org.stoatflow.kernel.fault.RetryPolicy;
import org.stoatflow.spi.RetriableErrors;
import org.stoatflow.streams.errors.DefaultProductionExceptionHandler;
import org.stoatflow.streams.errors.LogAndContinueExceptionHandler;
import org.stoatflow.streams.errors.LogAndFailProcessingExceptionHandler;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.Materialized;

/** What is said of an epoch that waits, seen while a record is in user code; the test's thread is everybody. */
class LaneWatchTest {
    private final List<String> seen = new ArrayList<>();
    private LaneRig rig;
    private LaneWatch watch;

    private static Faults faults(int retries) {
        return new Faults(
                LogAndContinueExceptionHandler::new,
                LogAndFailProcessingExceptionHandler::new,
                DefaultProductionExceptionHandler::new,
                new RetryPolicy(
                        retries, TimeUnit.SECONDS.toNanos(60), TimeUnit.SECONDS.toNanos(60), 10, new RetriableErrors()),
                1);
    }

    private void look() {
        watch.observe(rig.epochCutLast(), rig.nowNs());
    }

    private String said() {
        return watch.describe(rig.epochCutLast(), rig.nowNs());
    }

    /** The user's function, in which time passes. */
    private void slow(String value) {
        if (value.equals("slow")) {
            rig.pass(1_000);
            look();
            rig.pass(4_000);
            look();
            seen.add(said());
        } else {
            rig.pass(100);
        }
    }

    private void begin(LaneRig made) {
        rig = made;
        watch = new LaneWatch(rig.lanes());
    }

    @Test
    void shouldNameLaneRecordAndKeyAndForHowLong() {
        begin(LaneRig.exactlyOnce(
                builder -> builder.<String, String>stream(LaneRig.IN).foreach((key, value) -> slow(value)), faults(0)));
        rig.feed(1, "a=quick", "apple=slow", "c=quick");
        rig.cutOnly();
        rig.run();
        assertEquals(
                List.of("stage 0 lane 0, which is in topic in, partition 1, offset 1, key \"apple\", for at least 4.0 s"
                        + " (record 2 of 3 of a batch begun 5.1 s ago)"),
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
                faults(0)));
        rig.feed(0, "a=first", "a=slow");
        rig.cutOnly();
        rig.run();
        assertEquals(1, seen.size());
        assertTrue(
                seen.getFirst().startsWith("stage 1 lane 0, which is in hop app-grouped-repartition, "),
                seen::getFirst);
        assertTrue(
                seen.getFirst().contains("caused by source offset 1, key \"by-a\", for at least 4.0 s"),
                seen::getFirst);
    }

    @Test
    void shouldNotTakeARecordForStuckThatHasOnlyJustBegun() {
        begin(LaneRig.exactlyOnce(
                builder -> builder.<String, String>stream(LaneRig.IN).foreach((key, value) -> {
                    rig.pass(3_000);
                    look();
                    seen.add(said());
                }),
                faults(0)));
        rig.feed(0, "a=1", "a=2");
        rig.cutOnly();
        rig.run();
        assertTrue(seen.get(1).contains("offset 1, key \"a\", for at least 0.0 s (record 2 of 2"), seen.get(1));
        assertTrue(seen.get(1).contains("a batch begun 6.0 s ago"), seen.get(1));
    }

    @Test
    void shouldNameTheRecordThatIsToBeRunAgain() {
        begin(LaneRig.exactlyOnce(
                builder -> builder.<String, String>stream(LaneRig.IN).foreach((key, value) -> {
                    throw new TimeoutException("not now");
                }),
                faults(3)));
        rig.feed(0, "apple=1", "apple=2");
        rig.cutOnly();
        rig.run();
        look();
        assertNull(watch.stage());
        assertEquals(
                "stage 0 lane 0, which is holding 2 records to be run again, next the one in topic in, partition 0,"
                        + " offset 0, key \"apple\", 0 batches waiting",
                said());
    }

    @Test
    void shouldNameTheStoreWhoseCacheIsBeingFlushed() {
        begin(LaneRig.cached(
                builder -> builder.<String, String>stream(LaneRig.IN)
                        .groupByKey()
                        .reduce((older, newer) -> newer, Materialized.as("latest"))
                        .toStream()
                        .foreach((key, value) -> slow(value)),
                faults(0)));
        rig.feed(0, "a=slow");
        rig.cutOnly();
        rig.run();
        assertEquals(1, seen.size());
        assertTrue(
                seen.getFirst().contains("which is flushing the cache of store latest, for at least 4.0 s"),
                seen::getFirst);
    }

    @Test
    void shouldNotBlameALaneThatIsAtALaterEpoch() {
        begin(LaneRig.atLeastOnce(
                builder -> builder.<String, String>stream(LaneRig.IN).foreach((key, value) -> slow(value)), faults(0)));
        rig.feed(0, "a=quick");
        rig.cutOnly();
        rig.feed(0, "b=slow");
        rig.run();
        assertEquals(List.of("lanes that have nothing left to do in it but to leave it"), seen);
    }
}
