package org.stoatflow.runtime.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.stoatflow.runtime.testkit.LoggedLines;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.Repartitioned;

/** Two topics of two partitions each, which a stage merges unless a test says otherwise. */
class SourceQueuesTest extends SourceQueuesRig {
    @Test
    void shouldTakeTheSmallestTimestampFirst() {
        SourceQueues queues = queues(0);
        fill(queues, record(LEFT_0, 10), record(LEFT_0, 30), record(RIGHT_0, 20), record(RIGHT_0, 40));
        assertEquals(List.of("left-0@10", "right-0@20", "left-0@30", "right-0@40"), drain(queues, 0));
    }

    @Test
    void shouldTakeTheTopicThatWasAddedFirstAtEqualTimestamps() {
        SourceQueues queues = queues(0);
        fill(queues, record(RIGHT_0, 10), record(LEFT_0, 10));
        assertEquals(List.of("left-0@10", "right-0@10"), drain(queues, 0));
    }

    @Test
    void shouldTellTheLastOffsetThatWasPolled() {
        SourceQueues queues = queues(0);
        assertEquals(-1, counters.of(LEFT_0).polled());
        fill(queues, record(LEFT_0, 10), record(LEFT_0, 11));
        assertEquals(11, counters.of(LEFT_0).polled(), "handed out or not");
        assertEquals(-1, counters.of(RIGHT_0).polled());
    }

    /** What is queued of them cannot come again; what is queued of others can. */
    @Test
    void shouldHandOutWhatIsQueuedOfPartitionsThatWereTakenBack() {
        SourceQueues queues = queues(0);
        fill(queues, record(LEFT_0, 10), record(RIGHT_0, 20), record(RIGHT_0, 40), record(LEFT_1, 5));
        assertFalse(queues.hasRevokedRecords());
        assertEquals(List.of(), drain(queues, 0, Long.MAX_VALUE, true));
        queues.revoke(Set.of(RIGHT_0));
        assertTrue(queues.hasRevokedRecords());
        assertEquals(List.of("left-0@10", "right-0@20", "right-0@40"), drain(queues, 0, Long.MAX_VALUE, true));
        assertFalse(queues.hasRevokedRecords());
        assertEquals(List.of(), drain(queues, 0, Long.MAX_VALUE, true));
        assertEquals(List.of("left-1@5"), drain(queues, 0));
    }

    @Test
    void shouldNotWaitForPartitionsThatWereTakenBack() {
        SourceQueues queues = queues(0);
        lagging.add(RIGHT_0);
        fill(queues, record(LEFT_0, 10));
        assertEquals(List.of(), drain(queues, 0));
        queues.revoke(Set.of(RIGHT_0));
        assertEquals(List.of("left-0@10"), drain(queues, 0));
    }

    @Test
    void shouldWaitForAPartitionOfWhichTheBrokerHasMore() {
        SourceQueues queues = queues(0);
        lagging.add(RIGHT_0);
        fill(queues, record(LEFT_0, 10));
        assertEquals(List.of(), drain(queues, 0));
        fill(queues, record(RIGHT_0, 5));
        lagging.clear();
        assertEquals(List.of("right-0@5", "left-0@10"), drain(queues, 0));
    }

    @Test
    void shouldTellOfALongWaitForAPartitionOfWhichTheBrokerHasMore() {
        SourceQueues queues = queues(0);
        lagging.add(RIGHT_0);
        fill(queues, record(LEFT_0, 10));
        long tooLongNs = IdleWait.TOLD_EVERY.toNanos() + 1;
        try (LoggedLines log = LoggedLines.of(IdleWait.class.getName())) {
            drain(queues, 0);
            drain(queues, tooLongNs - 1);
            assertEquals(0, log.count(""));
            drain(queues, tooLongNs);
            drain(queues, tooLongNs + 1);
            assertEquals(1, log.count("partition right-0: the broker has records"), () -> "lines " + log.all());
        }
    }

    @Test
    void shouldStopWhereAPartitionRunsDryThatHasMore() {
        SourceQueues queues = queues(0);
        lagging.add(RIGHT_0);
        fill(queues, record(LEFT_0, 10), record(LEFT_0, 30), record(RIGHT_0, 20));
        assertEquals(List.of("left-0@10", "right-0@20"), drain(queues, 0));
    }

    @Test
    void shouldNotWaitForPartitionsOfOtherNumbers() {
        SourceQueues queues = queues(0);
        lagging.addAll(Set.of(RIGHT_1, LEFT_1));
        fill(queues, record(LEFT_0, 10));
        assertEquals(List.of("left-0@10"), drain(queues, 0));
    }

    @Test
    void shouldWaitForTheIdleTimeWhereTheBrokerHasNoMore() {
        SourceQueues queues = queues(50);
        fill(queues, record(LEFT_0, 10));
        assertEquals(List.of(), drain(queues, 100));
        assertEquals(List.of(), drain(queues, 149));
        assertEquals(List.of("left-0@10"), drain(queues, 150));
    }

    @Test
    void shouldNotWaitAtAllWhereThatIsTurnedOff() {
        SourceQueues queues = queues(-1);
        lagging.add(RIGHT_0);
        fill(queues, record(LEFT_0, 10));
        assertEquals(List.of("left-0@10"), drain(queues, 0));
    }

