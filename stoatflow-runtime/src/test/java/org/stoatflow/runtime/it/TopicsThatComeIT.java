package org.stoatflow.runtime.it;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.stoatflow.localkafka.LocalKafka;
import org.stoatflow.localkafka.LocalKafkaOptions;
import org.stoatflow.runtime.testkit.Eventually;
import org.stoatflow.runtime.testkit.LoggedLines;
import org.stoatflow.runtime.testkit.OurApp;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.errors.LogAndContinueProcessingExceptionHandler;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.Produced;

/** Topics that are not there when an application starts: the brokers create them for a producer, or somebody does. */
class TopicsThatComeIT {
    private static final Duration LIMIT = Duration.ofMinutes(3); // of a busy machine

    @TempDir
    static Path folder;

    private static LocalKafka kafka;
    private static Admin admin;

    @BeforeAll
    static void start() {
        kafka = LocalKafka.start(LocalKafkaOptions.quick()
                .withStartTimeout(LIMIT)
                .withBrokerProperties(Map.of("auto.create.topics.enable", "true")));
        admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()));
    }

    @AfterAll
    static void stop() {
        admin.close();
        kafka.close();
    }

    /**
     * One topic is written to by a partitioner, which has to know how many partitions there are, and one has letters.
     */
    @ParameterizedTest
    @ValueSource(strings = {"at_least_once", "exactly_once_v2"})
    void shouldHaveBrokersCreateWhatItWritesTo(String guarantee) throws Exception {
        kafka.createTopic("in-" + guarantee, 1);
        Properties config = config(guarantee, "writes-");
        config.put(StreamsConfig.ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG, "letters-" + guarantee);
        config.put(
                StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG,
                LogAndContinueProcessingExceptionHandler.class);
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, String> in = builder.stream("in-" + guarantee);
        in.to("plain-" + guarantee);
        in.to(
                "placed-" + guarantee,
                Produced.streamPartitioner((topic, key, value, count) -> Optional.of(Set.of(count - 1))));
        in.foreach((key, value) -> {
            throw new IllegalArgumentException(value);
        });
        try (OurApp app = OurApp.running(builder.build(), config)) {
            feed("in-" + guarantee);
            awaitTopics(app, "plain-" + guarantee, "placed-" + guarantee, "letters-" + guarantee);
            assertEquals(List.of(), app.errors());
        }
    }

    @Test
    void shouldWaitForASourceTopic() throws Exception {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("comes").to("came");
        Topology topology = builder.build();
        try (LoggedLines log = LoggedLines.of("org.stoatflow.runtime.lifecycle.SourceWait");
                OurApp app = OurApp.of(topology, config("at_least_once", "waits-"))) {
            app.streams().start();
            Eventually.await(() -> log.count("comes (read by") == 1, () -> "the line; " + app.errors());
            kafka.createTopic("comes", 1);
            app.awaitRunning();
            feed("comes");
            awaitTopics(app, "came");
            assertEquals(1, log.all().size(), () -> "one line: " + log.all());
        }
    }

    private static void awaitTopics(OurApp app, String... names) {
        Eventually.await(() -> topics().containsAll(Set.of(names)), () -> topics() + ", " + app.errors());
    }

    private static Set<String> topics() {
        try {
            return admin.listTopics().names().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException failure) {
            throw new AssertionError("no answer", failure);
        } catch (InterruptedException stopped) {
            throw new AssertionError("interrupted", stopped);
        }
    }

    private static void feed(String topic) throws Exception {
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", kafka.bootstrapServers()),
                new StringSerializer(),
                new StringSerializer())) {
            producer.send(new ProducerRecord<>(topic, "key", "value")).get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        }
    }

    private static Properties config(String guarantee, String prefix) {
        Properties config = OurApp.config(prefix + guarantee, folder.resolve(prefix + guarantee), guarantee);
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrapServers());
        return config;
    }
}
