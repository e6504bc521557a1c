package org.stoatflow.http;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.kstream.Materialized;

/**
 * An application that counts keys, and serves its pages: {@code in-NAME} to {@code out-NAME}. A fault is injected into
 * it once it works.
 */
final class FaultyRun implements AutoCloseable {
    static final byte[] READABLE = {0, 0, 0, 1}; // a number
    static final int RECORDS = 100;
    private static final Duration CLOSE = Duration.ofSeconds(5); // some faults do not end before

    private final String name;
    private final String bootstrapServers;
    private final KafkaStreams streams;
    private final int port;
    private final Asked asked;

    FaultyRun(
            String name,
            String bootstrapServers,
            Path state,
            int port,
            Map<String, Object> more,
            Consumer<String> onKey) {
        this.name = name;
        this.bootstrapServers = bootstrapServers;
        this.port = port;
        Map<String, Object> config = new HashMap<>();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, name);
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        config.put(StreamsConfig.STATE_DIR_CONFIG, state.toString());
        config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        config.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        config.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.IntegerSerde.class);
        config.put("stoatflow.http.port", port);
        config.put("consumer.session.timeout.ms", "10000"); // a second start does not wait long for the first
        config.putAll(more);
        Properties properties = new Properties();
        properties.putAll(config);
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, Integer>stream("in-" + name)
                .peek((key, value) -> onKey.accept(key))
                .groupByKey()
                .count(Materialized.as("counts"))
                .toStream()
                .mapValues(Long::intValue)
                .to("out-" + name);
        streams = new KafkaStreams(builder.build(), properties);
        asked = new Asked(port);
    }

    KafkaStreams streams() {
        return streams;
    }

    String name() {
        return name;
    }

    int port() {
        return port;
    }

    Asked asked() {
        return asked;
    }

    /** Starts it, and waits until it is ready. */
    FaultyRun started() {
        streams.start();
        asked.await("/health/ready", 200, "Ready.");
        return this;
    }

    /** Gives it records that it can read, and waits until it has taken them in. */
    FaultyRun worked() {
        feed(IntStream.range(0, RECORDS).mapToObj(record -> "key" + record).toList(), READABLE);
        asked.await("/status", 200, "\"work\":{\"records\":" + RECORDS);
        return this;
    }

    /** Gives it records of one value. */
    void feed(List<String> keys, byte[] value) {
        feed(bootstrapServers, name, keys, value);
    }

    /** Gives the application of a name records of one value. */
    static void feed(String bootstrapServers, String name, List<String> keys, byte[] value) {
        try (KafkaProducer<String, byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrapServers), new StringSerializer(), new ByteArraySerializer())) {
            keys.forEach(key -> producer.send(new ProducerRecord<>("in-" + name, key, value)));
        }
    }

    @Override
    public void close() {
        streams.close(CLOSE);
        asked.close();
    }
}
