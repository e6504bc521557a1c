package org.stoatflow.runtime.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.stoatflow.runtime.testkit.LoggedLines;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Repartitioned;

/** Records that an owner before has left in the topics of hops. */
class LeftoverHoldTest extends SourceQueuesRig {
    private static final TopicPartition FIRST_0 = new TopicPartition("application-first-repartition", 0);
    private static final TopicPartition FIRST_1 = new TopicPartition("application-first-repartition", 1);
    private static final TopicPartition SECOND_0 = new TopicPartition("application-second-repartition", 0);

    @Test
    void shouldHandOutWhatWasLeftBeforeWhatLeadsThere() {
        left.put(FIRST_0, 30L);
        SourceQueues queues = joined();
        fill(queues, record(LEFT_0, 1), record(FIRST_0, 10), record(FIRST_0, 20));
        assertTrue(queues.isHolding());
        assertEquals(List.of(FIRST_0 + "@10", FIRST_0 + "@20"), drain(queues, 0));
        passTo(queues, FIRST_0, 29);
        queues.letGo(0);
        assertEquals(List.of(), drain(queues, 0), "there may be more");
        passTo(queues, FIRST_0, 30);
        assertEquals(List.of(), drain(queues, 0), "what is handed out may not be in the inboxes");
        queues.letGo(0);
        assertFalse(queues.isHolding());
        assertEquals(List.of("left-0@1"), drain(queues, 0));
    }

    @Test
    void shouldMergeWhatWasLeftWithTheSourcesOfItsTask() {
        left.put(FIRST_0, 30L);
        SourceQueues queues = joined();
        lagging.add(RIGHT_0);
        fill(queues, record(FIRST_0, 10), record(FIRST_0, 20));
        assertEquals(List.of(), drain(queues, 0), "rows of the table may be older");
        fill(queues, record(RIGHT_0, 5), record(RIGHT_0, 15), record(RIGHT_0, 25));
        assertEquals(
                List.of("right-0@5", FIRST_0 + "@10", "right-0@15", FIRST_0 + "@20", "right-0@25"), drain(queues, 0));
    }

    @Test
    void shouldWaitForEachPartition() {
        left.putAll(Map.of(FIRST_0, 11L, FIRST_1, 21L));
        SourceQueues queues = joined();
        fill(queues, record(LEFT_1, 1), record(FIRST_0, 10), record(FIRST_1, 20));
        full.add(FIRST_1);
        assertEquals(List.of(FIRST_0 + "@10"), drain(queues, 0));
        passTo(queues, FIRST_0, 11);
        passTo(queues, FIRST_1, 21);
        queues.letGo(0);
        assertEquals(List.of(), drain(queues, 0));
        full.clear();
        assertEquals(List.of(FIRST_1 + "@20"), drain(queues, 0));
        queues.letGo(0);
        assertEquals(List.of("left-1@1"), drain(queues, 0));
    }

    @Test
    void shouldBeginWithTheHopThatIsFurthestDown() {
        left.putAll(Map.of(FIRST_0, 11L, SECOND_0, 31L));
        SourceQueues queues = joined();
        fill(queues, record(LEFT_0, 1), record(FIRST_0, 10), record(SECOND_0, 30));
        assertEquals(List.of(SECOND_0 + "@30"), drain(queues, 0));
        passTo(queues, SECOND_0, 31);
        queues.letGo(0);
        assertEquals(List.of(FIRST_0 + "@10"), drain(queues, 0));
        passTo(queues, FIRST_0, 11);
        queues.letGo(0);
        assertEquals(List.of("left-0@1"), drain(queues, 0));
    }

    /** Kafka Streams reads the topics of both hops in one task, and takes the older records first. */
    @Test
    void shouldHoldWhatComesToTheSameStageOverAnotherHop() {
        left.put(FIRST_0, 30L);
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, String> first = rekeyed(builder, "left", "first");
        rekeyed(builder, "right", "second").merge(first).groupByKey().count();
        SourceQueues queues = queues(builder, 0, LEFT_0, RIGHT_0, FIRST_0, SECOND_0);
        fill(queues, record(RIGHT_0, 100));
        assertEquals(List.of(), drain(queues, 0), "older records were left");
        fill(queues, record(FIRST_0, 10));
        assertEquals(List.of(FIRST_0 + "@10"), drain(queues, 0));
        passTo(queues, FIRST_0, 30);
        queues.letGo(0);
        assertEquals(List.of("right-0@100"), drain(queues, 0));
    }

