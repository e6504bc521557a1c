package org.stoatflow.http;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.stoatflow.localkafka.LocalKafka;
import org.stoatflow.localkafka.LocalKafkaOptions;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.Materialized;

/** An application that has worked on a real broker, with all that its service shows of it. */
record ServedRun(Scrape scrape, String status) {
    private static final Duration LIMIT = Duration.ofSeconds(180);
    private static final int RECORDS = 500;

    /** Runs the application until it has worked and committed, and asks for its pages. */
    static ServedRun of(Path folder) {
        try (LocalKafka kafka = LocalKafka.start(LocalKafkaOptions.quick().withStartTimeout(LIMIT))) {
            kafka.createTopic("in", 2);
            kafka.createTopic("out", 2);
            feed(kafka);
            int port = Asked.freePort();
            try (KafkaStreams streams = new KafkaStreams(topology(), config(kafka, folder, port));
                    Asked asked = new Asked(port)) {
                streams.start();
                asked.await("/health/ready", 200, "Ready.");
                asked.await("/status", 200, "\"work\":{\"records\":" + RECORDS);
                asked.await("/metrics", 200, "stoatflow_source_lag_records{");
                System.gc(); // its meters are there from the first one on
                asked.await("/metrics", 200, "jvm_gc_pause_seconds_sum");
                return new ServedRun(
                        Scrape.of(asked.ask("/metrics").text()),
                        asked.ask("/status").text());
            }
        }
    }

    private static Properties config(LocalKafka kafka, Path folder, int port) {
        Properties config = new Properties();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, "served");
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrapServers());
        config.put(StreamsConfig.STATE_DIR_CONFIG, folder.toString());
        config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        config.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        config.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        config.put("stoatflow.http.port", port);
        return config;
    }

    private static Topology topology() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in")
                .selectKey((key, value) -> value)
                .groupByKey()
                .count(Materialized.as("counts"))
                .toStream()
                .mapValues(String::valueOf)
                .to("out");
        return builder.build();
    }

    private static void feed(LocalKafka kafka) {
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", kafka.bootstrapServers()),
                new StringSerializer(),
                new StringSerializer())) {
            for (int i = 0; i < RECORDS; i++) {
                producer.send(new ProducerRecord<>("in", "key", "value" + i % 2));
            }
        }
    }
}
