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
import org.junit.jupiter.api.Test;
import org.stoatflow.runtime.plan.Plan;
import org.stoatflow.runtime.plan.PlanSettings;
import org.stoatflow.runtime.plan.Planner;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.kstream.KStream;

/** Two topics that are merged, of two partitions each. */
class SourceQueuesTest {
    private static final TopicPartition LEFT_0 = new TopicPartition("left", 0);
    private static final TopicPartition LEFT_1 = new TopicPartition("left", 1);
    private static final TopicPartition RIGHT_0 = new TopicPartition("right", 0);
    private static final TopicPartition RIGHT_1 = new TopicPartition("right", 1);
    private static final int MANY = 100;

    private final Set<TopicPartition> lagging = new HashSet<>();

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

    private SourceQueues queues(long idleNs) {
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, String> left = builder.stream("left");
        left.merge(builder.stream("right")).foreach((key, value) -> {});
        Plan plan = Planner.compile(
                TopologyAccess.logical(builder.build()),
                new PlanSettings("application", 4, true, 0),
                topic -> OptionalInt.of(2));
        SourceQueues queues = new SourceQueues(plan, lagging::contains, idleNs, new SourceFigures());
        List.of(RIGHT_1, RIGHT_0, LEFT_1, LEFT_0).forEach(partition -> queues.add(partition, -1));
        return queues;
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
        return new ConsumerRecord<>(
                at.topic(),
                at.partition(),
                timestamp,
                timestamp,
                TimestampType.CREATE_TIME,
                0,
                0,
                new byte[0],
                new byte[0],
                new RecordHeaders(),
                Optional.empty());
    }

    private static List<String> drain(SourceQueues queues, long nowNs) {
        List<String> taken = new ArrayList<>();
        queues.drain(MANY, nowNs, queue -> {
            ConsumerRecord<byte[], byte[]> record = queue.take();
            taken.add(record.topic() + "-" + record.partition() + "@" + record.timestamp());
        });
        return taken;
    }
}
