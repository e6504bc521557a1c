package org.stoatflow.runtime.source;

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
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.kernel.batch.SourceBatch;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.plan.PlanSettings;
import org.stoatflow.kernel.plan.Planner;
import org.stoatflow.restore.ConsumerPosition;
import org.stoatflow.restore.PolledRecords;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.streams.StreamsBuilder;

/** Two topics of two partitions each, of which tests say what the broker has and which lanes have room. */
abstract class SourceQueuesRig {
    static final TopicPartition LEFT_0 = new TopicPartition("left", 0);
    static final TopicPartition LEFT_1 = new TopicPartition("left", 1);
    static final TopicPartition RIGHT_0 = new TopicPartition("right", 0);
    static final TopicPartition RIGHT_1 = new TopicPartition("right", 1);
    static final int LARGE = 10_000;

    final Set<TopicPartition> lagging = new HashSet<>();
    final Set<TopicPartition> full = new HashSet<>(); // whose lanes have no room
    final Map<TopicPartition, Long> left = new HashMap<>(); // ends of hops' topics with records of an owner before
    final SourceCounters counters = new SourceCounters();
    int asked;

    SourceQueues queues(StreamsBuilder builder, long idleNs, TopicPartition... partitions) {
        Plan plan = Planner.compile(
                TopologyAccess.logical(builder.build()),
                new PlanSettings("application", 4, Serdes.String(), 0),
                topic -> OptionalInt.of(2));
        SourceQueues queues =
                new SourceQueues(plan, new IdleWait(this::isLagging, idleNs), counters, new LeftoverHold(plan, left));
        List.of(partitions).forEach(partition -> queues.add(partition, 0));
        return queues;
    }

    boolean isLagging(TopicPartition partition) {
        asked++;
        return lagging.contains(partition);
    }

    @SafeVarargs
    static void fill(SourceQueues queues, ConsumerRecord<byte[], byte[]>... records) {
        Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> polled = new HashMap<>();
        for (ConsumerRecord<byte[], byte[]> record : records) {
            polled.computeIfAbsent(new TopicPartition(record.topic(), record.partition()), any -> new ArrayList<>())
                    .add(record);
        }
        fill(queues, polled, Map.of());
    }

    static void fill(
            SourceQueues queues,
            Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> polled,
            Map<TopicPartition, OffsetAndMetadata> next) {
        queues.fill(new PolledRecords(
                new ConsumerPosition(new MockConsumer<>("none"), any -> {}), new ConsumerRecords<>(polled, next)));
    }

    static ConsumerRecord<byte[], byte[]> record(TopicPartition at, long timestamp) {
        return record(at, timestamp, 0);
    }

    static ConsumerRecord<byte[], byte[]> large(TopicPartition at, long timestamp) {
        return record(at, timestamp, LARGE);
    }

    static ConsumerRecord<byte[], byte[]> record(TopicPartition at, long timestamp, int size) {
        return record(at, timestamp, timestamp, size);
    }

    static ConsumerRecord<byte[], byte[]> record(TopicPartition at, long offset, long timestamp, int size) {
        return new ConsumerRecord<>(
                at.topic(),
                at.partition(),
                offset,
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
    static long sizeOf(String taken) {
        TopicPartition at = taken.startsWith("left-0") ? LEFT_0 : LEFT_1;
        return SourceBatch.bytesOf(record(at, 0, taken.endsWith("large") ? LARGE : 0));
    }

    List<String> drain(SourceQueues queues, long nowNs) {
        return drain(queues, nowNs, Long.MAX_VALUE);
    }

    List<String> drain(SourceQueues queues, long nowNs, long bytesMax) {
        return drain(queues, nowNs, bytesMax, false);
    }

    List<String> drain(SourceQueues queues, long nowNs, long bytesMax, boolean revokedOnly) {
        List<String> taken = new ArrayList<>();
        queues.drain(
                EpochCapacity.Room.of(Integer.MAX_VALUE, bytesMax),
                nowNs,
                new RoutingRound.Taker() {
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
                },
                revokedOnly);
        return taken;
    }
}