    /** Kafka Streams orders within a task only, so nothing else waits for it. */
    @Test
    void shouldGoOnWithOtherTasksWhileOneIsBlocked() {
        SourceQueues queues = queues(0);
        fill(queues, record(LEFT_0, 10), record(RIGHT_0, 5), record(LEFT_1, 30), record(RIGHT_1, 20));
        full.add(RIGHT_0);
        assertEquals(List.of("right-1@20", "left-1@30"), drain(queues, 0));
        full.clear();
        assertEquals(List.of("right-0@5", "left-0@10"), drain(queues, 0));
    }

    @Test
    void shouldNotTakeWhatComesAfterABlockedRecordOfTheSameTask() {
        SourceQueues queues = queues(0);
        fill(queues, record(LEFT_0, 10), record(RIGHT_0, 5));
        full.add(RIGHT_0);
        assertEquals(List.of(), drain(queues, 0));
        assertEquals(2, queues.records());
    }

    @Test
    void shouldServeAllPartitionsWhereRoomIsShort() {
        SourceQueues queues = queues(0);
        Map<String, Integer> served = new HashMap<>();
        long offset = 0;
        for (int round = 0; round < 40; round++) {
            for (int i = 0; i < 10; i++) {
                fill(queues, large(LEFT_0, offset++), large(LEFT_1, offset++));
            }
            drain(queues, 0, Turn.BYTES).forEach(taken -> served.merge(taken.substring(0, 6), 1, Integer::sum));
        }
        assertEquals(served.get("left-0"), served.get("left-1"), Turn.BYTES / LARGE + 1, "served " + served);
    }

    @Test
    void shouldServeBytesAlikeWhateverTheSizeOfRecords() {
        SourceQueues queues = queues(0);
        for (int i = 0; i < 400; i++) {
            fill(queues, large(LEFT_0, i));
            for (int j = 0; j < 100; j++) {
                fill(queues, record(LEFT_1, i * 100L + j));
            }
        }
        Map<String, Long> bytes = new HashMap<>();
        drain(queues, 0, 40 * Turn.BYTES)
                .forEach(taken -> bytes.merge(taken.substring(0, 6), sizeOf(taken), Long::sum));
        assertEquals(bytes.get("left-0"), bytes.get("left-1"), 2.0 * Turn.BYTES, "served " + bytes);
    }

    /** One topic feeds the stage: nothing is merged, and the broker is asked for no partition. */
    @Test
    void shouldNotAskForEmptyPartitionsWhereNothingIsMerged() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream("left").foreach((key, value) -> {});
        SourceQueues queues = queues(builder, 0, LEFT_0, LEFT_1);
        lagging.add(LEFT_1);
        fill(queues, record(LEFT_0, 10));
        assertEquals(List.of("left-0@10"), drain(queues, 0));
        assertEquals(0, asked);
    }

    // ---- tasks of stages whose records meet further down

    @Test
    void shouldTakeTheEarlierFirstWhereRecordsMeetFurtherDown() {
        SourceQueues queues = meeting();
        fill(queues, record(LEFT_0, 10), record(LEFT_0, 30), record(RIGHT_1, 20), record(RIGHT_1, 40));
        assertEquals(List.of("left-0@10", "right-1@20", "left-0@30", "right-1@40"), drain(queues, 0));
    }

    @Test
    void shouldPassOverABlockedTaskWhereRecordsMeetFurtherDown() {
        SourceQueues queues = meeting();
        fill(queues, record(LEFT_0, 10), record(RIGHT_1, 20), record(LEFT_1, 30));
        full.add(LEFT_0);
        assertEquals(List.of("right-1@20", "left-1@30"), drain(queues, 0));
        full.clear();
        assertEquals(List.of("left-0@10"), drain(queues, 0));
    }

    @Test
    void shouldServeTasksWithoutTimestampsAlike() {
        SourceQueues queues = meeting();
        for (int i = 0; i < 10; i++) {
            fill(queues, record(LEFT_0, i, 5, 0), record(RIGHT_1, i, 5, 0));
        }
        List<String> taken = drain(queues, 0, 10 * sizeOf("left-0@5"));
        assertEquals(5, taken.stream().filter("left-0@5"::equals).count(), taken.toString());
        assertEquals(10, taken.size());
    }

    private SourceQueues queues(long idleNs) {
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, String> left = builder.stream("left");
        left.merge(builder.stream("right")).foreach((key, value) -> {});
        return queues(builder, idleNs, RIGHT_1, RIGHT_0, LEFT_1, LEFT_0);
    }

    /** Two stages, and one that both feed by hops. */
    private SourceQueues meeting() {
        StreamsBuilder builder = new StreamsBuilder();
        Repartitioned<String, String> asText = Repartitioned.with(Serdes.String(), Serdes.String());
        KStream<String, String> left = builder.<String, String>stream("left").repartition(asText);
        left.merge(builder.<String, String>stream("right").repartition(asText)).foreach((key, value) -> {});
        return queues(builder, 0, RIGHT_1, RIGHT_0, LEFT_1, LEFT_0);
    }
}
