package org.stoatflow.runtime.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.stoatflow.localkafka.TestCluster;
import org.stoatflow.runtime.cluster.LeftoverException;
import org.stoatflow.runtime.testkit.Eventually;
import org.stoatflow.runtime.testkit.Group;
import org.stoatflow.runtime.testkit.KafkaApp;
import org.stoatflow.runtime.testkit.OurApp;
import org.stoatflow.streams.KafkaStreams;

/**
 * An owner of Kafka Streams dies after its first sub-topologies have processed and committed what the second ones have
 * not seen. What lies in the topics between them is processed once, before all that comes over the same hop, and Kafka
 * Streams goes on after it.
 */
class LeftoverIT {
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(120);
    private static final int TASKS = 6;

    @TempDir
    Path folder;

    private String application;
    private LeftoverTopics at;

    @BeforeEach
    void createTopics() {
        application = TestCluster.shared().uniqueName("leftover");
        at = LeftoverTopics.create();
    }

    @ParameterizedTest
    @ValueSource(strings = {"exactly_once_v2", "at_least_once"})
    void shouldProcessWhatKafkaStreamsHasLeftBetweenItsSubTopologies(String guarantee) {
        try (LeftoverFeed feed = new LeftoverFeed(at)) {
            leave(feed, guarantee);
            feed.batch(40); // of the same keys; all of it comes behind what was left
            runOurs(feed, guarantee);
            assertExact(feed);
            runKafkaStreams(feed, guarantee);
            assertExact(feed);
        }
    }

    @Test
    void shouldGoOnWithWhatWasLeftAfterAFailureAmongIt() {
        try (LeftoverFeed feed = new LeftoverFeed(at)) {
            leave(feed, "exactly_once_v2");
            feed.batch(40);
            fail(Gate.failingAfter(17), true);
            runOurs(feed, "exactly_once_v2");
            assertExact(feed);
        }
    }

    @Test
    void shouldRefuseAStartWhereNoHopTakesWhatWasLeft() {
        try (LeftoverFeed feed = new LeftoverFeed(at)) {
            leave(feed, "exactly_once_v2");
            Throwable refusal = fail(Gate.open(), false);
            assertEquals(LeftoverException.class, refusal.getClass(), refusal::toString);
            String topic = application + "-clicks-by-user-repartition";
            assertTrue(
                    refusal.getMessage()
                            .startsWith("Topic " + topic
                                    + " has 31 records that Kafka Streams has not processed: 31 in partition 0"
                                    + " (offsets "),
                    refusal::getMessage);
            runOurs(feed, "exactly_once_v2");
            assertExact(feed);
        }
    }

    /**
     * Kafka Streams processes a batch; then of another one the first sub-topologies process all, the others nothing.
     */
    private void leave(LeftoverFeed feed, String guarantee) {
        Gate gate = Gate.open();
        List<Throwable> errors = new ArrayList<>();
        Properties config = kafkaConfig(guarantee);
        config.put("num.stream.threads", TASKS); // a thread each, so that a blocked task blocks no other
        try (org.apache.kafka.streams.KafkaStreams streams =
                new org.apache.kafka.streams.KafkaStreams(KafkaRegrouped.topology(at, gate, true), config)) {
            streams.setUncaughtExceptionHandler(error -> {
                errors.add(error);
                return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
            });
            streams.start();
            feed.rows();
            Group.awaitAllCommitted(application, List.of(at.users(), at.right()));
            feed.batch(40);
            feed.awaitAll();
            Group.awaitAllCommitted(application, at.inputs());
            if (guarantee.equals("at_least_once")) {
                Group.awaitAllCommitted(application, between());
            }
            gate.close();
            feed.lateRightRow(); // the right table's task waits at the gate with it
            gate.awaitWaiting(1);
            Runnable lateUser = feed.batchWithLateUser(31);
            gate.awaitWaiting(3);
            lateUser.run(); // older than some of the clicks that were left, and younger than others
            Group.awaitAllCommitted(application, at.beforeTheGate());
            gate.breakDown();
            Eventually.await(
                    () -> streams.state().hasCompletedShutdown(), () -> "the end; the state is " + streams.state());
            streams.close(CLOSE_LIMIT);
        }
    }

    private List<String> between() {
        return Group.answer(TestCluster.shared().admin().listTopics().names()).stream()
                .filter(name -> name.startsWith(application + "-"))
                .filter(name -> name.endsWith("-repartition") || name.endsWith("-topic"))
                .toList();
    }

    private Properties kafkaConfig(String guarantee) {
        Properties config = KafkaApp.config(application, folder.resolve("ks"), guarantee);
        config.put("consumer." + ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, 6_000); // a dead owner is soon gone
        config.put("consumer." + ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, 1_000);
        return config;
    }

    private void runKafkaStreams(LeftoverFeed feed, String guarantee) {
        try (KafkaApp app = KafkaApp.running(KafkaRegrouped.topology(at, Gate.open(), true), kafkaConfig(guarantee))) {
            feed.batch(20);
            feed.awaitAll();
        }
    }

    private void runOurs(LeftoverFeed feed, String guarantee) {
        try (OurApp app = OurApp.running(
                Regrouped.topology(at, Gate.open(), true),
                OurApp.config(application, folder.resolve("ours"), guarantee))) {
            feed.awaitAll();
            feed.batch(20);
            feed.awaitAll();
            assertEquals(4, between().size());
            Group.awaitAllCommitted(application, between());
            app.closeAndLeave();
        }
    }

    /** Starts the application, and waits until it has ended with an error. */
    private Throwable fail(Gate gate, boolean withClicks) {
        try (OurApp app = OurApp.of(
                Regrouped.topology(at, gate, withClicks),
                OurApp.config(application, folder.resolve("ours"), "exactly_once_v2"))) {
            app.streams().start();
            app.await(KafkaStreams.State.ERROR);
            return app.errors().getFirst();
        }
    }

    private void assertExact(LeftoverFeed feed) {
        assertEquals(new TreeMap<>(feed.expected()), new TreeMap<>(feed.written()));
    }
}
