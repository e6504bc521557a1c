package org.stoatflow.runtime.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.localkafka.LocalKafka;
import org.stoatflow.localkafka.LocalKafkaOptions;
import org.stoatflow.runtime.testkit.Eventually;
import org.stoatflow.runtime.testkit.LoggedLines;
import org.stoatflow.runtime.testkit.OurApp;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.StreamsConfig;

/**
 * Brokers are away. The timeouts are so short that each expires many times; chaos --outage-minutes has longer outages.
 */
class OutageIT {
    private static final String LOGGER = "org.stoatflow.runtime.failure.Outage";
    private static final int LINES = 3_000;

    /** A broker takes seconds to start, and on a busy machine a minute. */
    private static final Duration LIMIT = Duration.ofMinutes(3);

    @TempDir
    Path folder;

    private final Map<String, Map<String, Long>> counts = new HashMap<>();

    @Test
    void shouldOutlastABrokerThatIsKilledUnderLoad() {
        try (LoggedLines log = LoggedLines.of(LOGGER);
                LocalKafka kafka = LocalKafka.start(LocalKafkaOptions.quick().withStartTimeout(LIMIT))) {
            kafka.createTopic("lines", 2);
            kafka.createTopic("counts-of-exact", 2);
            kafka.createTopic("counts-of-once", 2);
            try (OurApp exact = running(kafka, "exact", "exactly_once_v2");
                    OurApp once = running(kafka, "once", "at_least_once");
                    KafkaProducer<String, String> feed = feed(kafka);
                    KafkaConsumer<String, Long> reader = reader(kafka)) {
                feed(feed, LINES);
                awaitCount(reader, 1);
                kafka.kill();
                Eventually.await(
                        () -> log.count("exact: no answer") == 1 && log.count("once: no answer") == 1,
                        () -> "one line of each application that no broker answers");
                assertTrue(log.count(kafka.bootstrapServers()) >= 2, "the lines name the address");
                kafka.restart();
                feed(feed, LINES);
                awaitCount(reader, 2L * LINES);
                assertEquals(2L * LINES, counts.get("counts-of-exact").get("a"), "each word is counted once");
                Eventually.await(
                        () -> log.count("exact again, after") == 1 && log.count("once again, after") == 1,
                        () -> "one line of each application that this is over, not " + log.all());
                assertEquals(List.of(), exact.errors());
                assertEquals(List.of(), once.errors());
            }
        }
    }

    @Test
    void shouldSayWhereNobodyAnswersAndGoOnTrying() throws IOException {
        String nobody = "127.0.0.1:" + freePort();
        Properties config = config(nobody, "alone", "exactly_once_v2");
        try (LoggedLines log = LoggedLines.of(LOGGER);
                OurApp app = OurApp.of(WordCount.topology("lines", "counts"), config)) {
            app.streams().start();
            Eventually.await(() -> log.count(nobody) == 1, () -> "a line that names " + nobody);
            assertTrue(log.count("goes on trying") == 1);
            assertTrue(
                    app.streams().state() == KafkaStreams.State.REBALANCING,
                    () -> "state " + app.streams().state());
            assertEquals(List.of(), app.errors());
        }
    }

    private OurApp running(LocalKafka kafka, String name, String guarantee) {
        Properties config = config(kafka.bootstrapServers(), name, guarantee);
        config.put("stoatflow.request.timeout.ms", "500");
        config.put("producer.max.block.ms", "500");
        config.put("producer.delivery.timeout.ms", "1000");
        config.put("producer.request.timeout.ms", "500");
        config.put("producer.linger.ms", "0");
        config.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, 200); // with caches it would be 30 s
        return OurApp.running(WordCount.topology("lines", "counts-of-" + name), config);
    }

    private Properties config(String servers, String name, String guarantee) {
        Properties config = new Properties();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, name);
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, servers);
        config.put(StreamsConfig.STATE_DIR_CONFIG, folder.resolve(name).toString());
        config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, guarantee);
        return config;
    }

    private static KafkaProducer<String, String> feed(LocalKafka kafka) {
        return new KafkaProducer<>(
                Map.of("bootstrap.servers", kafka.bootstrapServers()), new StringSerializer(), new StringSerializer());
    }

    private static void feed(KafkaProducer<String, String> feed, int lines) {
        for (int i = 0; i < lines; i++) {
            feed.send(new ProducerRecord<>("lines", String.valueOf(i), "a b"));
        }
        feed.flush();
    }

    private static KafkaConsumer<String, Long> reader(LocalKafka kafka) {
        KafkaConsumer<String, Long> reader = new KafkaConsumer<>(
                Map.of(
                        "bootstrap.servers", kafka.bootstrapServers(),
                        "group.id", "reader",
                        "auto.offset.reset", "earliest",
                        "isolation.level", "read_committed"),
                new StringDeserializer(),
                new LongDeserializer());
        reader.subscribe(List.of("counts-of-exact", "counts-of-once"));
        return reader;
    }

    /** Waits until both applications have counted each word at least so many times. */
    private void awaitCount(KafkaConsumer<String, Long> reader, long least) {
        long endNs = System.nanoTime() + LIMIT.toNanos();
        while (!isCounted(least)) {
            assertTrue(System.nanoTime() - endNs < 0, () -> least + " of each word; counted are " + counts);
            reader.poll(Duration.ofMillis(20))
                    .forEach(record -> counts.computeIfAbsent(record.topic(), any -> new HashMap<>())
                            .put(record.key(), record.value()));
        }
    }

    private boolean isCounted(long least) {
        return counts.size() == 2
                && counts.values().stream()
                        .allMatch(each -> each.getOrDefault("a", 0L) >= least && each.getOrDefault("b", 0L) >= least);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