    /** Rows of a table that is held for what was left elsewhere are older than what was left here. */
    @Test
    void shouldWaitForASourceOfItsTaskThatIsHeld() {
        left.putAll(Map.of(FIRST_0, 30L, SECOND_0, 30L));
        StreamsBuilder builder = new StreamsBuilder();
        KTable<String, String> table = builder.table("right");
        table.groupBy((key, row) -> new KeyValue<>(row, row), Grouped.as("second"))
                .count();
        rekeyed(builder, "left", "first").join(table, (value, row) -> row).foreach((key, value) -> {});
        SourceQueues queues = queues(builder, 0, LEFT_0, RIGHT_0, FIRST_0, SECOND_0);
        fill(queues, record(FIRST_0, 10), record(RIGHT_0, 5), record(SECOND_0, 1));
        assertEquals(List.of(SECOND_0 + "@1"), drain(queues, 0));
        passTo(queues, SECOND_0, 30);
        queues.letGo(0);
        assertEquals(List.of("right-0@5", FIRST_0 + "@10"), drain(queues, 0));
    }

    /** Two tables that are held for what was left in the other's stage. */
    @Test
    void shouldNotWaitForASourceThatWaitsForItsTask() {
        left.putAll(Map.of(FIRST_0, 30L, SECOND_0, 30L));
        StreamsBuilder builder = new StreamsBuilder();
        KTable<String, String> one = builder.table("left");
        KTable<String, String> other = builder.table("right");
        one.toStream()
                .selectKey((key, row) -> row)
                .repartition(Repartitioned.as("first"))
                .join(other, (value, row) -> row)
                .foreach((key, value) -> {});
        other.toStream()
                .selectKey((key, row) -> row)
                .repartition(Repartitioned.as("second"))
                .join(one, (value, row) -> row)
                .foreach((key, value) -> {});
        SourceQueues queues = queues(builder, 0, LEFT_0, RIGHT_0, FIRST_0, SECOND_0);
        fill(queues, record(LEFT_0, 1), record(RIGHT_0, 2), record(FIRST_0, 10), record(SECOND_0, 20));
        assertEquals(List.of(FIRST_0 + "@10", SECOND_0 + "@20"), drain(queues, 0));
    }

    @Test
    void shouldHoldNothingWhereNothingWasLeft() {
        SourceQueues queues = joined();
        assertFalse(queues.isHolding());
        fill(queues, record(LEFT_0, 1));
        assertEquals(List.of("left-0@1"), drain(queues, 0));
    }

    @Test
    void shouldCommitTheTimeOfWhatWasLeft() {
        left.put(FIRST_0, 21L);
        SourceQueues queues = joined();
        fill(queues, record(FIRST_0, 10), record(FIRST_0, 20));
        drain(queues, 0);
        passTo(queues, FIRST_0, 21);
        assertEquals(20, queues.positions().get(FIRST_0).partitionTime());
    }

    @Test
    void shouldNotWaitForEverForWhatDoesNotCome() {
        left.put(FIRST_0, 30L);
        SourceQueues queues = joined();
        long maxNs = LeftoverHold.STANDSTILL_MAX.toNanos();
        queues.letGo(5);
        passTo(queues, FIRST_0, 10);
        queues.letGo(6 + maxNs);
        queues.letGo(6 + 2 * maxNs);
        StreamsException failure = assertThrows(StreamsException.class, () -> queues.letGo(7 + 2 * maxNs));
        assertTrue(
                failure.getMessage().startsWith("Topic application-first-repartition, partition 0, has records"),
                failure::getMessage);
    }

