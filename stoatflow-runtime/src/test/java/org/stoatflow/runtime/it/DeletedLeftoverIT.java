package org.stoatflow.runtime.it;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.localkafka.TestCluster;
import org.stoatflow.runtime.testkit.Eventually;
import org.stoatflow.runtime.testkit.Feed;
import org.stoatflow.runtime.testkit.Group;
import org.stoatflow.runtime.testkit.LoggedLines;
import org.stoatflow.runtime.testkit.OurApp;
import org.stoatflow.runtime.testkit.Topic;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.Repartitioned;

/** Retention has deleted all that an owner before has left in the topic of a hop, behind the committed offset too. */
class DeletedLeftoverIT {
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

    private static void leaveDeleted(String application, TopicPartition hop, Feed feed) {
        Group.answer(TestCluster.shared()
                .admin()
                .createTopics(List.of(new NewTopic(hop.topic(), 1, (short) 1)))
                .all());
        Topic.awaitServed(hop.topic(), 1);
        feed.send(hop.topic(), "left", "first");
        feed.send(hop.topic(), "left", "second");
        feed.flush();
        Group.answer(TestCluster.shared()
                .admin()
                .alterConsumerGroupOffsets(application, Map.of(hop, new OffsetAndMetadata(1)))
                .all());
        Group.answer(TestCluster.shared()
                .admin()
                .deleteRecords(Map.of(hop, RecordsToDelete.beforeOffset(2)))
                .all());
    }

    private static Topology topology(String in, String out) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(in)
                .selectKey((key, value) -> value)
                .repartition(Repartitioned.as("by-value"))
                .to(out);
        return builder.build();
    }
}
