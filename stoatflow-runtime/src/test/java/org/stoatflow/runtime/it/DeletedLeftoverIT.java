package org.stoatflow.runtime.it;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerConfig;
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
import org.stoatflow.runtime.testkit.LoggedLines;
import org.stoatflow.runtime.testkit.OurApp;
import org.stoatflow.runtime.testkit.Topic;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.Repartitioned;

/** Retention deletes what an owner before has left in the topic of a hop, behind the committed offset too. */
class DeletedLeftoverIT {
    private static final int LEFT = 400;

    @TempDir
    Path folder;

    @Test
    void shouldNotWaitForRecordsThatAreDeleted() {
        String application = TestCluster.shared().uniqueName("deleted");
        String in = Topic.create("in", 1);
        String out = Topic.create("out", 1);
        TopicPartition hop = new TopicPartition(application + "-by-value-repartition", 0);
        try (Feed feed = new Feed();
                LoggedLines resets = LoggedLines.of("org.stoatflow.runtime.source.OffsetReset")) {
            leaveDeleted(application, hop, feed);
            try (OurApp app =
                    OurApp.running(topology(in, out), OurApp.config(application, folder, "exactly_once_v2"))) {
                Eventually.await(
                        () -> resets.count(hop.topic() + ", partition 0 has an offset that is not in the topic") == 1,
                        () -> "the committed offset is gone; seen are " + resets.all());
                feed.send(in, "key", "value");
                feed.flush();
                Eventually.await(() -> Topic.count(out) == 1, () -> "the record behind the hop, " + app.errors());
                assertEquals(List.of(), app.errors());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"exactly_once_v2", "at_least_once"})
    void shouldNotWaitForRecordsThatAreDeletedWhileTheyAreRead(String guarantee) {
        String application = TestCluster.shared().uniqueName("deleted");
        String in = Topic.create("in", 1);
        String out = Topic.create("out", 1);
        TopicPartition hop = new TopicPartition(application + "-by-value-repartition", 0);
        Gate gate = Gate.open();
        gate.close();
        try (Feed feed = new Feed();
                LoggedLines resets = LoggedLines.of("org.stoatflow.runtime.source.OffsetReset")) {
            leave(hop, feed, LEFT);
            try (OurApp app = OurApp.running(gated(in, out, gate), readingLittle(application, guarantee))) {
                gate.awaitWaiting(1);
                delete(hop, LEFT);
                gate.reopen();
                Eventually.await(
                        () -> resets.count(hop.topic() + ", partition 0 has an offset that is not in the topic") == 1,
                        () -> "the consumer's position is gone; seen are " + resets.all());
                feed.send(in, "key", "value");
                feed.flush();
                Eventually.await(
                        () -> Topic.readStrings(out).stream()
                                .anyMatch(record -> record.value().equals("value")),
                        () -> "the record behind the hop, " + app.errors());
                Group.awaitAllCommitted(application, List.of(hop.topic()));
                assertEquals(List.of(), app.errors());
            }
        }
    }

    /** Reads a few records at a time, so that most of them are at the broker while one is at the gate. */
    private Properties readingLittle(String application, String guarantee) {
        Properties config = OurApp.config(application, folder, guarantee);
        config.put("consumer." + ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, 1_000);
        config.put("consumer." + ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 2);
        config.put(StreamsConfig.BUFFERED_RECORDS_PER_PARTITION_CONFIG, 2);
        return config;
    }

    /** Leaves records, each in a batch of its own. */
    private static void leave(TopicPartition hop, Feed feed, int records) {
        Group.answer(TestCluster.shared()
                .admin()
                .createTopics(List.of(new NewTopic(hop.topic(), 1, (short) 1)))
                .all());
        Topic.awaitServed(hop.topic(), 1);
        for (int record = 0; record < records; record++) {
            feed.send(hop.topic(), "left", record + ":" + "x".repeat(200));
            feed.flush();
        }
    }

    private static void delete(TopicPartition hop, long before) {
        Group.answer(TestCluster.shared()
                .admin()
                .deleteRecords(Map.of(hop, RecordsToDelete.beforeOffset(before)))
                .all());
    }

    private static void leaveDeleted(String application, TopicPartition hop, Feed feed) {
        leave(hop, feed, 2);
        Group.answer(TestCluster.shared()
                .admin()
                .alterConsumerGroupOffsets(application, Map.of(hop, new OffsetAndMetadata(1)))
                .all());
        delete(hop, 2);
    }

    private static Topology topology(String in, String out) {
        return gated(in, out, Gate.open());
    }

    private static Topology gated(String in, String out, Gate gate) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(in)
                .selectKey((key, value) -> value)
                .repartition(Repartitioned.as("by-value"))
                .peek((key, value) -> gate.run())
                .to(out);
        return builder.build();
    }
}
