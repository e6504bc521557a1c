package org.stoatflow.runtime.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.localkafka.TestCluster;
import org.stoatflow.runtime.testkit.Eventually;
import org.stoatflow.runtime.testkit.Feed;
import org.stoatflow.runtime.testkit.Group;
import org.stoatflow.runtime.testkit.KafkaApp;
import org.stoatflow.runtime.testkit.OurApp;
import org.stoatflow.runtime.testkit.Topic;
import org.stoatflow.status.ApplicationStatus;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Produced;

/** An error at a start, or with the first record, is reported once, with names, and ends the application. */
class FailureMessagesIT {
    private static final int PARTITIONS = 2;

    @TempDir
    Path folder;

    private final String application = TestCluster.shared().uniqueName("failing");

    // ---- refused by the constructor

    @Test
    void shouldNameAMissingApplicationId() {
        requireRefused("application.id", config -> config.remove(StreamsConfig.APPLICATION_ID_CONFIG));
    }

    @Test
    void shouldNameAnUnknownKeyOfOurs() {
        requireRefused("stoatflow.lames", config -> config.put("stoatflow.lames", "8"));
    }

    @Test
    void shouldNameAnUnknownGuarantee() {
        requireRefused("exactly_twice", config -> config.put("processing.guarantee", "exactly_twice"));
    }

    private void requireRefused(String named, java.util.function.Consumer<Properties> change) {
        Properties config = config();
        change.accept(config);
        Exception refusal = assertThrows(Exception.class, () -> new KafkaStreams(copy("any", "other"), config));
        assertTrue(String.valueOf(refusal.getMessage()).contains(named), () -> "names " + named + ": " + refusal);
    }

    // ---- found at the start

    @Test
    void shouldNameAMissingSourceTopic() {
        requireError(copy("no-such-source", topic()), config(), "no-such-source");
    }

    /** A producer's first batch would be refused, and the next one taken. */
    @Test
    void shouldWriteAtOnceToATopicThatIsAMomentOld() {
        String in = topic();
        feed(in);
        String out = TestCluster.shared().uniqueName("fresh");
        NewTopic fresh = new NewTopic(out, Optional.of(30), Optional.empty());
        Group.answer(TestCluster.shared().admin().createTopics(List.of(fresh)).all());
        try (OurApp app = OurApp.running(copy(in, out), config())) {
            Group.awaitAllCommitted(application, List.of(in));
            assertEquals(1, Topic.count(out));
            assertEquals(List.of(), app.errors());
        }
    }

    @Test
    void shouldNameAStateFolderThatCannotBeMade() throws IOException {
        Path file = Files.createFile(folder.resolve("a-file"));
        Properties config = config();
        config.put(StreamsConfig.STATE_DIR_CONFIG, file.resolve("state").toString());
        requireRefused(WordCount.topology(topic(), topic()), config, file.toString());
    }

    @Test
    void shouldNameAStateFolderThatIsInUseInThisProcess() {
        Topology topology = WordCount.topology(topic(), topic());
        try (OurApp first = OurApp.running(topology, config())) {
            requireRefused(topology, config(), folder.toString());
            assertEquals(KafkaStreams.State.RUNNING, first.streams().state());
        }
    }

    @Test
    void shouldNameAStateFolderThatIsInUseByAnotherProcess() throws IOException {
        String lines = topic();
        String counts = topic();
        try (WordCountProcess first = WordCountProcess.start(
                application, folder, "exactly_once_v2", lines, counts, folder.resolve("first.log"))) {
            first.awaitOutput("state RUNNING");
            requireRefused(WordCount.topology(lines, counts), config(), folder.toString(), "process " + first.pid());
        }
    }

    /**
     * Behind a re-keying, the stage takes over the number of partitions of an existing changelog; a source has its own.
     */
    @Test
    void shouldNameAChangelogOfAnotherSizeThanItsSource() {
        String changelog = application + "-latest-changelog";
        TestCluster.shared().createTopic(changelog, PARTITIONS + 3);
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>table(topic(), Materialized.as("latest"));
        requireError(builder.build(), config(), changelog, "" + (PARTITIONS + 3), "" + PARTITIONS);
    }

