package org.stoatflow.dropin;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** A topic of one partition, from outside: what a test writes to it and finds in it. */
final class Topic {
    private static final Duration POLL = Duration.ofMillis(100);
    private static final long READ_MS_MAX = 60_000;

    private final String bootstrapServers;
    private final TopicPartition partition;

    Topic(String bootstrapServers, String name) {
        this.bootstrapServers = bootstrapServers;
        this.partition = new TopicPartition(name, 0);
    }

    /** A line to write: what a program finds at a time. */
    record Line(long timestamp, String key, String value) {}

    /** Writes the lines, in their order, and returns when they are there. */
    void write(List<Line> lines) {
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrapServers), new StringSerializer(), new StringSerializer())) {
            for (Line line : lines) {
                producer.send(new ProducerRecord<>(
                        partition.topic(), partition.partition(), line.timestamp, line.key, line.value));
            }
            producer.flush();
        }
    }

    /** The offset of the next record to be written. */
    long end() {
        try (KafkaConsumer<byte[], byte[]> consumer =
                consumer(new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            return consumer.endOffsets(List.of(partition)).get(partition);
        }
    }

    private <K, V> KafkaConsumer<K, V> consumer(Deserializer<K> keys, Deserializer<V> values) {
        return new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrapServers, "isolation.level", "read_committed"), keys, values);
    }

    /**
     * Reads the topic until what was read is enough.
     *
     * @param first the offset to begin at
     * @param alive whether the program that writes the topic runs; where it does not, reading ends
     * @return what was read, in order: all of it, also where it is not enough after the longest time
     */
    <V> List<ConsumerRecord<String, V>> read(
            long first,
            Deserializer<V> values,
            Predicate<List<ConsumerRecord<String, V>>> enough,
            BooleanSupplier alive) {
        List<ConsumerRecord<String, V>> read = new ArrayList<>();
        try (KafkaConsumer<String, V> consumer = consumer(new StringDeserializer(), values)) {
            consumer.assign(List.of(partition));
            consumer.seek(partition, first);
            long deadline = System.currentTimeMillis() + READ_MS_MAX;
            boolean ended = false;
            while (!enough.test(read) && !ended && System.currentTimeMillis() < deadline) {
                ended = !alive.getAsBoolean();
                consumer.poll(POLL).records(partition).forEach(read::add);
            }
        }
        return read;
    }
}
