package org.stoatflow.runtime.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.stoatflow.localkafka.TestCluster;
import org.stoatflow.runtime.testkit.Eventually;
import org.stoatflow.runtime.testkit.Group;
import org.stoatflow.runtime.testkit.KafkaApp;
import org.stoatflow.runtime.testkit.OurApp;
import org.stoatflow.runtime.testkit.Topic;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.errors.ErrorHandlerContext;
import org.stoatflow.streams.errors.LogAndContinueExceptionHandler;
import org.stoatflow.streams.errors.LogAndContinueProcessingExceptionHandler;
import org.stoatflow.streams.errors.ProductionExceptionHandler;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.Record;

/** Handlers and dead letters on a real broker give what Kafka Streams gives, record by record. */
class DeadLettersIT {
    private static final int PARTITIONS = 2;
    private static final String STACK_TRACE = "__streams.errors.stacktrace";

    @TempDir
    static Path folder;

    private static String in;
    private static List<String> referenceOut;
    private static List<String> referenceDead;

    /** Drops a record that cannot be serialized; its dead letter says what the handler was given. */
    public static final class Letting implements ProductionExceptionHandler {
        @Override
        @SuppressWarnings("rawtypes")
        public Response handleSerializationError(
                ErrorHandlerContext context,
                ProducerRecord record,
                Exception exception,
                SerializationExceptionOrigin origin) {
            return Response.resume(List.of(letter(
                    dead,
                    new At(
                            context.processorNodeId(),
                            context.taskId(),
                            context.topic(),
                            context.partition(),
                            context.offset(),
                            context.timestamp()),
                    context.sourceRawKey(),
                    context.sourceRawValue(),
                    record,
                    origin)));
        }

        private String dead;

        @Override
        public void configure(Map<String, ?> configs) {
            dead = configs.get(StreamsConfig.ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG)
                    .toString();
        }
    }

    private static final class Nothing extends ContextualProcessor<String, String, String, String> {
        @Override
        public void process(Record<String, String> record) {}
    }

    /** The same for Kafka Streams. */
    public static final class KafkaLetting implements org.apache.kafka.streams.errors.ProductionExceptionHandler {
        @Override
        @SuppressWarnings("rawtypes")
        public Response handleSerializationError(
                org.apache.kafka.streams.errors.ErrorHandlerContext context,
                ProducerRecord record,
                Exception exception,
                SerializationExceptionOrigin origin) {
            return Response.resume(List.of(letter(
                    dead,
                    new At(
                            context.processorNodeId(),
                            context.taskId(),
                            context.topic(),
                            context.partition(),
                            context.offset(),
                            context.timestamp()),
                    context.sourceRawKey(),
                    context.sourceRawValue(),
                    record,
                    origin)));
        }

        private String dead;

        @Override
        public void configure(Map<String, ?> configs) {
            dead = configs.get(StreamsConfig.ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG)
                    .toString();
        }
    }

    /** Where a record failed. */
    private record At(String node, Object task, String topic, int partition, long offset, long timestamp) {
        @Override
        public String toString() {
            return String.join(
                    " ", node, task.toString(), topic + "-" + partition + "@" + offset, Long.toString(timestamp));
        }
    }

    private static ProducerRecord<byte[], byte[]> letter(
            String dead, At at, byte[] rawKey, byte[] rawValue, ProducerRecord<?, ?> record, Object origin) {
        String text = String.join(
                " ",
                at.toString(),
                new String(rawKey, StandardCharsets.UTF_8) + "=" + new String(rawValue, StandardCharsets.UTF_8),
                "to " + record.partition() + " " + record.key() + "=" + record.value() + " at " + record.timestamp(),
                origin.toString());
        return new ProducerRecord<>(dead, 0, 1L, rawKey, text.getBytes(StandardCharsets.UTF_8));
    }

    @BeforeAll
    static void runOnKafkaStreams() {
        in = Topic.create("bad-in", PARTITIONS);
        BadRecords.feed(in, PARTITIONS);
        String out = Topic.create("bad-out-ks", PARTITIONS);
        String dead = Topic.create("bad-dead-ks", PARTITIONS);
        String application = TestCluster.shared().uniqueName("dead-letters-ks");
        org.apache.kafka.streams.StreamsBuilder builder = new org.apache.kafka.streams.StreamsBuilder();
        builder.stream(in, org.apache.kafka.streams.kstream.Consumed.with(Serdes.String(), BadRecords.in()))
                .mapValues(BadRecords::processed)
                .to(out, org.apache.kafka.streams.kstream.Produced.with(Serdes.String(), BadRecords.out()));
        Properties config = KafkaApp.config(application, folder.resolve("ks"), "at_least_once");
        config.put("errors.dead.letter.queue.topic.name", dead);
        config.put(
                "deserialization.exception.handler",
                org.apache.kafka.streams.errors.LogAndContinueExceptionHandler.class);
        config.put(
                "processing.exception.handler",
                org.apache.kafka.streams.errors.LogAndContinueProcessingExceptionHandler.class);
        config.put("production.exception.handler", KafkaLetting.class);
        try (KafkaApp app = KafkaApp.running(builder.build(), config)) {
            Group.awaitAllCommitted(application, List.of(in));
        }
        referenceOut = rendered(out);
        referenceDead = rendered(dead);
    }

