package org.stoatflow.runtime.it;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.GroupType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.localkafka.TestCluster;
import org.stoatflow.runtime.testkit.Group;
import org.stoatflow.runtime.testkit.KafkaApp;
import org.stoatflow.runtime.testkit.OurApp;
import org.stoatflow.runtime.testkit.Topic;

/** Kafka Streams and StoatFlow continue each other's application: offsets, changelogs, group. */
class TakeOverIT {
    private static final int PARTITIONS = 6;

    @TempDir
    Path folder;

    private String application;
    private String lines;
    private String counts;
    private String protocol = "classic";

    @BeforeEach
    void createTopics() {
        application = TestCluster.shared().uniqueName("take-over");
        lines = Topic.create("lines", PARTITIONS);
        counts = Topic.create("counts", PARTITIONS);
    }

    @Test
    void shouldContinueKafkaStreamsAndBeContinuedByIt() throws Exception {
        LineBatches batches = new LineBatches(lines, 7);
        try (CountsTail tail = new CountsTail(counts)) {
            runKafkaStreams(batches, tail);
            runOurs(batches, tail);
            runKafkaStreams(batches, tail);
            runOurs(batches, tail);
            Counts.requireExact(batches.fed(), tail.seen());
        }
    }

    /**
     * Brokers make a group without members one of the other protocol; ours is a classic one whatever is asked for. A
     * plain close leaves it as it does there, so that the next owner need not wait.
     */
    @Test
    void shouldContinueAGroupOfTheStreamsProtocolAndBeContinuedByIt() throws Exception {
        protocol = "streams";
        LineBatches batches = new LineBatches(lines, 11);
        try (CountsTail tail = new CountsTail(counts)) {
            runKafkaStreams(batches, tail);
            assertEquals(GroupType.STREAMS, Group.type(application));
            runOurs(batches, tail);
            assertEquals(GroupType.CLASSIC, Group.type(application));
            runKafkaStreams(batches, tail);
            Counts.requireExact(batches.fed(), tail.seen());
        }
    }

    private void runKafkaStreams(LineBatches batches, CountsTail tail) {
        try (KafkaApp app = KafkaApp.running(
                KafkaWordCount.topology(lines, counts),
                inGroup(KafkaApp.config(application, folder.resolve("ks"), "exactly_once_v2")))) {
            batches.feed(300);
            awaitAll(batches.fed(), tail);
        }
    }

    private Properties inGroup(Properties config) {
        config.put("group.protocol", protocol);
        return config;
    }

    private void runOurs(LineBatches batches, CountsTail tail) {
        try (OurApp app = OurApp.running(
                WordCount.topology(lines, counts),
                inGroup(OurApp.config(application, folder.resolve("ours"), "exactly_once_v2")))) {
            batches.feed(300);
            awaitAll(batches.fed(), tail);
            if (protocol.equals("classic")) {
                app.closeAndLeave();
            } // else it leaves at its close
        }
    }

    private void awaitAll(Map<String, Long> fed, CountsTail tail) {
        tail.awaitAtLeast(Counts.occurrences(fed), () -> application + " counts");
    }
}
