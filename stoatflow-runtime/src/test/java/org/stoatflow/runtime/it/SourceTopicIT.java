package org.stoatflow.runtime.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
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
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.processor.StateRestoreListener;

/** With {@code reuse.ktable.source.topics}, a table is restored from the topic that it is read from. */
class SourceTopicIT {
    private static final int PARTITIONS = 3;
    private static final int KEYS = 30;

    @TempDir
    Path folder;

    private final Set<String> restoredFrom = new ConcurrentSkipListSet<>();
    private final AtomicLong restored = new AtomicLong();

    @ParameterizedTest
    @ValueSource(strings = {"exactly_once_v2", "at_least_once"})
    void shouldRestoreATableFromItsSourceTopic(String guarantee) {
        String application = TestCluster.shared().uniqueName("source-topic");
        String rows = Topic.create("rows", PARTITIONS);
        String asked = Topic.create("asked", PARTITIONS);
        String out = Topic.create("out", PARTITIONS);
        Topology topology = topology(rows, asked, out);
        feed(rows, "old-");
        feed(rows, "new-");
        try (Feed feed = new Feed()) {
            feed.send(rows, "key-0", null);
        }
        try (OurApp app = running(topology, application, "first", guarantee)) {
            Group.awaitAllCommitted(application, List.of(rows));
            assertEquals(List.of(), app.errors());
            app.closeAndLeave(); // the next folder makes another member, which would wait for this one's session
        }
        assertEquals(0, restored.get());

        feed(asked, "asks-");
        try (OurApp app = running(topology, application, "second", guarantee)) {
            Group.awaitAllCommitted(application, List.of(asked));
            Eventually.await(() -> Topic.readStrings(out).size() >= KEYS - 1, () -> "too few results in " + out);
            assertEquals(List.of(), app.errors());
        }
        Set<String> results =
                Topic.readStrings(out).stream().map(record -> record.value()).collect(Collectors.toSet());
        Set<String> expected = new TreeSet<>();
        for (int key = 1; key < KEYS; key++) {
            expected.add("asks-" + key + " new-" + key);
        }
        assertEquals(expected, new TreeSet<>(results));
        assertEquals(Set.of(rows), restoredFrom);
        assertEquals(2 * KEYS + 1, restored.get());
        assertFalse(topics().stream().anyMatch(topic -> topic.startsWith(application)), "no topic of its own");
    }

    /** As retention deletes them, where the topic is not compacted: only the local rows have them then. */
    @ParameterizedTest
    @ValueSource(strings = {"exactly_once_v2", "at_least_once"})
    void shouldKeepTheRowsWhoseRecordsTheSourceTopicHasDeleted(String guarantee) {
        String application = TestCluster.shared().uniqueName("source-topic");
        String rows = Topic.create("rows", PARTITIONS);
        String asked = Topic.create("asked", PARTITIONS);
        String out = Topic.create("out", PARTITIONS);
        feed(rows, "old-");
        try (OurApp app = running(topology(rows, asked, out), application, "kept", guarantee)) {
            Group.awaitAllCommitted(application, List.of(rows));
            assertEquals(List.of(), app.errors());
        }
        Topic.deleteAllRecords(rows, PARTITIONS);
        feed(asked, "asks-");
        try (OurApp app = running(topology(rows, asked, out), application, "kept", guarantee)) {
            Eventually.await(() -> Topic.readStrings(out).size() >= KEYS, () -> "too few results in " + out);
            assertEquals(List.of(), app.errors());
        }
        assertEquals(0, restored.get());
    }

