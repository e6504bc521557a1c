package org.stoatflow.runtime.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.localkafka.TestCluster;
import org.stoatflow.runtime.cluster.LeftoverException;
import org.stoatflow.runtime.testkit.Eventually;
import org.stoatflow.runtime.testkit.Group;
import org.stoatflow.runtime.testkit.LoggedLines;
import org.stoatflow.runtime.testkit.OurApp;
import org.stoatflow.runtime.testkit.Topic;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.Topology;

/**
 * A transaction is open in a topic between sub-topologies that the topology no longer has. It may hold records that an
 * owner before has left.
 */
class HiddenLeftoverIT {
    private static final String SAID = "a transaction is open at offset 0";

    @TempDir
    Path folder;

    private final String application = TestCluster.shared().uniqueName("hidden");
    private final String in = Topic.create("in", 1);
    private final String stray = application + "-stray-repartition";

    @Test
    void shouldWaitForTheEndOfTheTransaction() throws Exception {
        try (Producer<String, String> owner = left();
                LoggedLines log = LoggedLines.of("org.stoatflow.runtime.restoring.HiddenLeftovers");
                OurApp app = started(log)) {
            owner.abortTransaction();
            app.awaitRunning();
            assertEquals(List.of(), app.errors());
            assertEquals(1, log.count(SAID), "lines");
        }
    }

    @Test
    void shouldRefuseWhatTheTransactionHasLeft() throws Exception {
        try (Producer<String, String> owner = left();
                LoggedLines log = LoggedLines.of("org.stoatflow.runtime.restoring.HiddenLeftovers");
                OurApp app = started(log)) {
            owner.commitTransaction();
            app.await(KafkaStreams.State.ERROR);
            Throwable refusal = app.errors().getFirst();
            assertEquals(LeftoverException.class, refusal.getClass(), refusal::toString);
            assertTrue(refusal.getMessage().startsWith("Topic " + stray + " has 1 record "), refusal::getMessage);
        }
    }

    /** Starts the application, and waits until it says what it waits for. */
    private OurApp started(LoggedLines log) {
        Properties config = OurApp.config(application, folder, "exactly_once_v2");
        config.put("stoatflow.request.timeout.ms", 5_000);
        OurApp app = OurApp.of(topology(), config);
        app.streams().start();
        Eventually.await(() -> log.count(SAID) == 1 || !app.errors().isEmpty(), () -> "lines " + log.all());
        assertEquals(List.of(), app.errors());
        return app;
    }

    /** Leaves a record in an open transaction, behind an offset of the group. */
    private Producer<String, String> left() throws Exception {
        TestCluster.shared().createTopic(stray, 1);
        Topic.awaitServed(stray, 1);
        Group.answer(TestCluster.shared()
                .admin()
                .alterConsumerGroupOffsets(application, Map.of(new TopicPartition(stray, 0), new OffsetAndMetadata(0)))
                .all());
        Producer<String, String> owner = new KafkaProducer<>(
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        TestCluster.shared().bootstrapServers(),
                        ProducerConfig.TRANSACTIONAL_ID_CONFIG,
                        TestCluster.shared().uniqueName("stranger")),
                new StringSerializer(),
                new StringSerializer());
        owner.initTransactions();
        owner.beginTransaction();
        owner.send(new ProducerRecord<>(stray, "key", "value")).get(Eventually.LIMIT.toSeconds(), TimeUnit.SECONDS);
        return owner;
    }

    private Topology topology() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(in).foreach((key, value) -> {});
        return builder.build();
    }
}
