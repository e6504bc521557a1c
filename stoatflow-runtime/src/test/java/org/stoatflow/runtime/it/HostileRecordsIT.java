package org.stoatflow.runtime.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.stoatflow.localkafka.TestCluster;
import org.stoatflow.runtime.testkit.Eventually;
import org.stoatflow.runtime.testkit.Group;
import org.stoatflow.runtime.testkit.OurApp;
import org.stoatflow.runtime.testkit.Topic;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.errors.LogAndContinueExceptionHandler;
import org.stoatflow.streams.errors.LogAndContinueProcessingExceptionHandler;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.users.DeepCode;

/** Records that somebody has made to do harm, on a real broker (docs/design/053). */
class HostileRecordsIT {
    private static final int LARGE_BYTES = 2_000_000;

    @TempDir
    static Path folder;

    private static String refused(String value) {
        if (value.startsWith("x")) {
            throw new IllegalArgumentException("no such value");
        }
        return value;
    }

    private static Properties config(String application, String guarantee, String dead) {
        Properties config = OurApp.config(application, folder.resolve(application), guarantee);
        config.put(StreamsConfig.ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG, dead);
        config.put(StreamsConfig.DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG, LogAndContinueExceptionHandler.class);
        config.put(
                StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG,
                LogAndContinueProcessingExceptionHandler.class);
        return config;
    }

    /** Sends records whose producer compresses what would not fit into a request. */
    private static void feed(String topic, List<String> values) throws Exception {
        Map<String, Object> config = Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                TestCluster.shared().bootstrapServers(),
                ProducerConfig.COMPRESSION_TYPE_CONFIG,
                "gzip",
                ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
                10 * LARGE_BYTES);
        try (KafkaProducer<String, String> producer =
                new KafkaProducer<>(config, new StringSerializer(), new StringSerializer())) {
            for (String value : values) {
                producer.send(new ProducerRecord<>(topic, "key", value)).get();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"exactly_once_v2", "at_least_once"})
    void shouldGoOnBehindRecordsThatFailInEachWay(String guarantee) throws Exception {
        String in = Topic.create("hostile-in", 1);
        String out = Topic.create("hostile-out", 1);
        String dead = Topic.create("hostile-dead", 1);
        feed(in, List.of("1", "deep", "x".repeat(LARGE_BYTES), "2", "unlinked", "3"));
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream(in, Consumed.with(Serdes.String(), DeepCode.reading()))
                .mapValues(HostileRecordsIT::refused)
                .to(out, Produced.with(Serdes.String(), Serdes.String()));
        String application = TestCluster.shared().uniqueName("hostile");
        try (OurApp app = OurApp.running(builder.build(), config(application, guarantee, dead))) {
            Group.awaitAllCommitted(application, List.of(in));
            assertEquals(List.of(), app.errors());
            assertEquals(KafkaStreams.State.RUNNING, app.streams().state());
        }
        assertEquals(
                List.of("1", "2", "3"),
                Topic.readStrings(out).stream().map(ConsumerRecord::value).toList());
        List<ConsumerRecord<byte[], byte[]>> letters = Topic.read(dead);
        assertEquals(3, letters.size());
        assertEquals(
                List.of("deep", "unlinked"),
                letters.stream()
                        .filter(letter -> letter.value() != null)
                        .map(letter -> new String(letter.value(), StandardCharsets.UTF_8))
                        .toList());
        requireShort(
                letters.stream()
                        .filter(letter -> letter.value() == null)
                        .findFirst()
                        .orElseThrow(),
                in);
    }

    private static void requireShort(ConsumerRecord<byte[], byte[]> letter, String in) {
        assertEquals("key", new String(letter.key(), StandardCharsets.UTF_8));
        assertEquals(in, header(letter, "__stoatflow.errors.topic"));
        assertEquals("2", header(letter, "__stoatflow.errors.offset"));
        assertEquals(String.valueOf(LARGE_BYTES), header(letter, "__stoatflow.errors.value.bytes"));
        assertEquals("2", header(letter, "__streams.errors.offset"));
        assertEquals("no such value", header(letter, "__streams.errors.message"));
        assertTrue(header(letter, "__stoatflow.errors.letter.refused").contains("RecordTooLargeException"));
    }

    private static String header(ConsumerRecord<byte[], byte[]> letter, String name) {
        return new String(letter.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
    }

    /** The handler is asked, and the application can be closed. */
    @Test
    void shouldEndAfterAnExceptionWhoseCausesGoRound() throws Exception {
        String in = Topic.create("round-in", 1);
        feed(in, List.of("1"));
        RuntimeException one = new IllegalStateException("one");
        one.initCause(new IllegalStateException("other", one));
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(in).foreach((key, value) -> {
            throw one;
        });
        String application = TestCluster.shared().uniqueName("round");
        Properties config = OurApp.config(application, folder.resolve(application), "exactly_once_v2");
        try (OurApp app = OurApp.of(builder.build(), config)) {
            app.streams().start();
            Eventually.await(
                    () -> !app.errors().isEmpty(),
                    () -> "the handler's call; " + app.streams().state());
            String message = app.errors().getFirst().getMessage();
            assertTrue(message.contains("offset 0"), message);
        }
    }
}
