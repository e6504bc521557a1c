package org.stoatflow.runtime.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.stoatflow.localkafka.TestCluster;
import org.stoatflow.runtime.testkit.Eventually;
import org.stoatflow.runtime.testkit.Feed;
import org.stoatflow.runtime.testkit.Group;
import org.stoatflow.runtime.testkit.LoggedLines;
import org.stoatflow.runtime.testkit.OurApp;
import org.stoatflow.runtime.testkit.Topic;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.kstream.Repartitioned;

/** A source topic gets partitions, or goes, while the application runs or between two runs. */
class NewPartitionsIT {
    @TempDir
    Path folder;

    private String application;
    private String in;
    private String out;

    @BeforeEach
    void createTopics() {
        application = TestCluster.shared().uniqueName("partitions");
        in = Topic.create("in", 2);
        out = Topic.create("out", 2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"exactly_once_v2", "at_least_once"})
    void shouldTakeInNewPartitionsWhileItRuns(String guarantee) {
        try (Feed feed = new Feed();
                LoggedLines log = LoggedLines.of("org.stoatflow.runtime.lifecycle");
                OurApp app = OurApp.running(copy(), config(guarantee))) {
            Numbers numbers = new Numbers(feed);
            numbers.feed(in, 1, 200);
            grow(5);
            for (int partition = 0; partition < 5; partition++) {
                numbers.feed(in, partition, 100);
            }
            numbers.awaitExactly(out);
            Group.awaitAllCommitted(application, List.of(in));
            assertEquals(List.of(), app.errors());
            assertEquals(0, log.count("Starting again in place"), "planning again fails nowhere");
        }
    }

    /** After the restart the instance is the same member, and the group gives it its former assignment. */
    @Test
    void shouldTakeInNewPartitionsOfTheTimeBetweenTwoRuns() {
        try (Feed feed = new Feed()) {
            Numbers numbers = new Numbers(feed);
            try (OurApp app = OurApp.running(copy(), config("exactly_once_v2"))) {
                numbers.feed(in, 1, 50);
                numbers.awaitExactly(out);
                assertEquals(List.of(), app.errors());
            }
            grow(4);
            numbers.feed(in, 3, 50);
            try (OurApp app = OurApp.running(copy(), config("exactly_once_v2"))) {
                numbers.awaitExactly(out);
                assertEquals(List.of(), app.errors());
            }
        }
    }

    /** Behind a hop the changelog pins the number, and the source may grow. */
    @Test
    void shouldKeepTheCountsBehindARepartition() throws Exception {
        LineFeed feed = LineFeed.start(in, 11);
        try (CountsTail tail = new CountsTail(out);
                OurApp app = OurApp.running(WordCount.topology(in, out), config("exactly_once_v2"))) {
            tail.awaitAtLeast(2_000, () -> "before the topic grows, " + app.errors());
            grow(3);
            tail.awaitAtLeast(tail.seen().size() + 10_000, () -> "after it, " + app.errors());
            Map<String, Long> fed = feed.stop();
            Group.awaitAllCommitted(application, List.of(in));
            tail.catchUp();
            Counts.requireExact(fed, tail.seen());
            assertEquals(List.of(), app.errors());
        }
    }

