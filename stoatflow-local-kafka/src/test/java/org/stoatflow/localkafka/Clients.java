package org.stoatflow.localkafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Producers and consumers of strings. */
final class Clients {
    private static final Duration READ_LIMIT = Duration.ofSeconds(30);

    private Clients() {}

    static KafkaProducer<String, String> producer(String bootstrapServers, Map<String, Object> more) {
        Map<String, Object> settings = new HashMap<>(more);
        settings.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        return new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer());
    }

    /** Values from {@code first} to before {@code end}, acknowledged by all replicas. */
    static void write(String bootstrapServers, String topic, int first, int end) {
        try (KafkaProducer<String, String> producer = producer(bootstrapServers, Map.of())) {
            IntStream.range(first, end)
                    .mapToObj(i -> producer.send(new ProducerRecord<>(topic, "key", Integer.toString(i))))
                    .toList()
                    .forEach(Clients::done);
        }
    }

    private static void done(Future<?> sent) {
        try {
            sent.get(READ_LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (Exception failure) {
            throw new AssertionError("a record was not acknowledged", failure);
        }
    }

    /** The first {@code count} committed values of partition 0. */
    static List<String> read(String bootstrapServers, String topic, int count) {
        Map<String, Object> settings = Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                "read_committed",
                ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                false);
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
            List<TopicPartition> partitions = List.of(new TopicPartition(topic, 0));
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            List<String> values = new ArrayList<>();
            long endNs = System.nanoTime() + READ_LIMIT.toNanos();
            while (values.size() < count && System.nanoTime() - endNs < 0) {
                consumer.poll(Duration.ofMillis(100)).forEach(record -> values.add(record.value()));
            }
            return values;
        }
    }

    static List<String> numbers(int first, int end) {
        return IntStream.range(first, end).mapToObj(Integer::toString).toList();
    }
}
