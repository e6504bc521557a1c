package org.stoatflow.runtime.it;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.stoatflow.localkafka.TestCluster;
import org.stoatflow.runtime.source.OffsetReset;
import org.stoatflow.runtime.testkit.Eventually;
import org.stoatflow.runtime.testkit.Feed;
import org.stoatflow.runtime.testkit.Group;
import org.stoatflow.runtime.testkit.LoggedLines;
import org.stoatflow.runtime.testkit.OurApp;
import org.stoatflow.runtime.testkit.Topic;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.Topology;

/**
 * The log of a source has lost its last records, as after an unclean election of a leader: the committed offset is
 * behind its end.
 */
class CutSourceIT {
    private static final int PARTITIONS = 2;
    private static final int RECORDS = 60;
    private static final int LOST = 500;

    @TempDir
    Path folder;

    private String application;
    private String in;
    private String out;

    @BeforeEach
    void createTopics() {
        application = TestCluster.shared().uniqueName("cut");
        in = Topic.create("in", PARTITIONS);
        out = Topic.create("out", PARTITIONS);
    }

    /** With the folder new there is something to restore, so that phases before the run meet it. */
    @ParameterizedTest
    @CsvSource({
        "exactly_once_v2, new, earliest",
        "exactly_once_v2, kept, earliest",
        "at_least_once, new, latest",
        "at_least_once, kept, latest"
    })
    void shouldGoOnWhereTheLogWasCut(String guarantee, String second, String policy) {
        feed("before");
        Properties config = config(guarantee, "kept", policy);
        config.put("main.consumer.auto.offset.reset", "earliest");
        try (OurApp app = OurApp.running(topology(), config)) {
            Group.awaitAllCommitted(application, List.of(in));
            assertEquals(List.of(), app.errors());
            app.closeAndLeave();
        }
        commitBeyond(true);
        try (LoggedLines cuts = LoggedLines.of(OffsetReset.class.getName());
                OurApp app = OurApp.running(topology(), config(guarantee, second, policy))) {
            awaitDecided(cuts, "it goes on at");
            feed("after");
            awaitCount(2 * RECORDS, app);
            assertEquals(List.of(), app.errors());
        }
        assertEquals(2 * RECORDS, Topic.count(out), "each record once");
        assertEquals(Topic.ends(Topic.partitions(List.of(in))), committed());
    }

    /** No leader epoch says where the log was cut, so it is for the policy to say. */
    @ParameterizedTest
    @CsvSource({"exactly_once_v2, new", "at_least_once, kept"})
    void shouldGoOnWhereThePolicySaysWhereNobodyKnows(String guarantee, String second) {
        feed("before");
        try (OurApp app = OurApp.running(topology(), config(guarantee, "kept", "earliest"))) {
            Group.awaitAllCommitted(application, List.of(in));
            assertEquals(List.of(), app.errors());
            app.closeAndLeave();
        }
        commitBeyond(false);
        try (LoggedLines cuts = LoggedLines.of(OffsetReset.class.getName());
                OurApp app = OurApp.running(topology(), config(guarantee, second, "earliest"))) {
            awaitDecided(cuts, "it begins at EARLIEST");
            feed("after");
            awaitCount(3 * RECORDS, app);
            assertEquals(List.of(), app.errors());
        }
        assertEquals(Topic.ends(Topic.partitions(List.of(in))), committed());
    }

    private void awaitDecided(LoggedLines cuts, String where) {
        Eventually.await(
                () -> cuts.all().stream()
                                .filter(line -> line.contains(in) && line.contains("not in the topic any more"))
                                .filter(line -> line.contains(where))
                                .count()
                        == PARTITIONS,
                () -> "where the source goes on; seen are " + cuts.all());
    }

    /** The last count of each of the keys; they add up to how many records were counted. */
    private void awaitCount(int records, OurApp app) {
        Eventually.await(
                () -> highest().values().stream().mapToLong(Long::longValue).sum() == records,
                () -> "not counted: " + records + ", but " + highest() + "; " + app.errors());
        Group.awaitAllCommitted(application, List.of(in));
    }

    private Map<String, Long> highest() {
        Map<String, Long> highest = new HashMap<>();
        Topic.readStrings(out)
                .forEach(record -> highest.merge(record.key(), Long.parseLong(record.value()), Math::max));
        return highest;
    }

    private Map<TopicPartition, Long> committed() {
        Map<TopicPartition, Long> offsets = new HashMap<>();
        Group.committed(application).forEach((partition, committed) -> offsets.put(partition, committed.offset()));
        return offsets;
    }

    private void commitBeyond(boolean withEpoch) {
        Map<TopicPartition, OffsetAndMetadata> beyond = new HashMap<>();
        Group.committed(application)
                .forEach((partition, committed) -> beyond.put(
                        partition,
                        new OffsetAndMetadata(
                                committed.offset() + LOST,
                                withEpoch ? committed.leaderEpoch() : Optional.empty(),
                                committed.metadata())));
        Group.commit(application, beyond);
    }

    private void feed(String value) {
        try (Feed feed = new Feed()) {
            for (int i = 0; i < RECORDS; i++) {
                feed.send(in, "key-" + i % 10, value);
            }
        }
    }

    private Topology topology() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(in)
                .groupByKey()
                .count()
                .toStream()
                .mapValues(count -> Long.toString(count))
                .to(out);
        return builder.build();
    }

    private Properties config(String guarantee, String state, String policy) {
        Properties config = OurApp.config(application, folder.resolve(state), guarantee);
        config.put("stoatflow.commit.interval.max.ms", 50);
        config.put("main.consumer.auto.offset.reset", policy);
        return config;
    }
}
