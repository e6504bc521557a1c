package org.stoatflow.kernel.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.counters.LaneCounters;
import org.stoatflow.kernel.error.ErrorDrop;
import org.stoatflow.kernel.error.ErrorHandling;
import org.stoatflow.kernel.error.RetryPolicy;
import org.stoatflow.operator.OperatorHooks.DropReason;
import org.stoatflow.spi.RetriableErrors;
import org.stoatflow.streams.errors.DefaultProductionExceptionHandler;
import org.stoatflow.streams.errors.LogAndContinueExceptionHandler;
import org.stoatflow.streams.errors.LogAndFailProcessingExceptionHandler;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.Materialized;

class LaneCountersTest {
    private final LaneRig rig = LaneRig.exactlyOnce(
            builder -> builder.<String, String>stream(LaneRig.IN)
                    .groupBy((key, value) -> value, Grouped.as("by-value"))
                    .count(Materialized.as("counts")),
            new ErrorHandling(
                    LogAndContinueExceptionHandler::new,
                    LogAndFailProcessingExceptionHandler::new,
                    DefaultProductionExceptionHandler::new,
                    new RetryPolicy(0, 0, 0, 1, new RetriableErrors()),
                    1));

    private static int partitionOf(String key) {
        return Utils.toPositive(Utils.murmur2(key.getBytes(StandardCharsets.UTF_8))) % LaneRig.PARTITIONS;
    }

    @Test
    void shouldCountRecordsByVirtualPartitionBehindAHop() {
        String[] values = {"apple", "pear", "plum", "fig", "apple", "date"};
        rig.feed(1, Arrays.stream(values).map(value -> "key=" + value).toArray(String[]::new));
        rig.run();
        LaneCounters first = rig.lane(rig.stage(0).laneOf(null, 1)).counters();
        LaneCounters behind = rig.lane(rig.stage(1).firstLane()).counters();
        assertTrue(rig.stage(1).isByKey());
        assertEquals(values.length, first.records());
        assertEquals(values.length, behind.records());
        int entry = rig.stage(1).entries().getFirst().id();
        for (int partition = 0; partition < LaneRig.PARTITIONS; partition++) {
            int number = partition;
            long expected = Arrays.stream(values)
                    .filter(value -> partitionOf(value) == number)
                    .count();
            assertEquals(expected, behind.records(partition));
            assertEquals(expected, behind.records(entry, partition));
        }
    }

    @Test
    void shouldLookAtTheAgeOfRecordsAtSourcesAndAtTheLastNodes() {
        rig.feed(1, "key=apple", "key=pear");
        rig.run();
        LaneCounters first = rig.lane(rig.stage(0).laneOf(null, 1)).counters();
        LaneCounters behind = rig.lane(rig.stage(1).firstLane()).counters();
        for (String node : rig.stage(0).firstAndLastNodes()) {
            assertTrue(first.reached(node).take(1).hasExtremes(), node);
        }
        for (String node : rig.stage(1).firstAndLastNodes()) {
            assertTrue(
                    IntStream.range(0, LaneRig.PARTITIONS)
                            .anyMatch(partition ->
                                    behind.reached(node).take(partition).hasExtremes()),
                    node);
        }
    }

    @Test
    void shouldGoOnFromTheRunBefore() {
        LaneCounters before = new LaneCounters(rig.stage(1), null);
        before.begin(1, 100);
        before.end(100 + TimeUnit.SECONDS.toNanos(2));
        before.onDropped(DropReason.NULL_KEY, 1);
        before.onFault(ErrorDrop.PROCESSING, 0, "here", "for a test");
        before.onRetry();
        before.onHeld(3);
        before.onPunctuation(7);
        before.sink("sink").onRecord(1, 50);
        LaneCounters after = new LaneCounters(rig.stage(1), before);
        assertEquals(TimeUnit.SECONDS.toNanos(2), after.busyNs());
        assertEquals(2, after.dropped());
        assertEquals(1, after.dropped(0));
        assertEquals(1, after.dropped(DropReason.NULL_KEY));
        assertEquals(1, after.dropped(ErrorDrop.PROCESSING));
        assertEquals(1, after.retries());
        assertEquals(1, after.punctuations());
        assertEquals(7, after.punctuationNs());
        assertEquals(50, after.sink("sink").bytes(1));
        assertEquals(0, after.held(), "nothing waits in a new run");
        after.onRetry();
        assertEquals(1, before.retries(), "counted by another lane object");
    }

    @Test
    void shouldBeginAnewWhereTheStageHasAnotherShape() {
        LaneCounters before = new LaneCounters(rig.stage(0), null);
        before.onRetry();
        assertEquals(0, new LaneCounters(rig.stage(1), before).retries());
    }
}
