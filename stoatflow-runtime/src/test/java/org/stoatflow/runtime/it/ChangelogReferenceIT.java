package org.stoatflow.runtime.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.stoatflow.localkafka.TestCluster;
import org.stoatflow.runtime.testkit.Group;
import org.stoatflow.runtime.testkit.KafkaApp;
import org.stoatflow.runtime.testkit.OurApp;
import org.stoatflow.runtime.testkit.Topic;
import org.stoatflow.streams.StreamsBuilder;

/** For the same input, the changelogs, outputs and committed offsets are the same as those of Kafka Streams. */
class ChangelogReferenceIT {
    /** Programs with a store, and the store. */
    private static final Map<String, String> STORES = new TreeMap<>(Map.of(
            "count", "count-store",
            "reduce", "reduce-store",
            "aggregate", "aggregate-store",
            "table", "table-store",
            "process", "plain-store",
            "windows", "windows-store",
            "duplicates", "duplicates-store",
            "sessions", "sessions-store"));

    /**
     * The application's configuration of topics. A store's own goes before it, and it goes before the defaults. The
     * records are old, so changelogs of windows have to keep them for years.
     */
    private static final Map<String, String> TOPIC_CONFIG = Map.of(
            "topic.cleanup.policy",
            "compact,delete",
            "topic.delete.retention.ms",
            "3600000",
            "topic.retention.ms",
            "-1",
            "windowstore.changelog.additional.retention.ms",
            "1000000000000");

    private static final Set<String> WITHOUT_GAPS = Set.of("process", "count", "windows", "duplicates", "sessions");
    private static final int PARTITIONS = 12;
    private static final int RECORDS = 1_000;

    private static final Map<String, Places> REFERENCE = new HashMap<>();
    private static String referenceApplication;

    @TempDir
    static Path folder;

    @BeforeAll
    static void runOnKafkaStreams() {
        referenceApplication = TestCluster.shared().uniqueName("changelog-ks");
        org.apache.kafka.streams.StreamsBuilder builder = new org.apache.kafka.streams.StreamsBuilder();
        STORES.keySet().forEach(program -> {
            String in = Topic.create("in-" + program, PARTITIONS);
            boolean gaps = !WITHOUT_GAPS.contains(program);
            Input.feed(in, "in", PARTITIONS, RECORDS, gaps);
            Places places = places(program, in);
            KafkaPrograms.add(program, builder, places);
            REFERENCE.put(program, places);
        });
        Properties config =
                KafkaApp.inMemory(KafkaApp.config(referenceApplication, folder.resolve("ks"), "at_least_once"));
        TOPIC_CONFIG.forEach(config::put);
        try (KafkaApp app = KafkaApp.running(builder.build(), config)) {
            Group.awaitAllCommitted(referenceApplication, sources());
            Group.awaitAllCommitted(referenceApplication, Group.repartitionTopics(referenceApplication));
        }
    }

    private static Places places(String program, String in) {
        String out = Topic.create("out-" + program, PARTITIONS);
        return new Places(in, in, out, out, (key, value) -> {});
    }

    private static List<String> sources() {
        return REFERENCE.values().stream().map(Places::in).toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"exactly_once_v2", "at_least_once"})
    void shouldLeaveWhatKafkaStreamsLeaves(String guarantee) {
        String application = TestCluster.shared().uniqueName("changelog");
        StreamsBuilder builder = new StreamsBuilder();
        Map<String, Places> ours = new HashMap<>();
        STORES.keySet().forEach(program -> {
            Places places = places(program, REFERENCE.get(program).in());
            OurPrograms.add(program, builder, places);
            ours.put(program, places);
        });
        Properties config = OurApp.config(application, folder.resolve(guarantee), guarantee);
        TOPIC_CONFIG.forEach(config::put);
        try (OurApp app = OurApp.running(builder.build(), config)) {
            Group.awaitAllCommitted(application, sources());
        }
        STORES.forEach((program, store) -> {
            requireSameOutput(program, ours.get(program).out());
            requireSameChangelog(referenceApplication + "-" + store, application + "-" + store);
        });
        requireSameOffsets(application);
    }

    private static void requireSameOutput(String program, String topic) {
        String difference = Rendered.difference(
                Rendered.byKey(Topic.read(REFERENCE.get(program).out())), Rendered.byKey(Topic.read(topic)));
        assertEquals("", difference, "output of " + program);
    }

    private static void requireSameChangelog(String referenceStore, String ourStore) {
        String reference = referenceStore + "-changelog";
        String our = ourStore + "-changelog";
        List<ConsumerRecord<byte[], byte[]>> expected = Topic.read(reference);
        assertFalse(expected.isEmpty(), reference + " is empty");
        assertEquals("", Rendered.difference(Rendered.last(expected), Rendered.last(Topic.read(our))), our);
        assertEquals(partitions(reference), partitions(our), our);
        Map<String, String> expectedConfig = config(reference);
        for (String bound : List.of("message.timestamp.after.max.ms", "message.timestamp.before.max.ms")) {
            expectedConfig.put(bound, String.valueOf(Long.MAX_VALUE)); // else a record ends us
        }
        assertEquals(expectedConfig, config(our), our);
    }

    private static int partitions(String topic) {
        return Group.answer(TestCluster.shared()
                        .admin()
                        .describeTopics(List.of(topic))
                        .allTopicNames())
                .get(topic)
                .partitions()
                .size();
    }

    /** The configuration that was set for the topic when it was created. */
    private static Map<String, String> config(String topic) {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        return Group.answer(TestCluster.shared()
                        .admin()
                        .describeConfigs(List.of(resource))
                        .all())
                .get(resource)
                .entries()
                .stream()
                .filter(entry -> entry.source() == ConfigEntry.ConfigSource.DYNAMIC_TOPIC_CONFIG)
                .collect(Collectors.toMap(ConfigEntry::name, ConfigEntry::value, (a, b) -> a, TreeMap::new));
    }

    /** Requires the same offsets with the same metadata, byte for byte: a take-over depends on this format. */
    private static void requireSameOffsets(String application) {
        Map<String, String> expected = new TreeMap<>();
        Map<String, String> actual = new TreeMap<>();
        Group.committed(referenceApplication).forEach((partition, offset) -> {
            if (sources().contains(partition.topic())) {
                expected.put(partition.toString(), offset.offset() + " " + offset.metadata());
            }
        });
        Group.committed(application)
                .forEach((partition, offset) ->
                        actual.put(partition.toString(), offset.offset() + " " + offset.metadata()));
        assertEquals("", Rendered.difference(expected, actual));
    }
}
