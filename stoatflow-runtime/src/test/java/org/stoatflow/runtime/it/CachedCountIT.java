package org.stoatflow.runtime.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.stoatflow.localkafka.TestCluster;
import org.stoatflow.runtime.testkit.Eventually;
import org.stoatflow.runtime.testkit.Feed;
import org.stoatflow.runtime.testkit.Group;
import org.stoatflow.runtime.testkit.KafkaApp;
import org.stoatflow.runtime.testkit.OurApp;
import org.stoatflow.runtime.testkit.Topic;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.processor.api.ContextualFixedKeyProcessor;
import org.stoatflow.streams.processor.api.FixedKeyRecord;

/** Counts behind a record cache: fewer updates, the same results, in Kafka Streams' order of flushing. */
class CachedCountIT {
    private static final int PARTITIONS = 2;
    private static final int RECORDS = 2_000;
    private static final int KEYS = 20;

    @TempDir
    Path folder;

    private final Set<String> processed = ConcurrentHashMap.newKeySet();
    private String application;
    private String in;
    private String out;

    @BeforeEach
    void createTopics() {
        application = TestCluster.shared().uniqueName("cached");
        in = Topic.create("in", PARTITIONS);
        out = Topic.create("out", PARTITIONS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"exactly_once_v2", "at_least_once"})
    void shouldEmitFewerUpdatesAndTheSameCounts(String guarantee) {
        feed(0, RECORDS);
        try (OurApp app = OurApp.running(counts(), cached(guarantee, 300))) {
            Group.awaitAllCommitted(application, List.of(in));
        }
        List<ConsumerRecord<String, Long>> seen = Counts.read(out);
        requireFinal(RECORDS, seen);
        assertTrue(seen.size() < RECORDS / 2, () -> seen.size() + " updates of " + RECORDS + " records");
    }

    @Test
    void shouldStayExactOverRestarts() {
        for (int life = 0; life < 3; life++) {
            feed(life * RECORDS, RECORDS);
            try (OurApp app = OurApp.running(counts(), cached("exactly_once_v2", 50))) {
                if (life == 2) {
                    Group.awaitAllCommitted(application, List.of(in));
                }
            }
        }
        List<ConsumerRecord<String, Long>> seen = Counts.read(out);
        requireFinal(3 * RECORDS, seen);
        requireRising(seen);
    }

    /** All records are there before the start, so one flush of each partition at the end takes each key once. */
    @Test
    void shouldFlushInKafkaStreamsOrder() {
        feed(0, RECORDS);
        Properties reference = KafkaApp.config(application + "-ks", folder.resolve("ks"), "at_least_once");
        reference.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 10 << 20);
        reference.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, 3_600_000);
        String referenceOut = Topic.create("out-ks", PARTITIONS);
        try (KafkaApp app =
                KafkaApp.running(KafkaCachedCount.topology(in, referenceOut), KafkaApp.inMemory(reference))) {
            awaitProcessed(KafkaCachedCount.SEEN, RECORDS);
        }
        try (OurApp app = OurApp.running(counts(), cached("at_least_once", 3_600_000))) {
            awaitProcessed(processed, RECORDS);
        }
        assertEquals(lastWrites(Counts.read(referenceOut)), lastWrites(Counts.read(out)));
    }

    private static void awaitProcessed(Set<String> seen, int records) {
        Eventually.await(() -> seen.size() == records, () -> seen.size() + " of " + records + " processed");
    }

    /** The order of the last updates of keys, by partition; an early cut may have let some out before. */
    private static Map<Integer, List<String>> lastWrites(List<ConsumerRecord<String, Long>> seen) {
        Map<Integer, LinkedHashMap<String, Long>> last = new TreeMap<>();
        for (ConsumerRecord<String, Long> update : seen) {
            LinkedHashMap<String, Long> ofPartition =
                    last.computeIfAbsent(update.partition(), partition -> new LinkedHashMap<>());
            ofPartition.remove(update.key());
            ofPartition.put(update.key(), update.value());
        }
        Map<Integer, List<String>> order = new TreeMap<>();
        last.forEach((partition, counts) -> order.put(
                partition, counts.entrySet().stream().map(Object::toString).toList()));
        return order;
    }

    private Topology counts() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(in)
                .<String>processValues(() -> new Noting(processed))
                .groupByKey()
                .count(Materialized.as("counts"))
                .toStream()
                .to(out, Produced.with(Serdes.String(), Serdes.Long()));
        return builder.build();
    }

    private Properties cached(String guarantee, long intervalMs) {
        Properties config = OurApp.config(application, folder.resolve("ours"), guarantee);
        config.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 10 << 20);
        config.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, intervalMs);
        return config;
    }

    private void feed(int from, int count) {
        try (Feed feed = new Feed()) {
            for (int i = from; i < from + count; i++) {
                feed.send(in, "key-" + (i * 7 + i / 13) % KEYS, "value-" + i);
            }
            feed.flush();
        }
    }

    private static void requireFinal(int records, List<ConsumerRecord<String, Long>> seen) {
        Map<String, Long> expected = new TreeMap<>();
        for (int i = 0; i < records; i++) {
            expected.merge("key-" + (i * 7 + i / 13) % KEYS, 1L, Long::sum);
        }
        Map<String, Long> last = new TreeMap<>();
        seen.forEach(update -> last.put(update.key(), update.value()));
        assertEquals(expected, last);
    }

    /** Requires that each key's counts rise: nothing was counted or written twice. */
    private static void requireRising(List<ConsumerRecord<String, Long>> seen) {
        Map<String, Long> before = new HashMap<>();
        Set<String> told = new HashSet<>();
        for (ConsumerRecord<String, Long> update : seen) {
            assertTrue(update.value() > before.getOrDefault(update.key(), 0L), () -> "count again: " + update);
            before.put(update.key(), update.value());
            told.add(update.key());
        }
        assertEquals(KEYS, told.size());
    }

    /**
     * Notes the records that it passes on. As a processor of the user's it makes the stage run by partition: so there
     * is one order, as in Kafka Streams.
     */
    private static final class Noting extends ContextualFixedKeyProcessor<String, String, String> {
        private final Set<String> processed;

        Noting(Set<String> processed) {
            this.processed = processed;
        }

        @Override
        public void process(FixedKeyRecord<String, String> record) {
            processed.add(record.value());
            context().forward(record);
        }
    }
}
