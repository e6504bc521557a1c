package org.stoatflow.runtime.it;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
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
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.Repartitioned;

/** The topics of hops keep their records for ever, and the offsets of a group without members expire. */
class PurgedLeftoverIT {
    @TempDir
    Path folder;

    private final String application = TestCluster.shared().uniqueName("purged");
    private final String in = Topic.create("in", 1);
    private final String out = Topic.create("out", 1);
    private final TopicPartition hop = new TopicPartition(application + "-by-value-repartition", 0);

    @ParameterizedTest
    @ValueSource(strings = {"exactly_once_v2", "at_least_once"})
    void shouldNotProcessAgainWhatWasLeftWhereTheGroupsOffsetsAreLost(String guarantee) {
        create();
        try (Feed feed = new Feed()) {
            leave(feed, 5);
            try (OurApp app = running(guarantee)) {
                awaitWritten(5, app);
                Eventually.await(() -> begin() == 5, () -> "no records in " + hop + ", which begins at " + begin());
                assertEquals(List.of(), app.errors());
                app.closeAndLeave();
            }
            Group.answer(TestCluster.shared()
                    .admin()
                    .deleteConsumerGroups(List.of(application))
                    .all());
            feed.send(in, "key", "last");
            feed.flush();
            try (OurApp app = running(guarantee)) {
                Eventually.await(() -> hasLast(), () -> "the last record, " + app.errors());
                assertEquals(6, Topic.count(out));
                assertEquals(List.of(), app.errors());
            }
        }
    }

    private void create() {
        Group.answer(TestCluster.shared()
                .admin()
                .createTopics(List.of(new NewTopic(hop.topic(), 1, (short) 1)))
                .all());
        Topic.awaitServed(hop.topic(), 1);
    }

    private void leave(Feed feed, int records) {
        for (int record = 0; record < records; record++) {
            feed.send(hop.topic(), "left", "left " + record);
        }
        feed.flush();
    }

    private long begin() {
        return Objects.requireNonNull(Group.answer(TestCluster.shared()
                                .admin()
                                .listOffsets(Map.of(hop, OffsetSpec.earliest()))
                                .all())
                        .get(hop))
                .offset();
    }

    private OurApp running(String guarantee) {
        return OurApp.running(topology(), OurApp.config(application, folder, guarantee));
    }

    private Topology topology() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(in)
                .selectKey((key, value) -> value)
                .repartition(Repartitioned.as("by-value"))
                .to(out);
        return builder.build();
    }

    private void awaitWritten(int records, OurApp app) {
        Eventually.await(
                () -> Topic.count(out) == records,
                () -> records + " records, not " + Topic.count(out) + ", " + app.errors());
    }

    private boolean hasLast() {
        return Topic.readStrings(out).stream().anyMatch(record -> record.value().equals("last"));
    }
}
