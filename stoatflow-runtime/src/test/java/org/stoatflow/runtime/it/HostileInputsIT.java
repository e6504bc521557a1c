package org.stoatflow.runtime.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.IntegerDeserializer;
import org.apache.kafka.common.serialization.IntegerSerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.localkafka.TestCluster;
import org.stoatflow.runtime.testkit.Eventually;
import org.stoatflow.runtime.testkit.LoggedLines;
import org.stoatflow.runtime.testkit.OurApp;
import org.stoatflow.runtime.testkit.Topic;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.errors.LogAndContinueExceptionHandler;
import org.stoatflow.streams.errors.LogAndContinueProcessingExceptionHandler;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.processor.LogAndSkipOnInvalidTimestamp;

/**
 * Whoever may write to all topics of an application, and writes what no serde reads, costs it those records: sums of
 * other keys are exact, over restarts too, and heap and log do not grow. {@code ./stoatflow hostile} runs it for
 * longer.
 */
class HostileInputsIT {
    private static final int PARTITIONS = 2;
    private static final int KEYS = 20;
    private static final int RECORDS_OF_A_ROUND = 25;
    private static final int ROUNDS = 4;
    private static final long HEAP_GROWTH_MAX = 128L << 20;

    /** However many records the stranger sends. */
    private static final int LINES_OF_A_RUN_MAX = 100;

    private final long seed = Long.getLong("stoatflow.test.seed", 1);
    private final long endNs =
            System.nanoTime() + TimeUnit.MINUTES.toNanos(Long.getLong("stoatflow.hostile.minutes", 0));
    private final String application = TestCluster.shared().uniqueName("hostile");
    private final String in = application + "-in";
    private final String out = application + "-out";
    private final String dead = application + "-dead";
    private final String hop = application + "-groups-repartition";
    private int sums;
    private int runs;
    private long heapAtFirst;
    private long heapAtLast;

    @TempDir
    Path folder;

    @Test
    void shouldCostNobodyElseAnything() throws Exception {
        Map<String, String> anyTime = Map.of("message.timestamp.after.max.ms", String.valueOf(Long.MAX_VALUE));
        for (String topic : List.of(in, texts(), out, dead, hop, world())) {
            TestCluster.shared().createTopic(topic, PARTITIONS, anyTime);
            Topic.awaitServed(topic, PARTITIONS);
        }
        long lines = 0;
        long attacked = 0;
        try (Stranger stranger = new Stranger(seed);
                KafkaProducer<String, Integer> feed = feed()) {
            stranger.attack(List.of(hop, world()), RECORDS_OF_A_ROUND); // what an owner before has left
            for (runs = 0; runs < ROUNDS || System.nanoTime() - endNs < 0; runs++) {
                try (LoggedLines logged = LoggedLines.of("org.stoatflow");
                        OurApp app = OurApp.running(topology(), config())) {
                    for (int part = 0; part < ROUNDS; part++) {
                        stranger.attack(List.of(in, texts(), dead, world()), RECORDS_OF_A_ROUND);
                        feed(feed);
                    }
                    awaitSums(app);
                    stranger.attack(changelogs(), RECORDS_OF_A_ROUND); // the next run restores them
                    assertEquals(List.of(), app.errors());
                    int linesOfRun = logged.all().size();
                    assertTrue(linesOfRun <= LINES_OF_A_RUN_MAX, () -> linesOfRun + " lines of a run: " + logged.all());
                    lines += linesOfRun;
                }
                attacked = stranger.sent();
                requireHeapNotToGrow();
            }
        }
        System.out.println("HostileInputsIT: seed=" + seed + " runs=" + runs + " records of the stranger=" + attacked
                + " sums=" + sums + " lines=" + lines + " heap MB=" + (heapAtFirst >> 20) + " to "
                + (heapAtLast >> 20));
    }

