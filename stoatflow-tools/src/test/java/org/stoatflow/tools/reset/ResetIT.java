package org.stoatflow.tools.reset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.stoatflow.localkafka.TestCluster;
import org.stoatflow.streams.StreamsConfig;

/** Applications of both libraries are reset, and process their input again. */
class ResetIT {
    private static final int RECORDS = 12;
    private static final int ALL = 2 * RECORDS;
    private static final String TOPOLOGY = " --topology " + OurProgram.class.getName() + ".topology";

    private final Scene scene = new Scene();
    private final String counts = scene.application + "counts";
    private final String windows = scene.application + "windows";
    private final String topics = "--input-topics " + scene.input;

    @TempDir
    Path folder;

    @BeforeEach
    void write() throws Exception {
        TestCluster.shared().createTopic(counts, Scene.PARTITIONS);
        TestCluster.shared().createTopic(windows, Scene.PARTITIONS);
        scene.write(0, RECORDS);
        scene.write(1, RECORDS);
    }

    @Test
    void shouldHaveOurApplicationGiveItsWholeOutputAgain() throws Exception {
        runOurs(ALL);
        assertEquals(Reset.DONE, scene.reset(topics + " --state-dir " + folder), scene::said);
        assertSaid("deleted the local state in " + folder.toRealPath().resolve(scene.application, "stoatflow"));
        assertSaid("deleted topic " + scene.application + "-counts-changelog");
        assertSaid("deleted topic " + scene.application + "-windows-changelog");
        assertSaid("set topic " + scene.input + " partition 1 to offset 0 (was 12)");
        assertEquals(Map.of(0, 0L, 1, 0L), scene.committed());
        runOurs(2 * ALL);
        assertTwice(Scene.await(counts, 2 * ALL));
        assertTwice(Scene.await(windows, 2 * ALL));
    }

    @Test
    void shouldHaveKafkaStreamsGiveItsWholeOutputAgain() throws Exception {
        runKafkaStreams(ALL);
        Map<String, Object> before = scene.cluster();
        assertEquals(Reset.FAILED, scene.reset(topics + " --state-dir " + folder));
        assertSaid("only their names say so. Nothing is changed.");
        assertEquals(before, scene.cluster());
        assertEquals(Reset.DONE, scene.reset(topics + " --yes --state-dir " + folder), scene::said);
        assertSaid("no local state of StoatFlow below " + folder.resolve(scene.application));
        assertSaid("deleted topic " + scene.application + "-windows-repartition");
        assertSaid("Before Kafka Streams starts again, call its KafkaStreams.cleanUp()");
        runKafkaStreams(2 * ALL);
        assertTwice(Scene.await(counts, 2 * ALL));
        assertTwice(Scene.await(windows, 2 * ALL));
    }

    @Test
    void shouldGoOnAfterAResetThatEndedInTheMiddle() throws Exception {
        runOurs(ALL);
        scene.commit(4, 5);
        Scene.answer(Scene.admin()
                .deleteTopics(List.of(scene.application + "-counts-changelog"))
                .all());
        assertEquals(Reset.DONE, scene.reset(topics + " --shift-by -1 --state-dir " + folder), scene::said);
        assertEquals(Map.of(0, 3L, 1, 4L), scene.committed());
        assertEquals(
                Reset.DONE,
                scene.reset(topics + " --state-dir " + folder),
                scene::said); // and when all is done already
        assertSaid("no internal topics to delete");
        runOurs(2 * ALL);
        assertTwice(Scene.await(counts, 2 * ALL));
    }

