package org.stoatflow.runtime.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.localkafka.TestCluster;
import org.stoatflow.runtime.testkit.Eventually;
import org.stoatflow.runtime.testkit.Feed;
import org.stoatflow.runtime.testkit.Group;
import org.stoatflow.runtime.testkit.KafkaApp;
import org.stoatflow.runtime.testkit.LoggedLines;
import org.stoatflow.runtime.testkit.OurApp;
import org.stoatflow.runtime.testkit.Topic;

/**
 * An owner of Kafka Streams dies with answers of a join by foreign key that nobody has read, in the topic that leads
 * back to the left table's sub-topology; behind the join, the results go over another repartition.
 */
class AnswerLeftoverIT {
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(120);
    private static final String GUARANTEE = "exactly_once_v2";
    private static final int ROWS = 20;

    @TempDir
    Path folder;

    private final String application = TestCluster.shared().uniqueName("answers");
    private final String left = Topic.create("left", 1);
    private final String right = Topic.create("right", 1);
    private final String out = Topic.create("out", 1);
    private final Map<String, List<String>> expected = new TreeMap<>();

    /** Keys of the answers that were left. */
    private final Set<String> answered = new TreeSet<>();

    private long timeMs = System.currentTimeMillis();

    @Test
    void shouldProcessAnswersThatWereLeftBeforeTheRowsThatFollow() {
        try (Feed feed = new Feed();
                LoggedLines log = LoggedLines.of("org.stoatflow.runtime.source.LeftoverHold")) {
            leave(feed);
            answered.forEach(key -> expect(key, "first"));
            rows(feed, "later"); // of the same keys
            try (OurApp app = OurApp.running(ours(), OurApp.config(application, folder.resolve("ours"), GUARANTEE))) {
                awaitWritten(answered.size() + ROWS, () -> " " + app.errors());
                app.closeAndLeave();
            }
            assertEquals(1, log.count("RESPONSE"), () -> "lines " + log.all());
            assertEquals(expected, written());
            try (KafkaApp app = KafkaApp.running(theirs(Gate.open()), kafkaConfig())) {
                rows(feed, "last");
                awaitWritten(answered.size() + 2 * ROWS, () -> "");
            }
            assertEquals(expected, written());
        }
    }

    /** Left rows are joined with the right one, and no answer is processed. */
    private void leave(Feed feed) {
        Gate gate = Gate.open();
        gate.close();
        List<Throwable> errors = new ArrayList<>();
        Properties config = kafkaConfig();
        config.put("num.stream.threads", 3);
        try (KafkaStreams streams = new KafkaStreams(theirs(gate), config)) {
            streams.setUncaughtExceptionHandler(error -> {
                errors.add(error);
                return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
            });
            send(feed, right, "r", "R");
            feed.flush();
            streams.start();
            Group.awaitAllCommitted(application, List.of(right));
            send(feed, "first");
            gate.awaitWaiting(1);
            gate.breakDown();
            Eventually.await(
                    () -> streams.state().hasCompletedShutdown(), () -> "the end; the state is " + streams.state());
            streams.close(CLOSE_LIMIT);
        }
        Topic.readStrings(answers()).forEach(answer -> answered.add(answer.key()));
        assertFalse(answered.isEmpty(), "answers are left");
    }

    private String answers() {
        return Group.answer(TestCluster.shared().admin().listTopics().names()).stream()
                .filter(name -> name.startsWith(application + "-") && name.contains("-SUBSCRIPTION-RESPONSE-"))
                .findFirst()
                .orElseThrow();
    }

    private void rows(Feed feed, String what) {
        send(feed, what);
        for (int row = 0; row < ROWS; row++) {
            expect("l" + row, what);
        }
    }

    private void expect(String key, String what) {
        expected.computeIfAbsent(key, first -> new ArrayList<>()).add("r:" + what + "/R");
    }

    private void send(Feed feed, String what) {
        for (int row = 0; row < ROWS; row++) {
            send(feed, left, "l" + row, "r:" + what);
        }
        feed.flush();
    }

    private void send(Feed feed, String topic, String key, String value) {
        feed.send(new ProducerRecord<>(topic, 0, timeMs++, key, value));
    }

    private Properties kafkaConfig() {
        Properties config = KafkaApp.config(application, folder.resolve("ks"), GUARANTEE);
        config.put("consumer." + ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, 6_000); // a dead owner is soon gone
        config.put("consumer." + ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, 1_000);
        return config;
    }

    private org.stoatflow.streams.Topology ours() {
        org.stoatflow.streams.StreamsBuilder builder = new org.stoatflow.streams.StreamsBuilder();
        org.stoatflow.streams.kstream.KTable<String, String> rights = builder.table(right);
        builder.<String, String>table(left)
                .join(rights, LeftoverTopics::reference, (mine, other) -> mine + "/" + other)
                .toStream()
                .peek((key, value) -> {})
                .repartition(org.stoatflow.streams.kstream.Repartitioned.as("pairs"))
                .to(out);
        return builder.build();
    }

    private org.apache.kafka.streams.Topology theirs(Gate gate) {
        org.apache.kafka.streams.StreamsBuilder builder = new org.apache.kafka.streams.StreamsBuilder();
        org.apache.kafka.streams.kstream.KTable<String, String> rights = builder.table(right);
        builder.<String, String>table(left)
                .join(rights, LeftoverTopics::reference, (mine, other) -> mine + "/" + other)
                .toStream()
                .peek((key, value) -> gate.run())
                .repartition(org.apache.kafka.streams.kstream.Repartitioned.as("pairs"))
                .to(out);
        return builder.build();
    }

    private void awaitWritten(int records, Supplier<String> errors) {
        AtomicLong end = new AtomicLong(-1);
        Eventually.await(
                () -> end.getAndSet(outputEnd()) != end.get() && count(written()) >= records,
                () -> records + " records, not " + written() + errors.get());
    }

    /** Reading all of it costs a client each time. */
    private long outputEnd() {
        return Topic.ends(Topic.partitions(List.of(out))).values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    private static int count(Map<String, List<String>> written) {
        return written.values().stream().mapToInt(List::size).sum();
    }

    /**
     * What was put out, by key. Where the first row's answer was not left, since its question was still on the way, it
     * is either stale when it comes or not, in Kafka Streams, too: such outputs are not looked at.
     */
    private Map<String, List<String>> written() {
        Map<String, List<String>> written = new TreeMap<>();
        Topic.readStrings(out).stream()
                .filter(record ->
                        answered.contains(record.key()) || !record.value().startsWith("r:first/"))
                .forEach(record -> written.computeIfAbsent(record.key(), first -> new ArrayList<>())
                        .add(record.value()));
        return written;
    }
}
