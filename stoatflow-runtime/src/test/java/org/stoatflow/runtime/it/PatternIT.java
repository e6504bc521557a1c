package org.stoatflow.runtime.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.stoatflow.localkafka.TestCluster;
import org.stoatflow.runtime.testkit.Eventually;
import org.stoatflow.runtime.testkit.Feed;
import org.stoatflow.runtime.testkit.Group;
import org.stoatflow.runtime.testkit.OurApp;
import org.stoatflow.runtime.testkit.Topic;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Produced;

/** Sources that subscribe to patterns: topics that match at the start, later, no more, or twice. */
class PatternIT {
    @TempDir
    Path folder;

    private String application;
    private String prefix;
    private String out;

    @BeforeEach
    void createTopics() {
        application = TestCluster.shared().uniqueName("patterns");
        prefix = TestCluster.shared().uniqueName("matched");
        out = Topic.create("out", 2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"exactly_once_v2", "at_least_once"})
    void shouldTakeInATopicThatComesToMatchLater(String guarantee) {
        String first = Topic.create(prefix, 2);
        try (Feed feed = new Feed();
                OurApp app = OurApp.running(copy(), config(guarantee))) {
            Numbers numbers = new Numbers(feed);
            numbers.feed(first, 0, 100);
            numbers.feed(first, 1, 100);
            String later = Topic.create(prefix, 3);
            numbers.feed(later, 2, 100);
            numbers.feed(first, 1, 100);
            numbers.awaitExactly(out);
            String third = Topic.create(prefix, 1);
            numbers.feed(third, 0, 100);
            numbers.awaitExactly(out);
            Group.awaitAllCommitted(application, List.of(first, later, third));
            assertEquals(List.of(), app.errors());
            assertEquals(KafkaStreams.State.RUNNING, app.streams().state());
        }
    }

    @Test
    void shouldRunWithoutATopicUntilOneMatches() {
        try (Feed feed = new Feed();
                OurApp app = OurApp.running(copy(), config("exactly_once_v2"))) {
            Numbers numbers = new Numbers(feed);
            numbers.feed(Topic.create(prefix, 2), 1, 50);
            numbers.awaitExactly(out);
            assertEquals(List.of(), app.errors());
        }
    }

    @Test
    void shouldReadTopicsByNameBesideThoseOfAPattern() {
        String named = Topic.create("named", 3);
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(named).to(out);
        builder.<String, String>stream(pattern()).to(out);
        try (Feed feed = new Feed();
                OurApp app = OurApp.running(builder.build(), config("exactly_once_v2"))) {
            Numbers numbers = new Numbers(feed);
            numbers.feed(named, 2, 50);
            numbers.feed(Topic.create(prefix, 1), 0, 50);
            numbers.awaitExactly(out);
            assertEquals(List.of(), app.errors());
        }
    }

    /** The store keeps its rows; what the new topic brings is counted on top. */
    @Test
    void shouldKeepTheStateWhenATopicOfTheSameSizeComes() {
        String first = Topic.create(prefix, 2);
        try (Feed feed = new Feed();
                OurApp app = OurApp.running(count(), config("exactly_once_v2"))) {
            feedKeys(feed, first);
            awaitCount(5, app);
            String later = Topic.create(prefix, 2);
            feedKeys(feed, later);
            awaitCount(10, app);
            assertEquals(List.of(), app.errors());
        }
    }

    @Test
    void shouldRefuseATopicThatWouldNeedOtherChangelogPartitions() {
        String first = Topic.create(prefix, 2);
        OurApp app = OurApp.running(count(), config("exactly_once_v2"));
        try (app;
                Feed feed = new Feed()) {
            feedKeys(feed, first);
            awaitCount(5, app);
            String larger = Topic.create(prefix, 4);
            app.await(KafkaStreams.State.ERROR);
            String message = String.valueOf(app.errors().getFirst().getMessage());
            assertTrue(message.contains(application + "-counts-changelog has 2 partitions"), message);
            assertTrue(message.contains(larger + ": 4") && message.contains(first + ": 2"), message);
        }
        assertEquals(1, app.errors().size());
    }

    @Test
    void shouldGoOnWithoutAMatchedTopicThatIsDeleted() {
        String stays = Topic.create(prefix, 1);
        String goes = Topic.create(prefix, 2);
        try (Feed feed = new Feed();
                OurApp app = OurApp.running(copy(), config("exactly_once_v2"))) {
            Numbers numbers = new Numbers(feed);
            numbers.feed(goes, 1, 50);
            numbers.feed(stays, 0, 50);
            numbers.awaitExactly(out);
            Group.answer(
                    TestCluster.shared().admin().deleteTopics(List.of(goes)).all());
            awaitMembersTopics(List.of(stays));
            numbers.feed(stays, 0, 50);
            numbers.awaitExactly(out);
            app.awaitRunning();
            assertEquals(List.of(), app.errors());
        }
    }

    @Test
    void shouldRefuseATopicThatMatchesTwoPatterns() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(pattern()).to(out);
        builder.<String, String>stream(Pattern.compile(prefix + ".*[0-9]")).to(out);
        String twice = Topic.create(prefix, 1);
        OurApp app = OurApp.of(builder.build(), config("exactly_once_v2"));
        try (app) {
            app.streams().start();
            app.await(KafkaStreams.State.ERROR);
        }
        String message = String.valueOf(app.errors().getFirst().getMessage());
        assertTrue(message.contains(twice) && message.contains(pattern().pattern()), message);
        assertTrue(message.contains("KSTREAM-SOURCE-0000000000"), message);
        assertTrue(message.contains("KSTREAM-SOURCE-0000000002"), message);
    }

    private Topology copy() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(pattern()).to(out);
        return builder.build();
    }

    private Topology count() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream(pattern(), Consumed.with(Serdes.String(), Serdes.String()))
                .groupByKey()
                .count(Materialized.as("counts"))
                .toStream()
                .to(out, Produced.with(Serdes.String(), Serdes.Long()));
        return builder.build();
    }

    private Pattern pattern() {
        return Pattern.compile(Pattern.quote(prefix) + "-.*");
    }

    private static void feedKeys(Feed feed, String topic) {
        for (int i = 0; i < 50; i++) {
            feed.send(topic, "k" + i % 10, "v");
        }
        feed.flush();
    }

    private void awaitCount(long count, OurApp app) {
        Eventually.await(
                () -> counts().size() == 10 && counts().values().stream().allMatch(seen -> seen == count),
                () -> "each count " + count + ", " + counts() + ", " + app.errors());
    }

    private Map<String, Long> counts() {
        return Topic.read(out, new StringDeserializer(), new LongDeserializer()).stream()
                .collect(Collectors.toMap(record -> record.key(), record -> record.value(), Math::max));
    }

    private void awaitMembersTopics(List<String> topics) {
        Eventually.await(
                () -> Group.owned(application).stream()
                        .map(each -> each.topic())
                        .distinct()
                        .toList()
                        .equals(topics),
                () -> "the group owns " + Group.owned(application));
    }

    private Properties config(String guarantee) {
        return Group.noticingTopics(OurApp.config(application, folder, guarantee));
    }
}
