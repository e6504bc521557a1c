package org.stoatflow.bench.blocking;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.stoatflow.command.Guarantee;
import org.stoatflow.localkafka.LocalKafka;
import org.stoatflow.streams.StreamsConfig;

/** A broker, a folder for state, and names that nobody used before. */
final class BenchCluster implements AutoCloseable {
    static final int PARTITIONS = 8;

    private final LocalKafka kafka;
    private final Path folder;
    private int names;

    private BenchCluster(LocalKafka kafka, Path folder) {
        this.kafka = kafka;
        this.folder = folder;
    }

    static BenchCluster open() throws IOException {
        System.out.println("Starting a Kafka broker ...");
        return new BenchCluster(LocalKafka.start(), Files.createTempDirectory("stoatflow-blocking"));
    }

    String name(String prefix) {
        return prefix + "-" + ++names;
    }

    /** A topic whose records carry the time at which the broker appended them. */
    String topic(String prefix) {
        String name = name(prefix);
        kafka.createTopic(name, PARTITIONS, Map.of("message.timestamp.type", "LogAppendTime"));
        return name;
    }

    static List<TopicPartition> partitions(String topic) {
        return IntStream.range(0, PARTITIONS)
                .mapToObj(partition -> new TopicPartition(topic, partition))
                .toList();
    }

    String bootstrapServers() {
        return kafka.bootstrapServers();
    }

    Producer<String, String> producer() {
        return new KafkaProducer<>(
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        bootstrapServers(),
                        ProducerConfig.BATCH_SIZE_CONFIG,
                        64 * 1024),
                new StringSerializer(),
                new StringSerializer());
    }

    /** String serdes, no caches, and a folder of its own. */
    Properties config(String application, Guarantee guarantee, int lanes) {
        Properties config = new Properties();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, application);
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers());
        config.put(StreamsConfig.STATE_DIR_CONFIG, folder.toString());
        config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, guarantee.setting());
        config.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        config.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        config.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 0);
        config.put("stoatflow.lanes", lanes);
        return config;
    }

    @Override
    public void close() {
        kafka.close();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException("the folder " + folder + " could not be deleted", failure);
        }
    }
}
