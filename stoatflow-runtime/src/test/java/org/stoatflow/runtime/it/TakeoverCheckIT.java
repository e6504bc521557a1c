package org.stoatflow.runtime.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.localkafka.TestCluster;
import org.stoatflow.runtime.takeover.Finding;
import org.stoatflow.runtime.takeover.Takeover;
import org.stoatflow.runtime.takeover.TakeoverCheck;
import org.stoatflow.runtime.testkit.Eventually;
import org.stoatflow.runtime.testkit.Feed;
import org.stoatflow.runtime.testkit.Group;
import org.stoatflow.runtime.testkit.KafkaApp;
import org.stoatflow.runtime.testkit.LoggedLines;
import org.stoatflow.runtime.testkit.OurApp;
import org.stoatflow.runtime.testkit.Topic;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.Materialized;

/** What takeover-check says of applications that Kafka Streams has run, and that a start says the same. */
class TakeoverCheckIT {
    @TempDir
    Path folder;

    private String application;
    private String lines;
    private String counts;

    @BeforeEach
    void createTopics() {
        application = TestCluster.shared().uniqueName("taken-over");
        lines = Topic.create("lines", 1);
        counts = Topic.create("counts", 1);
    }

    @Test
    void shouldSayThatNothingBlocksAfterACleanClose() throws Exception {
        runKafkaStreams("a b", 2);
        TakenOver before = TakenOver.of(application, folder);
        Takeover takeover = check();
        assertEquals(before, TakenOver.of(application, folder), "what is in the cluster and in the folder");
        assertEquals(List.of(), takeover.blocks());
        assertTrue(
                takeover.text()
                        .contains("reads   store counts is restored from topic " + application + "-counts-changelog: "),
                takeover.text());
        assertTrue(takeover.text().endsWith("Nothing blocks the start" + System.lineSeparator()), takeover.text());
        try (OurApp ours = OurApp.running(WordCount.topology(lines, counts), config())) {
            assertEquals(List.of(), ours.errors());
        }
    }

    @Test
    void shouldSayWhichStoreMayBeRenamed() throws Exception {
        runKafkaStreams("a b", 2);
        Takeover takeover = TakeoverCheck.of(regrouped("counts"), new StreamsConfig(config()));
        String loss = "loses   store tallies has no changelog " + application + "-tallies-changelog and begins empty,"
                + " although the application has committed offsets. Is it renamed? Topic " + application
                + "-counts-changelog belongs to no store; Materialized.as(\"counts\") takes it over";
        assertTrue(takeover.text().contains(loss), takeover.text());
    }

    @Test
    void shouldBlockWhileKafkaStreamsRuns() {
        try (KafkaApp theirs = running()) {
            String blocks = sentences(check());
            assertTrue(blocks.startsWith("Consumer group " + application + " has members that are not"), blocks);
            assertTrue(blocks.contains(application + "-"), blocks);
            assertTrue(theirs.isRunning(), "Kafka Streams goes on");
        }
    }

    @Test
    void shouldBlockWhileAGroupOfTheStreamsProtocolHasMembers() throws Exception {
        Properties config = KafkaApp.config(application, folder.resolve("ks"), "exactly_once_v2");
        config.put("group.protocol", "streams");
        try (KafkaApp theirs = KafkaApp.running(KafkaWordCount.topology(lines, counts), config)) {
            String blocks = sentences(check());
            assertTrue(blocks.startsWith("Consumer group " + application + " has members that are not"), blocks);
            assertTrue(theirs.isRunning(), "Kafka Streams goes on");
        }
        Eventually.await(() -> check().blocks().isEmpty(), () -> check().text());
        continueWithOurs(1, 1);
    }

    @Test
    void shouldNameASourceTopicThatThereIsNotAsTheStartDoes() {
        Topology topology = WordCount.topology("no-such-lines", counts);
        String sentence = sentences(TakeoverCheck.of(topology, new StreamsConfig(config())));
        try (OurApp ours = OurApp.of(topology, config())) {
            assertEquals(sentence, failure(ours));
        }
    }

    @Test
    void shouldNameWhatAKilledOwnerHasLeft() throws Exception {
        runKafkaStreams("a b", 2); // so that offsets are committed
        kill("stop one two two");

        Takeover atOnce = check();
        assertEquals(1, atOnce.blocks().size(), atOnce.text());
        assertTrue(atOnce.text().contains("waits   transaction " + application + "-"), atOnce.text());

        Eventually.await(() -> Group.members(application).isEmpty(), () -> "the end of the killed members' sessions");
        Eventually.await(
                () -> !check().text().contains("waits "), () -> "the end of the transactions: " + check().text());
        TakenOver before = TakenOver.of(application, folder);
        Takeover takeover = check();
        assertEquals(before, TakenOver.of(application, folder), "what is in the cluster and in the folder");
        assertEquals(List.of(), takeover.blocks());
        assertTrue(
                takeover.text()
                        .contains("reads   Topic " + repartition() + " has 4 records that Kafka Streams has not"
                                + " processed: 4 in partition 0 (offsets "),
                takeover.text());
        continueWithOurs(2, 7);
        assertFalse(check().text().contains(repartition()), "what is left now");
    }