    /**
     * The records as text, sorted, since records of different keys and partitions have no order among them; without
     * stack traces.
     */
    private static List<String> rendered(String topic) {
        List<String> lines = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record : Topic.read(topic)) {
            Header trace = record.headers().lastHeader(STACK_TRACE);
            if (trace != null) {
                String exception = new String(
                        record.headers()
                                .lastHeader("__streams.errors.exception")
                                .value(),
                        StandardCharsets.UTF_8);
                assertTrue(new String(trace.value(), StandardCharsets.UTF_8).startsWith(exception));
                record.headers().remove(STACK_TRACE);
            }
            lines.add(Rendered.record(record));
        }
        lines.sort(null);
        return lines;
    }

    private static Properties config(String application, String guarantee, String dead) {
        Properties config = OurApp.config(application, folder.resolve(application), guarantee);
        config.put(StreamsConfig.ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG, dead);
        config.put(StreamsConfig.DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG, LogAndContinueExceptionHandler.class);
        config.put(
                StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG,
                LogAndContinueProcessingExceptionHandler.class);
        config.put(StreamsConfig.PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG, Letting.class);
        return config;
    }

    @ParameterizedTest
    @ValueSource(strings = {"exactly_once_v2", "at_least_once"})
    void shouldGiveWhatKafkaStreamsGives(String guarantee) {
        String out = Topic.create("bad-out", PARTITIONS);
        String dead = Topic.create("bad-dead", PARTITIONS);
        String application = TestCluster.shared().uniqueName("dead-letters");
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream(in, Consumed.with(Serdes.String(), BadRecords.in()))
                .mapValues(BadRecords::processed)
                .to(out, Produced.with(Serdes.String(), BadRecords.out()));
        try (OurApp app = OurApp.running(builder.build(), config(application, guarantee, dead))) {
            Group.awaitAllCommitted(application, List.of(in));
            assertEquals(36.0, dropped(app));
        }
        assertEquals(36, referenceDead.size(), "three kinds of bad records, twelve of each");
        assertEquals(referenceOut, rendered(out));
        assertEquals(referenceDead, rendered(dead));
    }

    private static double dropped(OurApp app) {
        return app.streams().metrics().values().stream()
                .filter(metric -> metric.metricName().name().equals("dropped-records-total"))
                .mapToDouble(metric -> (double) metric.metricValue())
                .sum();
    }

    /** Behind a hop, the dead letter holds the key and value that Kafka Streams' repartition topic would hold. */
    @Test
    void shouldSendKeyAndValueOfTheRepartitionTopicForErrorsBehindAHop() {
        String dead = Topic.create("hop-dead", PARTITIONS);
        String application = TestCluster.shared().uniqueName("dead-letters-hop");
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream(in, Consumed.with(Serdes.String(), Serdes.String()))
                .groupBy((key, value) -> value.substring(0, 4), Grouped.with(Serdes.String(), Serdes.String()))
                .reduce((older, newer) -> BadRecords.processed(newer));
        try (OurApp app = OurApp.running(builder.build(), config(application, "exactly_once_v2", dead))) {
            Group.awaitAllCommitted(application, List.of(in));
        }
        List<ConsumerRecord<String, String>> letters = Topic.readStrings(dead);
        assertEquals(11, letters.size(), "the first failing record is not reduced");
        for (ConsumerRecord<String, String> letter : letters) {
            assertEquals("fail", letter.key());
            assertTrue(letter.value().startsWith("failing-"), letter::value);
            Header topic = letter.headers().lastHeader("__streams.errors.topic");
            assertNotNull(topic);
            assertTrue(new String(topic.value(), StandardCharsets.UTF_8).endsWith("-repartition"));
        }
    }

    /** The default handlers fail. The dead letter that they send before is kept where Kafka Streams keeps it. */
    @Test
    void shouldSendTheDeadLetterOfTheRecordThatEndsTheApplicationUnderAtLeastOnce() {
        String own = Topic.create("fatal-in", 1);
        String dead = Topic.create("fatal-dead", 1);
        BadRecords.feed(own, 1);
        String application = TestCluster.shared().uniqueName("dead-letters-fatal");
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream(own, Consumed.with(Serdes.String(), BadRecords.in()))
                .process(Nothing::new); // by partition: by key, a later record of another key could fail first
        Properties config = OurApp.config(application, folder.resolve(application), "at_least_once");
        config.put(StreamsConfig.ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG, dead);
        try (OurApp app = OurApp.of(builder.build(), config)) {
            app.streams().start();
            Eventually.await(
                    () -> !app.errors().isEmpty(),
                    () -> "the end; " + app.streams().state());
            assertTrue(app.errors().getFirst().getMessage().contains("offset 3"), app.errors()::toString);
        }
        List<ConsumerRecord<String, String>> letters = Topic.readStrings(dead);
        assertTrue(letters.size() > 0, "no dead letter");
        letters.forEach(letter -> assertEquals("unreadable-3", letter.value()));
    }
}