    /** As after an unclean election of a leader: what is committed is beyond what the topic has. */
    @Test
    void shouldRestoreATableFromASourceTopicThatWasCutAndThatNobodyReadsAgain() {
        String application = TestCluster.shared().uniqueName("source-topic");
        String rows = Topic.create("rows", PARTITIONS);
        String asked = Topic.create("asked", PARTITIONS);
        String out = Topic.create("out", PARTITIONS);
        feed(rows, "old-");
        Map<TopicPartition, OffsetAndMetadata> beyond = new HashMap<>();
        Topic.ends(Topic.partitions(List.of(rows)))
                .forEach((partition, end) -> beyond.put(partition, new OffsetAndMetadata(end + 100)));
        Group.commit(application, beyond);
        Properties config = OurApp.config(application, folder.resolve("new"), "exactly_once_v2");
        config.put(StreamsConfig.MAIN_CONSUMER_PREFIX + "auto.offset.reset", "latest");
        try (OurApp app = OurApp.running(topology(rows, asked, out), config)) {
            feed(asked, "asks-");
            Eventually.await(() -> Topic.count(out) >= KEYS, () -> "too few results in " + out + ", " + app.errors());
            assertEquals(List.of(), app.errors());
        }
    }

    @Test
    void shouldForgetWhatATableHadOfAnotherTopic() {
        String application = TestCluster.shared().uniqueName("other-topic");
        String first = Topic.create("first", PARTITIONS);
        String second = Topic.create("second", PARTITIONS);
        String asked = Topic.create("asked", PARTITIONS);
        String out = Topic.create("out", PARTITIONS);
        feed(first, "old-");
        try (OurApp app = running(topology(first, asked, out), application, "kept", "exactly_once_v2")) {
            Group.awaitAllCommitted(application, List.of(first));
            assertEquals(List.of(), app.errors());
        }
        try (Feed feed = new Feed()) {
            for (int i = 0; i < 10 * KEYS; i++) {
                feed.send(second, "other-" + i, "more than the first topic had");
            }
            feed.send(second, "key-1", "new-1");
        }
        try (OurApp app = running(topology(second, asked, out), application, "kept", "exactly_once_v2")) {
            Group.awaitAllCommitted(application, List.of(second));
            feed(asked, "asks-");
            Group.awaitAllCommitted(application, List.of(asked));
            assertEquals(List.of(), app.errors());
        }
        assertEquals(
                List.of("asks-1 new-1"),
                Topic.readStrings(out).stream().map(record -> record.value()).toList());
    }

    private static Topology topology(String rows, String asked, String out) {
        StreamsBuilder builder = new StreamsBuilder();
        KTable<String, String> table = builder.table(rows, Materialized.as("rows"));
        builder.<String, String>stream(asked)
                .join(table, (question, row) -> question + " " + row)
                .to(out);
        Properties settings = new Properties();
        settings.put(StreamsConfig.TOPOLOGY_OPTIMIZATION_CONFIG, StreamsConfig.REUSE_KTABLE_SOURCE_TOPICS);
        return builder.build(settings);
    }

    private OurApp running(Topology topology, String application, String state, String guarantee) {
        Properties config = OurApp.config(application, folder.resolve(state), guarantee);
        config.put(StreamsConfig.MAIN_CONSUMER_PREFIX + "auto.offset.reset", "earliest");
        OurApp app = OurApp.of(topology, config);
        app.streams().setGlobalStateRestoreListener(new Noting());
        app.streams().start();
        app.awaitRunning();
        return app;
    }

    private final class Noting implements StateRestoreListener {
        @Override
        public void onRestoreStart(TopicPartition partition, String store, long from, long to) {
            restoredFrom.add(partition.topic());
        }

        @Override
        public void onBatchRestored(TopicPartition partition, String store, long to, long records) {
            assertTrue(records > 0, "records=" + records);
        }

        @Override
        public void onRestoreEnd(TopicPartition partition, String store, long records) {
            restored.addAndGet(records);
        }
    }

    private static void feed(String topic, String prefix) {
        try (Feed feed = new Feed()) {
            for (int key = 0; key < KEYS; key++) {
                feed.send(topic, "key-" + key, prefix + key);
            }
        }
    }

    private static Set<String> topics() {
        return Group.answer(TestCluster.shared().admin().listTopics().names());
    }
}