    /** An output topic of the application, and a topic of another one whose id begins like this one's. */
    @Test
    void shouldLeaveTopicsOfOthersWhateverTheirNamesAre() throws Exception {
        runOurs(ALL);
        List<String> others = List.of(scene.application + "-audit-changelog", scene.application + "-b-store-changelog");
        others.forEach(topic -> TestCluster.shared().createTopic(topic, Scene.PARTITIONS));
        Map<String, Object> before = scene.cluster();
        assertEquals(Reset.FAILED, scene.reset(topics + " --state-dir " + folder));
        assertSaid("The topics " + others + " may be internal ones");
        assertEquals(before, scene.cluster());
        assertEquals(Reset.DONE, scene.reset(topics + " --dry-run --state-dir " + folder), scene::said);
        assertSaid("would delete topic " + scene.application + "-counts-changelog (the local state names it)");
        others.forEach(topic -> assertSaid("would ask whether to delete topic " + topic + " (only its name"));
        assertEquals(before, scene.cluster());
        assertEquals(Reset.DONE, scene.reset(topics + TOPOLOGY + " --state-dir " + folder), scene::said);
        assertSaid("deleted topic " + scene.application + "-windows-changelog (the topology names it)");
        others.forEach(topic -> assertSaid("left topic " + topic + " (the topology does not name it)"));
        assertTrue(scene.cluster().keySet().containsAll(others));
        assertFalse(scene.cluster().containsKey(scene.application + "-windows-changelog"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"deleted the local state", "deleted topic"})
    void shouldRefuseToRunUntilAResetIsComplete(String ended) throws Exception {
        runOurs(ALL);
        scene.resetUntil(ended, topics + " --shift-by -3 --state-dir " + folder);
        assertEquals(Map.of(0, 12L, 1, 12L), scene.committed());
        try (OurProgram refused = new OurProgram(scene.input, counts, windows, settings())) {
            String message = refused.awaitFailure().getMessage();
            assertTrue(message.contains("A reset of the application was begun and is not complete"), message);
            assertTrue(message.contains("Run ./stoatflow reset again"), message);
        }
        scene.awaitNoMembers(); // whether a start that fails still leaves the group depends on who closes first
        String again = topics + TOPOLOGY + " --state-dir " + folder; // the start has made changelogs anew
        assertEquals(Reset.DONE, scene.reset(again + " --shift-by -3"), scene::said);
        assertEquals(Map.of(0, 9L, 1, 9L), scene.committed());
        assertEquals(Reset.DONE, scene.reset(topics + " --state-dir " + folder), scene::said);
        runOurs(2 * ALL);
        assertTwice(Scene.await(counts, 2 * ALL));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-stoatflow-0", "-9a2b6f8c-0d7e-4c3a-8b1f-5e6d7c8b9a01-1"})
    void shouldWaitForOpenTransactions(String id) throws Exception {
        runOurs(ALL);
        String other = scene.application + "-b-stoatflow-0"; // of another application
        try (KafkaProducer<String, String> killed = scene.producerOf(scene.application + id, 7);
                KafkaProducer<String, String> others = scene.producerOf(other, 8)) {
            assertEquals(Reset.DONE, scene.reset(topics + " --dry-run"), scene::said);
            assertSaid("would wait for the open transactions [" + scene.application + id + "]");
            CompletableFuture<Integer> reset =
                    CompletableFuture.supplyAsync(() -> scene.reset(topics + " --shift-by 1 --state-dir " + folder));
            scene.awaitSaid("waiting for the open transactions [" + scene.application + id + "]");
            killed.commitTransaction();
            assertEquals(Reset.DONE, reset.get(2, TimeUnit.MINUTES), scene::said);
            assertEquals(Map.of(0, 8L, 1, 12L), scene.committed()); // from what the transaction has committed
            others.abortTransaction();
        }
    }

    @Test
    void shouldChangeNothingWhereATransactionStaysOpen() throws Exception {
        runOurs(ALL);
        Map<String, Object> before = scene.cluster();
        try (KafkaProducer<String, String> killed = scene.producerOf(scene.application + "-stoatflow-1", 7)) {
            assertEquals(Reset.FAILED, scene.resetAtOnce(topics + " --state-dir " + folder));
            assertSaid("Nothing is changed");
            killed.abortTransaction();
        }
        assertEquals(before, scene.cluster());
        assertTrue(files().size() > 2);
    }

    @Test
    void shouldChangeNothingInADryRun() throws Exception {
        runOurs(ALL);
        Map<String, Object> before = scene.cluster();
        List<Path> files = files();
        assertEquals(Reset.DONE, scene.reset(topics + " --dry-run --state-dir " + folder), scene::said);
        assertEquals(before, scene.cluster());
        assertEquals(files, files());
        assertSaid("Dry run: nothing is changed");
        assertSaid("would delete the local state in ");
        assertSaid("would delete topic " + scene.application + "-counts-changelog");
        assertSaid("would set topic " + scene.input + " partition 0 to offset 0 (was 12)");
    }

    @Test
    void shouldRefuseWhileAnInstanceRuns() throws Exception {
        try (OurProgram running = new OurProgram(scene.input, counts, windows, settings())) {
            awaitOutput(ALL);
            assertEquals(Reset.FAILED, scene.reset(topics));
            assertSaid("Group " + scene.application + " has members: ");
            Map<String, Object> before = topicsOf(scene.cluster());
            assertEquals(Reset.FAILED, scene.reset(topics + " --force --state-dir " + folder));
            assertSaid("is in use by");
            assertEquals(before, topicsOf(scene.cluster()));
        }
        assertTrue(files().size() > 2);
    }

    @Test
    void shouldRemoveMembersWhereForced() throws Exception {
        Map<String, Object> settings = Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                TestCluster.shared().bootstrapServers(),
                ConsumerConfig.GROUP_ID_CONFIG,
                scene.application,
                ConsumerConfig.CLIENT_ID_CONFIG,
                "hung",
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                "earliest");
        try (KafkaConsumer<String, String> member =
                new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
            member.subscribe(List.of(scene.input));
            int polled = 0;
            while (polled < ALL) {
                polled += member.poll(Duration.ofSeconds(1)).count();
            }
            member.commitSync();
            assertEquals(Reset.FAILED, scene.reset(topics));
            assertSaid("Group " + scene.application + " has members: hung on /");
            assertEquals(Reset.DONE, scene.reset(topics + " --force --dry-run"), scene::said);
            assertSaid("would remove member hung on /");
            assertEquals(Map.of(0, 12L, 1, 12L), scene.committed());
            assertEquals(Reset.DONE, scene.reset(topics + " --force"), scene::said);
            assertSaid("removed member hung on /");
            assertEquals(Map.of(0, 0L, 1, 0L), scene.committed());
        }
    }

    private void runOurs(int records) {
        try (OurProgram running = new OurProgram(scene.input, counts, windows, settings())) {
            awaitOutput(records);
        }
    }

    private void runKafkaStreams(int records) {
        try (KafkaProgram running = new KafkaProgram(scene.input, counts, windows, settings())) {
            awaitOutput(records);
        }
    }

    private void awaitOutput(int records) {
        Scene.await(counts, records);
        Scene.await(windows, records);
    }

    private Properties settings() {
        Properties settings = new Properties();
        settings.put(StreamsConfig.APPLICATION_ID_CONFIG, scene.application);
        settings.put(
                StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, TestCluster.shared().bootstrapServers());
        settings.put(StreamsConfig.STATE_DIR_CONFIG, folder.toString());
        settings.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        settings.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        settings.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        settings.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 0);
        return settings;
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.sorted().toList();
        }
    }

    /** Without ends and offsets, which move while an instance runs. */
    private static Map<String, Object> topicsOf(Map<String, Object> cluster) {
        cluster.values().removeIf(value -> !(value instanceof org.apache.kafka.common.Uuid));
        return cluster;
    }

    private void assertSaid(String part) {
        assertTrue(scene.said().contains(part), () -> part + " is not in:\n" + scene.said());
    }

    /** Counts from one on for each key, and then the same again. */
    private static void assertTwice(Map<String, List<String>> values) {
        assertFalse(values.isEmpty());
        values.forEach((key, both) -> {
            List<String> expected = new ArrayList<>();
            for (int i = 0; i < both.size(); i++) {
                expected.add(String.valueOf(i % (both.size() / 2) + 1));
            }
            assertEquals(expected, both, key);
        });
    }
}
