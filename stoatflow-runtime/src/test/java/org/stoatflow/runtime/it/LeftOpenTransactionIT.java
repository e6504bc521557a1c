package org.stoatflow.runtime.it;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.LongSerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.stoatflow.localkafka.TestCluster;
import org.stoatflow.runtime.testkit.Eventually;
import org.stoatflow.runtime.testkit.Feed;
import org.stoatflow.runtime.testkit.LoggedLines;
import org.stoatflow.runtime.testkit.OurApp;
import org.stoatflow.runtime.testkit.Topic;

/**
 * An owner before us, with transactional ids of its own, has died with a transaction open. Records that others have
 * committed behind that transaction's first record are beyond the last stable offset until it ends. The restore must
 * not miss them.
 */
class LeftOpenTransactionIT {
    private static final int PARTITIONS = 1;

    @TempDir
    Path folder;

    private String application;
    private String lines;
    private String counts;
    private String changelog;

    @BeforeEach
    void createTopics() {
        application = TestCluster.shared().uniqueName("left-open");
        lines = Topic.create("lines", PARTITIONS);
        counts = Topic.create("counts", PARTITIONS);
        changelog = application + "-" + WordCount.STORE + "-changelog";
        TestCluster.shared().createTopic(changelog, PARTITIONS);
        Topic.awaitServed(changelog, PARTITIONS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"exactly_once_v2", "at_least_once"})
    void shouldWaitForATransactionThatOthersAreBehind(String guarantee) throws Exception {
        try (Producer<String, Long> dead = producer("dead");
                Producer<String, Long> other = producer("other");
                LoggedLines log = LoggedLines.of("org.stoatflow.restore")) {
            write(dead, "word", 1L); // stays open
            write(other, "word", 41L);
            other.commitTransaction();
            try (OurApp app =
                    OurApp.of(WordCount.topology(lines, counts), OurApp.config(application, folder, guarantee))) {
                app.streams().start();
                Eventually.await(
                        () -> log.count("a transaction is open there") > 0
                                || !Counts.read(counts).isEmpty()
                                || app.streams().state() == org.stoatflow.streams.KafkaStreams.State.RUNNING,
                        () -> "a line that says what is waited for");
                dead.abortTransaction();
                app.awaitRunning();
                assertEquals(1, log.count("a transaction is open there"), "lines");
                try (Feed feed = new Feed()) {
                    feed.send(lines, "key", "word");
                }
                Eventually.await(() -> !Counts.read(counts).isEmpty(), () -> "a count");
                assertEquals(42, Counts.read(counts).getFirst().value());
            }
        }
    }

    private void write(Producer<String, Long> producer, String word, long count) throws Exception {
        producer.initTransactions();
        producer.beginTransaction();
        producer.send(new ProducerRecord<>(changelog, word, count)).get(Eventually.LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    private static Producer<String, Long> producer(String id) {
        return new KafkaProducer<>(
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        TestCluster.shared().bootstrapServers(),
                        ProducerConfig.TRANSACTIONAL_ID_CONFIG,
                        TestCluster.shared().uniqueName(id)),
                new StringSerializer(),
                new LongSerializer());
    }
}
