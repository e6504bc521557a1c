package org.stoatflow.runtime.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.stoatflow.localkafka.TestCluster;
import org.stoatflow.runtime.testkit.Feed;
import org.stoatflow.runtime.testkit.Group;
import org.stoatflow.runtime.testkit.OurApp;
import org.stoatflow.runtime.testkit.Topic;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Produced;

/** Stages that the configuration forces to run by key, on many lanes. */
class ForcedKeyIT {
    private static final int KEYS = 50;

    /** Equal keys, many encodings: reads in any case, writes in lower case. Nothing proves it canonical. */
    private static final Serde<String> ANY_CASE = Serdes.serdeFrom(
            (topic, key) -> key.getBytes(StandardCharsets.UTF_8),
            (topic, bytes) -> new String(bytes, StandardCharsets.UTF_8).toLowerCase(Locale.ROOT));

    @TempDir
    Path folder;

    private String application;
    private String in;
    private String out;

    @BeforeEach
    void createTopics() {
        application = TestCluster.shared().uniqueName("forced");
        in = Topic.create("forced-in", 2);
        out = Topic.create("forced-out", 2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"exactly_once_v2", "at_least_once"})
    void shouldCountWhileKeysHaveOneEncodingAndStopAtTheFirstOther(String guarantee) {
        Map<String, Long> expected = new HashMap<>();
        try (Feed feed = new Feed()) {
            for (int i = 0; i < 40 * KEYS; i++) {
                feed.send(in, "key-" + i % KEYS, "value");
                expected.merge("key-" + i % KEYS, 1L, Long::sum);
            }
        }
        OurApp app = OurApp.running(counting(), config(guarantee));
        try (app) {
            Group.awaitAllCommitted(application, List.of(in));
            assertEquals(expected, counts());
            try (Feed feed = new Feed()) {
                feed.send(new ProducerRecord<>(in, 1, "Key-7", "value"));
            }
            app.await(KafkaStreams.State.ERROR);
        }

        assertEquals(1, app.errors().size(), () -> "errors " + app.errors());
        String message = String.valueOf(app.errors().getFirst().getMessage());
        for (String said : List.of(
                "Store counts",
                "topic " + in + ", partition 1",
                "key key-7, stored 0x6b65792d37, hashed 0x4b65792d37",
                "Let the stage run by partition (stoatflow.affinity.",
                "forced by configuration stoatflow.affinity;")) {
            assertTrue(message.contains(said), () -> "says '" + said + "': " + message);
        }
        assertEquals(expected, counts(), "nothing came of the record");
    }

    /** Shows that the way out that the message names works. */
    @Test
    void shouldCountEqualKeysAsOneByPartition() {
        Properties config = config("exactly_once_v2");
        config.put("stoatflow.affinity", "PARTITION");
        try (Feed feed = new Feed()) {
            feed.send(new ProducerRecord<>(in, 1, "key-7", "value"));
            feed.send(new ProducerRecord<>(in, 1, "Key-7", "value"));
        }
        try (OurApp app = OurApp.running(counting(), config)) {
            Group.awaitAllCommitted(application, List.of(in));
        }
        assertEquals(Map.of("key-7", 2L), counts());
    }

    /** Each function waits for all others, so the test ends only if a thousand block at once. */
    @Test
    void shouldLetAThousandFunctionsBlockAtOnce() {
        int lanes = 4_096;
        int blocking = 1_000;
        CountDownLatch all = new CountDownLatch(blocking);
        Set<String> threads = ConcurrentHashMap.newKeySet();
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(in, Consumed.as("calls"))
                .mapValues(value -> {
                    threads.add(Thread.currentThread().getName());
                    all.countDown();
                    return awaited(all) ? value : "late";
                })
                .to(out);
        Properties config = config("exactly_once_v2");
        config.remove("stoatflow.affinity");
        config.put("stoatflow.lanes.calls", lanes);
        try (Feed feed = new Feed()) {
            keysOfDistinctLanes(lanes, blocking).forEach(key -> feed.send(in, key, "done"));
        }
        try (OurApp app = OurApp.running(builder.build(), config)) {
            Group.awaitAllCommitted(application, List.of(in));
        }

        List<ConsumerRecord<String, String>> records = Topic.readStrings(out);
        assertEquals(blocking, records.size());
        assertTrue(records.stream().allMatch(record -> record.value().equals("done")));
        assertEquals(blocking, threads.size(), "a thread for each");
    }

    private static boolean awaited(CountDownLatch latch) {
        try {
            return latch.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static Set<String> keysOfDistinctLanes(int lanes, int wanted) {
        Set<Integer> taken = new HashSet<>();
        Set<String> keys = new HashSet<>();
        for (int i = 0; keys.size() < wanted; i++) {
            String key = "call-" + i;
            if (taken.add(Utils.toPositive(Utils.murmur2(key.getBytes(StandardCharsets.UTF_8))) % lanes)) {
                keys.add(key);
            }
        }
        return keys;
    }

    private Topology counting() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream(in, Consumed.with(ANY_CASE, Serdes.String()))
                .groupByKey(Grouped.with(ANY_CASE, Serdes.String()))
                .count(Materialized.as("counts"))
                .toStream()
                .to(out, Produced.with(ANY_CASE, Serdes.Long()));
        return builder.build();
    }

    /** The last count of each key. */
    private Map<String, Long> counts() {
        Map<String, Long> counts = new HashMap<>();
        Topic.read(out, new StringDeserializer(), new LongDeserializer())
                .forEach(record -> counts.put(record.key(), record.value()));
        return counts;
    }

    private Properties config(String guarantee) {
        Properties config = OurApp.config(application, folder, guarantee);
        config.put("stoatflow.affinity", "KEY");
        config.put("stoatflow.lanes", 64);
        config.put("stoatflow.keys.shown", "text");
        return config;
    }
}
