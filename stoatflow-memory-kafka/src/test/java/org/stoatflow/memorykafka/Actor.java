package org.stoatflow.memorykafka;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/** What scenarios do over and over: makes clients with the settings of these tests, sends, reads and notes. */
final class Actor {
    private static final int TRIES_MAX = 2_000;

    final ConformanceStage stage;

    Actor(ConformanceStage stage) {
        this.stage = stage;
    }

    Producer<byte[], byte[]> producer(String transactionalId) {
        return stage.producer(
                Map.of(
                        ProducerConfig.MAX_BLOCK_MS_CONFIG,
                        ConformanceStage.WAIT_MS,
                        ProducerConfig.LINGER_MS_CONFIG,
                        0),
                transactionalId);
    }

    Producer<byte[], byte[]> initialised(String transactionalId) {
        Producer<byte[], byte[]> producer = producer(transactionalId);
        producer.initTransactions();
        return producer;
    }

    Consumer<byte[], byte[]> consumer(String group, String... more) {
        Map<String, Object> config = new HashMap<>(Map.of(
                ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false,
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest",
                ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed"));
        for (int i = 0; i < more.length; i += 2) {
            config.put(more[i], more[i + 1]);
        }
        return stage.consumer(config, stage.group(group));
    }

    /** Sends one record, flushes, and notes what the callback is told. */
    void send(Producer<byte[], byte[]> producer, TopicPartition partition, String value) {
        stage.attempt("send " + value, () -> {
            sendOnly(producer, partition, value.getBytes(StandardCharsets.UTF_8));
            producer.flush();
        });
    }

    void sendOnly(Producer<byte[], byte[]> producer, TopicPartition partition, byte[] value) {
        producer.send(
                new ProducerRecord<>(partition.topic(), partition.partition(), 5L, null, value),
                (metadata, failure) -> stage.note("callback: "
                        + (failure == null
                                ? "offset " + metadata.offset()
                                : failure.getClass().getSimpleName())));
    }

    /** Waits until the partition ends there for each isolation level, then reads and notes it. */
    void read(TopicPartition partition, long stableEnd, long end) {
        read(partition, "read_committed", stableEnd);
        read(partition, "read_uncommitted", end);
    }

    private void read(TopicPartition partition, String isolation, long end) {
        Consumer<byte[], byte[]> consumer = consumer("reader", ConsumerConfig.ISOLATION_LEVEL_CONFIG, isolation);
        awaitEnd(consumer, partition, end);
        consumer.assign(List.of(partition));
        consumer.seekToBeginning(List.of(partition));
        List<String> values = new ArrayList<>();
        for (int i = 0; i < TRIES_MAX && consumer.position(partition) < end; i++) {
            consumer.poll(Duration.ofMillis(10))
                    .forEach(record ->
                            values.add(record.offset() + ":" + new String(record.value(), StandardCharsets.UTF_8)));
        }
        stage.note(isolation + " "
                + consumer.beginningOffsets(List.of(partition)).get(partition) + ".."
                + consumer.endOffsets(List.of(partition)).get(partition) + " position " + consumer.position(partition)
                + " " + values);
    }

    /** The real broker writes markers after it has answered. */
    private static void awaitEnd(Consumer<byte[], byte[]> consumer, TopicPartition partition, long end) {
        long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ConformanceStage.WAIT_MS);
        while (consumer.endOffsets(List.of(partition)).get(partition) != end && System.nanoTime() < deadlineNs) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
    }

    void committed(String group, TopicPartition partition) {
        OffsetAndMetadata committed =
                consumer(group).committed(Set.of(partition)).get(partition);
        stage.note("committed: " + (committed == null ? "none" : committed.offset() + committed.metadata()));
    }
}
