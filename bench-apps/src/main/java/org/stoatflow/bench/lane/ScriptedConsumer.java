package org.stoatflow.bench.lane;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;

/**
 * A consumer whose polls bring the same prepared records, where the caller asks for some. So reading them costs
 * nothing. One thread.
 */
final class ScriptedConsumer {
    private static final ConsumerGroupMetadata GROUP = group();
    private static final byte[][] SIDES = {{'l'}, {'r'}};

    private final ConsumerRecords<byte[], byte[]> records;
    private int pollsLeft;

    ScriptedConsumer(String topic, int partitions, List<byte[]> values) {
        Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> byPartition = new HashMap<>();
        Map<TopicPartition, OffsetAndMetadata> next = new HashMap<>();
        Random random = new Random(7);
        for (int i = 0; i < values.size(); i++) {
            TopicPartition partition = new TopicPartition(topic, i % partitions);
            List<ConsumerRecord<byte[], byte[]>> list = byPartition.computeIfAbsent(partition, _ -> new ArrayList<>());
            list.add(new ConsumerRecord<>(
                    topic,
                    partition.partition(),
                    list.size(),
                    1_000_000L + i,
                    TimestampType.CREATE_TIME,
                    1,
                    values.get(i).length,
                    SIDES[random.nextInt(SIDES.length)],
                    values.get(i),
                    new RecordHeaders(),
                    Optional.empty()));
            next.put(partition, new OffsetAndMetadata(0)); // so that the same offsets are new at the next poll
        }
        records = new ConsumerRecords<>(byPartition, next);
    }

    /** Makes so many of the next polls bring the records. */
    void feed(int polls) {
        pollsLeft = polls;
    }

    int recordsPerPoll() {
        return records.count();
    }

    @SuppressWarnings("unchecked")
    Consumer<byte[], byte[]> consumer() {
        return (Consumer<byte[], byte[]>) Proxy.newProxyInstance(
                ScriptedConsumer.class.getClassLoader(), new Class<?>[] {Consumer.class}, (proxy, method, args) -> {
                    return switch (method.getName()) {
                        case "poll" -> pollsLeft-- > 0 ? records : ConsumerRecords.empty();
                        case "groupMetadata" -> GROUP;
                        case "pause", "resume", "wakeup" -> null;
                        default -> throw new UnsupportedOperationException(method.getName());
                    };
                });
    }

    /** Makes group metadata. Kafka will hide this constructor; until there is another way, it has to do. */
    @SuppressWarnings("removal")
    private static ConsumerGroupMetadata group() {
        return new ConsumerGroupMetadata("bench");
    }
}