    @Test
    void shouldRefuseNewPartitionsWhereAChangelogPinsTheNumber() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>table(in, Materialized.as("latest"));
        OurApp app = OurApp.running(builder.build(), config("exactly_once_v2"));
        try (app) {
            grow(3);
            app.await(KafkaStreams.State.ERROR);
        }
        assertEquals(1, app.errors().size(), () -> "errors " + app.errors());
        String message = String.valueOf(app.errors().getFirst().getMessage());
        assertTrue(message.contains(application + "-latest-changelog has 2 partitions"), message);
        assertTrue(message.contains(in + ": 3"), message);
    }

    /** The topic was read for what Kafka Streams has left in it; at the next start it is not. */
    @Test
    void shouldRefuseOnceNewPartitionsOfARepartitionTopicWhoseNumberIsDeclared() {
        String hop = application + "-by-value-repartition";
        Group.answer(TestCluster.shared()
                .admin()
                .createTopics(List.of(new NewTopic(hop, 2, (short) 1)))
                .all());
        Topic.awaitServed(hop, 2);
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(in)
                .selectKey((key, value) -> value)
                .repartition(Repartitioned.<String, String>as("by-value").withNumberOfPartitions(2))
                .to(out);
        OurApp app = OurApp.running(builder.build(), config("exactly_once_v2"));
        try (app) {
            grow(hop, 3);
            app.await(KafkaStreams.State.ERROR);
        }
        assertEquals(1, app.errors().size(), () -> "errors " + app.errors());
        String message = String.valueOf(app.errors().getFirst().getMessage());
        assertTrue(message.contains("topic " + hop) && message.contains("has 3 partitions"), message);
        try (Feed feed = new Feed();
                OurApp again = OurApp.running(builder.build(), config("exactly_once_v2"))) {
            feed.send(in, "key", "value");
            feed.flush();
            Eventually.await(() -> Topic.count(out) == 1, () -> "the record, " + again.errors());
            assertEquals(List.of(), again.errors());
        }
    }

    @Test
    void shouldNameASourceTopicThatIsDeleted() {
        String other = Topic.create("other", 1);
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(List.of(in, other)).to(out);
        OurApp app = OurApp.running(builder.build(), config("exactly_once_v2"));
        try (app) {
            Group.answer(
                    TestCluster.shared().admin().deleteTopics(List.of(other)).all());
            app.await(KafkaStreams.State.ERROR);
        }
        assertEquals(1, app.errors().size(), () -> "errors " + app.errors());
        String message = String.valueOf(app.errors().getFirst().getMessage());
        assertTrue(message.contains(other) && message.contains("KSTREAM-SOURCE-0000000000"), message);
    }

    @Test
    void shouldLetAPartitionerSeeNewPartitionsOfASinksTopic() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(in)
                .to(out, Produced.streamPartitioner((topic, key, value, count) -> Optional.of(Set.of(count - 1))));
        Properties config = config("exactly_once_v2");
        config.put("producer." + ProducerConfig.METADATA_MAX_AGE_CONFIG, 100);
        try (Feed feed = new Feed();
                OurApp app = OurApp.running(builder.build(), config)) {
            int fed = feedUntilWritten(feed, 1);
            grow(out, 4);
            int all = fed + feedUntilWritten(feed, 3);
            Eventually.await(() -> Topic.count(out) == all, () -> all + " records in " + out);
            assertEquals(0, end(0), "nothing was written to partition 0");
            assertEquals(0, end(2), "nothing was written to partition 2");
            assertEquals(List.of(), app.errors());
        }
    }

    /**
     * Feeds until the partition is written to, and returns how many records that took: the engine asks again for the
     * number of partitions at the first record after the known number has become too old.
     */
    private int feedUntilWritten(Feed feed, int partition) {
        AtomicInteger fed = new AtomicInteger();
        Eventually.await(
                () -> {
                    feed.send(in, "key", "value" + fed.incrementAndGet());
                    feed.flush();
                    return end(partition) > 0;
                },
                () -> "a record in partition " + partition + " of " + out);
        return fed.get();
    }

    private long end(int partition) {
        TopicPartition asked = new TopicPartition(out, partition);
        return Objects.requireNonNull(Topic.ends(List.of(asked)).get(asked));
    }

    private Topology copy() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(in).mapValues(value -> value).to(out);
        return builder.build();
    }

    private void grow(int partitions) {
        grow(in, partitions);
    }

    private static void grow(String topic, int partitions) {
        Group.answer(TestCluster.shared()
                .admin()
                .createPartitions(Map.of(topic, NewPartitions.increaseTo(partitions)))
                .all());
        Topic.awaitServed(topic, partitions);
    }

    private Properties config(String guarantee) {
        return Group.noticingTopics(OurApp.config(application, folder, guarantee));
    }
}