    private void requireHeapNotToGrow() {
        heapAtLast = heap();
        heapAtFirst = heapAtFirst == 0 ? heapAtLast : heapAtFirst;
        assertTrue(
                heapAtLast - heapAtFirst < HEAP_GROWTH_MAX,
                () -> "heap grows from " + heapAtFirst + " to " + heapAtLast + " in " + runs + " runs");
    }

    private static KafkaProducer<String, Integer> feed() {
        return new KafkaProducer<>(
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        TestCluster.shared().bootstrapServers()),
                new StringSerializer(),
                new IntegerSerializer());
    }

    /** One more of each key. */
    private void feed(KafkaProducer<String, Integer> feed) {
        for (int key = 0; key < KEYS; key++) {
            feed.send(new ProducerRecord<>(in, key % PARTITIONS, "good-" + key, 1));
        }
        feed.flush();
        sums++;
    }

    /**
     * A table of texts, which a serde makes of any bytes; a sum of each key; and of a table of the sums, how many keys
     * have each parity, which goes over the hop.
     */
    private Topology topology() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.globalTable(world(), Consumed.with(Serdes.ByteArray(), Serdes.ByteArray()));
        builder.table(texts(), Consumed.with(Serdes.String(), Serdes.String()), Materialized.as("texts"));
        KTable<String, Integer> all = builder.stream(in, Consumed.with(Serdes.String(), Serdes.Integer()))
                .filter((key, value) -> key.startsWith("good"))
                .groupByKey(Grouped.with(Serdes.String(), Serdes.Integer()))
                .reduce(Integer::sum, Materialized.as("sums"));
        all.toStream().to(out, Produced.with(Serdes.String(), Serdes.Integer()));
        all.groupBy(
                        (key, sum) -> KeyValue.pair("keys", 1),
                        Grouped.<String, Integer>as("groups")
                                .withKeySerde(Serdes.String())
                                .withValueSerde(Serdes.Integer()))
                .reduce(Integer::sum, (left, right) -> left - right, Materialized.as("groups"))
                .toStream()
                .to(out, Produced.with(Serdes.String(), Serdes.Integer()));
        return builder.build();
    }

    private Properties config() {
        Properties config = OurApp.config(application, folder, StreamsConfig.EXACTLY_ONCE_V2);
        config.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.IntegerSerde.class);
        config.put(StreamsConfig.DEFAULT_TIMESTAMP_EXTRACTOR_CLASS_CONFIG, LogAndSkipOnInvalidTimestamp.class);
        config.put(StreamsConfig.ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG, dead);
        config.put(StreamsConfig.DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG, LogAndContinueExceptionHandler.class);
        config.put(
                StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG,
                LogAndContinueProcessingExceptionHandler.class);
        return config;
    }

    /** The topic of a table. */
    private String texts() {
        return application + "-texts";
    }

    /** The topic of a global table. */
    private String world() {
        return application + "-world";
    }

    private List<String> changelogs() {
        return List.of(
                application + "-sums-changelog", application + "-texts-changelog", application + "-groups-changelog");
    }

    private void awaitSums(OurApp app) {
        Map<String, Integer> expected = new TreeMap<>();
        for (int key = 0; key < KEYS; key++) {
            expected.put("good-" + key, sums);
        }
        expected.put("keys", KEYS);
        Eventually.await(
                () -> app.streams().state() != KafkaStreams.State.RUNNING || expected.equals(latest()),
                () -> expected + " but " + latest());
        assertEquals(KafkaStreams.State.RUNNING, app.streams().state(), () -> "because of " + app.errors());
    }

    private Map<String, Integer> latest() {
        return Topic.read(out, new StringDeserializer(), new IntegerDeserializer()).stream()
                .filter(record ->
                        record.key().startsWith("good") || record.key().equals("keys"))
                .collect(Collectors.toMap(
                        ConsumerRecord::key, ConsumerRecord::value, (earlier, later) -> later, TreeMap::new));
    }

    private static long heap() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