    @Test
    void shouldRefuseWhatIsLeftForAnotherTopologyAsTheStartDoes() throws Exception {
        runKafkaStreams("a b", 2);
        kill("stop one two two");
        Eventually.await(() -> Group.members(application).isEmpty(), () -> "the end of the killed members' sessions");
        Eventually.await(
                () -> !check().text().contains("waits "), () -> "the end of the transactions: " + check().text());
        Topology other = regrouped("other");
        String left = sentences(TakeoverCheck.of(other, new StreamsConfig(config())));
        assertTrue(
                left.startsWith("Topic " + repartition() + " has 4 records that Kafka Streams has not processed: 4 in"
                        + " partition 0 (offsets "),
                left);
        try (OurApp ours = OurApp.of(other, config())) {
            assertEquals(left, failure(ours));
        }
    }

    @Test
    void shouldSayThatAStartEmptiesAFolderThatIsTooOld() throws Exception {
        runKafkaStreams("a b", 2);
        continueWithOurs(2, 3);
        Properties old = config();
        old.put(StreamsConfig.STATE_CLEANUP_DIR_MAX_AGE_MS_CONFIG, 1L);
        Takeover takeover = TakeoverCheck.of(WordCount.topology(lines, counts), new StreamsConfig(old));
        String says = "state.cleanup.dir.max.age.ms=1 ms: all in it is deleted. Stores [counts] are restored from their"
                + " changelogs";
        assertTrue(takeover.text().contains(says), takeover.text());
        assertFalse(check().text().contains("all in it is deleted"), "by default any age is allowed");
        try (OurApp ours = OurApp.of(WordCount.topology(lines, counts), old);
                LoggedLines log = LoggedLines.of("org.stoatflow.runtime.engine.OldState")) {
            ours.streams().start();
            Eventually.await(
                    () -> log.all().stream().anyMatch(line -> line.contains(says)),
                    () -> log.all().toString());
        }
    }

    private Topology regrouped(String repartition) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream(lines, Consumed.with(Serdes.String(), Serdes.String()))
                .groupBy((key, word) -> word, Grouped.with(repartition, Serdes.String(), Serdes.String()))
                .count(Materialized.as("tallies"));
        return builder.build();
    }

    /**
     * @param countOfA how often the word a has been fed then
     * @param countsInAll how many counts have been written then
     */
    private void continueWithOurs(long countOfA, int countsInAll) {
        try (OurApp ours = OurApp.running(WordCount.topology(lines, counts), config());
                Feed feed = new Feed()) {
            feed.send(lines, "key", "a");
            feed.flush();
            Eventually.await(() -> Counts.read(counts).size() == countsInAll, () -> countsInAll + " counts");
            assertEquals(countOfA, Counts.read(counts).getLast().value(), "a");
            assertEquals(List.of(), ours.errors());
        }
    }

    /** Feeds words to a process of Kafka Streams that stands at one of them, and kills it. */
    private void kill(String words) throws Exception {
        Path output = folder.resolve("killed.log");
        try (WordCountProcess killed = WordCountProcess.start(
                KafkaBlockedMain.class,
                output,
                TestCluster.shared().bootstrapServers(),
                application,
                folder.resolve("ks").toString(),
                lines,
                counts)) {
            killed.awaitOutput("state RUNNING");
            int before = Topic.count(repartition());
            feed(words);
            killed.awaitOutput("stands at " + KafkaBlockedMain.STOP);
            Eventually.await(
                    () -> Topic.count(repartition()) >= before + words.split(" ").length,
                    () -> "the records of the thread that goes on");
            Eventually.await(() -> check().text().contains(" is ONGOING since "), () -> check().text());
            killed.kill();
        }
    }

    private void runKafkaStreams(String words, int countsInAll) throws Exception {
        try (KafkaApp theirs = running()) {
            if (!words.isEmpty()) {
                feed(words);
            }
            Eventually.await(() -> Counts.read(counts).size() >= countsInAll, () -> countsInAll + " counts");
            assertTrue(theirs.isRunning());
        }
    }

    private KafkaApp running() {
        return KafkaApp.running(
                KafkaWordCount.topology(lines, counts),
                KafkaApp.config(application, folder.resolve("ks"), "exactly_once_v2"));
    }

    private void feed(String words) {
        try (Feed feed = new Feed()) {
            feed.send(lines, "key", words);
        }
    }

    private String repartition() {
        return application + "-counts-repartition";
    }

    private Properties config() {
        return OurApp.config(application, folder.resolve("ours"), "exactly_once_v2");
    }

    private Takeover check() {
        return TakeoverCheck.of(WordCount.topology(lines, counts), new StreamsConfig(config()));
    }

    private static String sentences(Takeover takeover) {
        return takeover.blocks().stream().map(Finding::sentence).collect(Collectors.joining(". "));
    }

    private static String failure(OurApp ours) {
        ours.streams().start();
        Eventually.await(() -> !ours.errors().isEmpty(), () -> "the refusal of the start");
        return String.valueOf(ours.errors().getFirst().getMessage());
    }
}