    @Test
    void shouldNameTheGroupWhereKafkaStreamsIsActive() {
        String lines = topic();
        String counts = topic();
        try (KafkaApp theirs = KafkaApp.running(
                KafkaWordCount.topology(lines, counts),
                KafkaApp.config(application, folder.resolve("ks"), "at_least_once"))) {
            Properties config = config();
            config.put("stoatflow.join.wait.ms", "1000");
            requireError(WordCount.topology(lines, counts), config, application, "Kafka Streams");
            assertTrue(theirs.isRunning(), "Kafka Streams goes on");
        }
    }

    @Test
    void shouldSayInItsStatusThatItWaitsForKafkaStreams() {
        String lines = topic();
        String counts = topic();
        try (KafkaApp theirs = KafkaApp.running(
                        KafkaWordCount.topology(lines, counts),
                        KafkaApp.config(application, folder.resolve("ks"), "at_least_once"));
                OurApp ours = OurApp.of(WordCount.topology(lines, counts), config())) {
            ours.streams().start();
            Eventually.await(
                    () -> ApplicationStatus.of(ours.streams()).readiness().contains("members that are not StoatFlow's"),
                    () -> ApplicationStatus.of(ours.streams()).readiness());
            assertTrue(theirs.isRunning(), "Kafka Streams goes on");
        }
    }

    // ---- found with a record

    @Test
    void shouldNameASinkWhoseSerdeDoesNotFit() {
        String in = topic();
        String out = topic();
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(in)
                .mapValues(value -> (Object) value.length())
                .to(out);
        feed(in);
        requireError(builder.build(), config(), out, "StringSerializer", "Integer");
    }

    @Test
    void shouldNameARecordThatCannotBeRead() {
        String in = topic();
        String out = topic();
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream(in, Consumed.with(Serdes.String(), Serdes.Long())).to(out, Produced.valueSerde(Serdes.Long()));
        feed(in);
        requireError(builder.build(), config(), in, "offset 0", "LongDeserializer");
    }

    @Test
    void shouldNameTheRecordThatAFunctionFailsOn() {
        String in = topic();
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(in).foreach((key, value) -> {
            throw new IllegalStateException("not today");
        });
        feed(in);
        requireError(builder.build(), config(), in, "offset 0", "not today");
    }

    /** Requires that the application ends with one error whose message has all of this, and that it can be closed. */
    private static void requireError(Topology topology, Properties config, String... said) {
        OurApp app = OurApp.of(topology, config);
        try (app) {
            app.streams().start();
            app.await(KafkaStreams.State.ERROR);
        }
        assertEquals(KafkaStreams.State.ERROR, app.streams().state());
        assertEquals(1, app.errors().size(), () -> "errors " + app.errors());
        String message = String.valueOf(app.errors().getFirst().getMessage());
        List.of(said).forEach(word -> assertTrue(message.contains(word), () -> "says " + word + ": " + message));
    }

    /** Requires that the constructor throws an error whose message has all of this. */
    private static void requireRefused(Topology topology, Properties config, String... said) {
        StreamsException refusal = assertThrows(StreamsException.class, () -> OurApp.of(topology, config));
        String message = String.valueOf(refusal.getMessage());
        List.of(said).forEach(word -> assertTrue(message.contains(word), () -> "says " + word + ": " + message));
    }

    private static Topology copy(String from, String to) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(from).to(to);
        return builder.build();
    }

    private Properties config() {
        return OurApp.config(application, folder, "exactly_once_v2");
    }

    private static String topic() {
        return Topic.create("failing", PARTITIONS);
    }

    private static void feed(String topic) {
        try (Feed feed = new Feed()) {
            feed.send(topic, "key", "value");
        }
    }
}