    @Test
    void shouldNotWaitForWhatIsDeletedMeanwhile() {
        left.putAll(Map.of(FIRST_0, 30L, FIRST_1, 40L));
        SourceQueues queues = joined();
        fill(queues, record(LEFT_0, 1), record(FIRST_0, 10));
        queues.goOnAt(Map.of(
                FIRST_0, new LogCut(30, 30, Optional.empty(), 30), FIRST_1, new LogCut(40, 40, Optional.empty(), 40)));
        queues.letGo(0);
        assertTrue(queues.isHolding(), "what was polled before is not handed out");
        assertEquals(List.of(FIRST_0 + "@10"), drain(queues, 0));
        queues.letGo(0);
        assertEquals(List.of("left-0@1"), drain(queues, 0));
        assertTrue(queues.havePassed(), "the offsets are to be committed");
        assertEquals(30, queues.positions().get(FIRST_0).offset());
        assertEquals(40, queues.positions().get(FIRST_1).offset());
    }

    /** Nobody writes what was lost again, since the hop is in memory now. */
    @Test
    void shouldNotWaitForTheEndThatWasLost() {
        left.putAll(Map.of(FIRST_0, 30L, FIRST_1, 40L));
        SourceQueues queues = joined();
        fill(queues, record(LEFT_0, 1), record(FIRST_0, 10));
        queues.goOnAt(Map.of(
                FIRST_0, new LogCut(0, 8, Optional.empty(), 8), FIRST_1, new LogCut(0, 0, Optional.empty(), 20)));
        assertEquals(List.of(FIRST_0 + "@10"), drain(queues, 0), "it was polled before");
        queues.letGo(0);
        assertTrue(queues.isHolding(), "what is left of the other log comes again");
        fill(queues, record(FIRST_1, 19));
        assertEquals(List.of(FIRST_1 + "@19"), drain(queues, 0));
        queues.letGo(0);
        assertEquals(List.of("left-0@1"), drain(queues, 0));
    }

    /** An interceptor has dropped all that was left, and no poll tells of it. */
    @Test
    void shouldNotWaitForWhatIsDropped() {
        left.putAll(Map.of(FIRST_0, 30L));
        SourceQueues queues = joined();
        fill(queues, record(LEFT_0, 1));
        queues.takePositions(partition -> Optional.of(new OffsetAndMetadata(partition.equals(FIRST_0) ? 29 : 0)));
        queues.letGo(0);
        assertTrue(queues.isHolding());
        queues.takePositions(partition -> Optional.of(new OffsetAndMetadata(partition.equals(FIRST_0) ? 30 : 0)));
        queues.letGo(0);
        assertEquals(List.of("left-0@1"), drain(queues, 0));
    }

    @Test
    void shouldSayWhatItWaitsFor() {
        try (LoggedLines log = LoggedLines.of(LeftoverHold.class.getName())) {
            left.put(FIRST_0, 30L);
            SourceQueues queues = joined();
            queues.letGo(0);
            queues.letGo(LeftoverHold.TOLD_AFTER.toNanos());
            assertEquals(0, log.count(""));
            queues.letGo(LeftoverHold.TOLD_AFTER.toNanos() + 1);
            queues.letGo(LeftoverHold.TOLD_AFTER.toNanos() + 2);
            assertEquals(1, log.count("nothing has come from offset -1 on for PT30S"), () -> "lines " + log.all());
        }
    }

    private static void passTo(SourceQueues queues, TopicPartition partition, long next) {
        fill(queues, Map.of(), Map.of(partition, new OffsetAndMetadata(next)));
    }

    private static KStream<String, String> rekeyed(StreamsBuilder builder, String topic, String hop) {
        return builder.<String, String>stream(topic)
                .selectKey((key, value) -> value)
                .repartition(Repartitioned.as(hop));
    }

    /** A stream that gets a new key, is joined with a table, and gets another key. */
    private SourceQueues joined() {
        StreamsBuilder builder = new StreamsBuilder();
        KTable<String, String> table = builder.table("right");
        builder.<String, String>stream("left")
                .selectKey((key, value) -> value)
                .repartition(Repartitioned.as("first"))
                .join(table, (value, row) -> row)
                .selectKey((key, value) -> value)
                .repartition(Repartitioned.as("second"))
                .foreach((key, value) -> {});
        return queues(builder, 0, RIGHT_0, RIGHT_1, LEFT_0, LEFT_1, FIRST_0, FIRST_1, SECOND_0);
    }
}
