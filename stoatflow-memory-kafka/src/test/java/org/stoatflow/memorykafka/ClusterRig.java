package org.stoatflow.memorykafka;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/** A cluster with one topic of two partitions, and short ways to use it. */
final class ClusterRig {
    static final String TOPIC = "in";
    static final TopicPartition P0 = new TopicPartition(TOPIC, 0);
    static final TopicPartition P1 = new TopicPartition(TOPIC, 1);
    static final String GROUP = "app";
    /** How long clients wait: well within the transaction timeout. */
    static final int WAIT_MS = 10_000;
    /** Enough polls for the random source to have chosen everything. */
    private static final int POLLS_MAX = 1_000;

    final ClusterClock clock = new ClusterClock(1_000);
    final MemoryKafka kafka;

    ClusterRig() {
        this(1);
    }

    ClusterRig(long seed) {
        kafka = new MemoryKafka(clock, new SplittableRandom(seed));
        kafka.createTopic(TOPIC, 2);
    }

    MemoryProducer plainProducer() {
        return kafka.producer(Map.of(ProducerConfig.CLIENT_ID_CONFIG, "plain"));
    }

    /** An initialised transactional producer whose client id is its transactional id. */
    MemoryProducer producer(String transactionalId) {
        MemoryProducer producer = uninitialised(transactionalId);
        producer.initTransactions();
        return producer;
    }

    MemoryProducer uninitialised(String transactionalId) {
        return kafka.producer(Map.of(
                ProducerConfig.CLIENT_ID_CONFIG, transactionalId,
                ProducerConfig.TRANSACTIONAL_ID_CONFIG, transactionalId,
                ProducerConfig.MAX_BLOCK_MS_CONFIG, WAIT_MS));
    }

    MemoryConsumer consumer(String clientId, String... more) {
        Map<String, Object> config = new HashMap<>();
        config.put(ConsumerConfig.CLIENT_ID_CONFIG, clientId);
        config.put(ConsumerConfig.GROUP_ID_CONFIG, GROUP);
        config.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, WAIT_MS);
        config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        config.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        for (int i = 0; i < more.length; i += 2) {
            config.put(more[i], more[i + 1]);
        }
        return kafka.consumer(config);
    }

    static ProducerRecord<byte[], byte[]> record(TopicPartition partition, String value) {
        return new ProducerRecord<>(partition.topic(), partition.partition(), bytes("k"), bytes(value));
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static Map<TopicPartition, OffsetAndMetadata> offsets(TopicPartition partition, long offset) {
        return Map.of(partition, new OffsetAndMetadata(offset));
    }

    /** What the partition holds for the isolation level, as offset:value. */
    List<String> held(TopicPartition partition, IsolationLevel isolation) {
        return kafka.view().records(partition, isolation).stream()
                .map(ClusterRig::text)
                .toList();
    }

    private static String text(ConsumerRecord<byte[], byte[]> record) {
        return record.offset() + ":" + new String(record.value(), StandardCharsets.UTF_8);
    }

    static void poll(Consumer<byte[], byte[]> consumer) {
        consumer.poll(Duration.ZERO);
    }

    /** Polls until everything must have come, and returns it as offset:value. */
    static List<String> pollAll(Consumer<byte[], byte[]> consumer) {
        List<String> read = new ArrayList<>();
        for (int i = 0; i < POLLS_MAX; i++) {
            consumer.poll(Duration.ZERO).forEach(record -> read.add(text(record)));
        }
        return read;
    }
}
