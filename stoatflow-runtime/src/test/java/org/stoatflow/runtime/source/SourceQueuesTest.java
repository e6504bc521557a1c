package org.stoatflow.runtime.source;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.batch.SourceBatch;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.plan.PlanSettings;
import org.stoatflow.kernel.plan.Planner;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Repartitioned;

/** Two topics of two partitions each, which a stage merges unless a test says otherwise. */
class SourceQueuesTest {
    private static final TopicPartition LEFT_0 = new TopicPartition("left", 0);
    private static final TopicPartition LEFT_1 = new TopicPartition("left", 1);
    private static final TopicPartition RIGHT_0 = new TopicPartition("right", 0);
    private static final TopicPartition RIGHT_1 = new TopicPartition("right", 1);
    private static final int LARGE = 10_000;

    private final Set<TopicPartition> lagging = new HashSet<>();
    private final Set<TopicPartition> full = new HashSet<>(); // whose lanes have no room
    private int asked;

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
            fill(queues, record(LEFT_0, 5), record(RIGHT_1, 5));
        }
        List<String> taken = drain(queues, 0, 10 * sizeOf("left-0@5"));
        assertEquals(5, taken.stream().filter("left-0@5"::equals).count(), taken.toString());
        assertEquals(10, taken.size());
    }

    // ---- records that come over a hop to a stage with sources of its own

    @Test
    void shouldHoldBackRecordsThatMeetATableOfWhichTheBrokerHasMore() {
        SourceQueues queues = joined(0);
        lagging.add(RIGHT_1);
        fill(queues, record(LEFT_0, 10));
        assertEquals(List.of(), drain(queues, 0));
        fill(queues, record(RIGHT_1, 5), record(RIGHT_1, 20));
        assertEquals(List.of("right-1@5", "left-0@10", "right-1@20"), drain(queues, 0));
    }

    @Test
    void shouldHoldBackWhatIsLeftOnceATableRunsDryThatHasMore() {
        SourceQueues queues = joined(0);
        lagging.add(RIGHT_0);
        fill(queues, record(LEFT_0, 10), record(LEFT_1, 30), record(RIGHT_0, 20));
        assertEquals(List.of("left-0@10", "right-0@20"), drain(queues, 0));
        lagging.clear();
        assertEquals(List.of("left-1@30"), drain(queues, 0));
    }

    @Test
    void shouldNotHoldBackTheTable() {
        SourceQueues queues = joined(0);
        lagging.addAll(Set.of(LEFT_0, LEFT_1));
        fill(queues, record(RIGHT_0, 10), record(RIGHT_1, 20));
        assertEquals(List.of("right-0@10", "right-1@20"), drain(queues, 0));
    }

    @Test
    void shouldNotOvertakeAnEarlierRowOfATableThatIsBlocked() {
        SourceQueues queues = joined(0);
        fill(queues, record(LEFT_0, 10), record(LEFT_1, 30), record(RIGHT_1, 20), record(RIGHT_0, 40));
        full.add(RIGHT_1);
        assertEquals(List.of("left-0@10", "right-0@40"), drain(queues, 0));
        full.clear();
        assertEquals(List.of("right-1@20", "left-1@30"), drain(queues, 0));
    }

    @Test
    void shouldHoldBackForTheIdleTimeWhereTheBrokerHasNoMoreOfATable() {
        SourceQueues queues = joined(50);
        fill(queues, record(LEFT_0, 10));
        assertEquals(List.of(), drain(queues, 100));
        assertEquals(List.of(), drain(queues, 149));
        assertEquals(List.of("left-0@10"), drain(queues, 150));
    }

    @Test
    void shouldNotHoldBackAtAllWhereThatIsTurnedOff() {
        SourceQueues queues = joined(-1);
        lagging.add(RIGHT_0);
        fill(queues, record(LEFT_0, 10));
        assertEquals(List.of("left-0@10"), drain(queues, 0));
    }

    @Test
    void shouldGoOnWithoutATableOfWhichNothingCame() {
        SourceQueues queues = joined(0);
        long maxNs = IdleWait.ACROSS_STAGES_MAX.toNanos();
        lagging.add(RIGHT_0);
        fill(queues, record(LEFT_0, 10), record(LEFT_0, 30));
        assertEquals(List.of(), drain(queues, 5));
        assertEquals(List.of(), drain(queues, 4 + maxNs));
        assertEquals(List.of("left-0@10", "left-0@30"), drain(queues, 5 + maxNs));
        fill(queues, record(RIGHT_0, 40), record(LEFT_0, 50));
        assertEquals(List.of("right-0@40"), drain(queues, 6 + maxNs), "waits again since something came");
    }

    @Test
    void shouldHoldBackRecordsThatMeetATableOfTheirOwnStage() {
        StreamsBuilder builder = new StreamsBuilder();
        KTable<String, String> table = builder.table("right");
        builder.<String, String>stream("left")
                .leftJoin(table, (value, row) -> value)
                .selectKey((key, value) -> value)
                .leftJoin(table, (value, row) -> value)
                .foreach((key, value) -> {});
        SourceQueues queues = queues(builder, 0, RIGHT_1, RIGHT_0, LEFT_1, LEFT_0);
        lagging.add(RIGHT_1);
        fill(queues, record(LEFT_0, 10), record(RIGHT_0, 15));
        assertEquals(List.of(), drain(queues, 0));
        fill(queues, record(RIGHT_1, 5));
        lagging.clear();
        assertEquals(List.of("right-1@5", "left-0@10", "right-0@15"), drain(queues, 0));
    }

    /** A stream that is joined with a table by a new key. */
    private SourceQueues joined(long idleNs) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("left")
                .selectKey((key, value) -> value)
                .join(builder.<String, String>table("right"), (value, row) -> row)
                .foreach((key, value) -> {});
        return queues(builder, idleNs, RIGHT_1, RIGHT_0, LEFT_1, LEFT_0);
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

    private SourceQueues queues(StreamsBuilder builder, long idleNs, TopicPartition... partitions) {
        Plan plan = Planner.compile(
                TopologyAccess.logical(builder.build()),
                new PlanSettings("application", 4, Serdes.String(), 0),
                topic -> OptionalInt.of(2));
        SourceQueues queues = new SourceQueues(plan, new IdleWait(this::isLagging, idleNs), new SourceCounters());
        List.of(partitions).forEach(queues::add);
        return queues;
    }

    private boolean isLagging(TopicPartition partition) {
        asked++;
        return lagging.contains(partition);
    }

    @SafeVarargs
    private static void fill(SourceQueues queues, ConsumerRecord<byte[], byte[]>... records) {
        Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> polled = new HashMap<>();
        for (ConsumerRecord<byte[], byte[]> record : records) {
            polled.computeIfAbsent(new TopicPartition(record.topic(), record.partition()), any -> new ArrayList<>())
                    .add(record);
        }
        queues.fill(new ConsumerRecords<>(polled, Map.of()));
    }

    private static ConsumerRecord<byte[], byte[]> record(TopicPartition at, long timestamp) {
        return record(at, timestamp, 0);
    }

    private static ConsumerRecord<byte[], byte[]> large(TopicPartition at, long timestamp) {
        return record(at, timestamp, LARGE);
    }

    private static ConsumerRecord<byte[], byte[]> record(TopicPartition at, long timestamp, int size) {
        return new ConsumerRecord<>(
                at.topic(),
                at.partition(),
                timestamp,
                timestamp,
                TimestampType.CREATE_TIME,
                0,
                size,
                new byte[0],
                new byte[size],
                new RecordHeaders(),
                Optional.empty());
    }

    /** The size of a record by the name that {@link #drain} gives it. */
    private static long sizeOf(String taken) {
        TopicPartition at = taken.startsWith("left-0") ? LEFT_0 : LEFT_1;
        return SourceBatch.bytesOf(record(at, 0, taken.endsWith("large") ? LARGE : 0));
    }

    private List<String> drain(SourceQueues queues, long nowNs) {
        return drain(queues, nowNs, Long.MAX_VALUE);
    }

    private List<String> drain(SourceQueues queues, long nowNs, long bytesMax) {
        List<String> taken = new ArrayList<>();
        queues.drain(Integer.MAX_VALUE, bytesMax, nowNs, new RoutingRound.Taker() {
            @Override
            public void take(PartitionQueue queue) {
                ConsumerRecord<byte[], byte[]> record = queue.take();
                taken.add(record.topic() + "-" + record.partition() + "@" + record.timestamp()
                        + (record.serializedValueSize() == LARGE ? " large" : ""));
            }

            @Override
            public boolean mayTake(PartitionQueue queue) {
                return !full.contains(queue.partition());
            }
        });
        return taken;
    }
}
