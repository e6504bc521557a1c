package org.stoatflow.runtime.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.kafka.clients.producer.ProducerRecord;
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
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.errors.ErrorHandlerContext;
import org.stoatflow.streams.errors.LogAndContinueProcessingExceptionHandler;
import org.stoatflow.streams.errors.ProductionExceptionHandler;
import org.stoatflow.streams.kstream.KStream;

/** An output topic that is deleted while the application runs costs its own records, and no others. */
class MissingTopicIT {
    private static final int RECORDS = 60;
    private static final Map<String, Queue<Asked>> ASKED = new ConcurrentHashMap<>();

    @TempDir
    static Path folder;

    /** A question to a production handler: about which source record, and why. */
    private record Asked(long offset, Exception why) {}

    /** Leaves each refused record out, and notes the question. */
    public static final class Resuming implements ProductionExceptionHandler {
        private String application = "";

        @Override
        public Response handleError(ErrorHandlerContext where, ProducerRecord<byte[], byte[]> record, Exception why) {
            ASKED.computeIfAbsent(application, any -> new ConcurrentLinkedQueue<>())
                    .add(new Asked(where.offset(), why));
            return Response.resume();
        }

        @Override
        public void configure(Map<String, ?> configs) {
            application = String.valueOf(configs.get(StreamsConfig.APPLICATION_ID_CONFIG));
        }
    }

    private final String in = Topic.create("missing-in", 2);
    private final String out = Topic.create("missing-out", 2);
    private final String gone = Topic.create("missing-gone", 1);

    @ParameterizedTest
    @ValueSource(strings = {"at_least_once", "exactly_once_v2"})
    void shouldSendAllOtherOutputAndAskOnceForEachRecord(String guarantee) {
        String application = TestCluster.shared().uniqueName("missing-" + guarantee);
        Properties config = config(application, guarantee);
        config.put(StreamsConfig.PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG, Resuming.class);
        try (OurApp app = OurApp.running(written(), config)) {
            deleteAndFeed();
            Group.awaitAllCommitted(application, List.of(in));
            assertEquals(List.of(), app.errors());
        }
        assertEquals(RECORDS, Topic.count(out));
        Queue<Asked> asked = ASKED.getOrDefault(application, new ConcurrentLinkedQueue<>());
        assertEquals(RECORDS, asked.stream().map(Asked::offset).distinct().count());
        assertEquals(RECORDS, asked.size(), "some records were asked about twice");
        asked.forEach(question -> assertTrue(
                question.why().getMessage().startsWith("Topic " + gone + " does not exist"), question.why()::toString));
    }

    /** The default handler asks for another attempt, which is a restart in place, as often as failures allow. */
    @ParameterizedTest
    @ValueSource(strings = {"at_least_once", "exactly_once_v2"})
    void shouldEndWithTheTopicsNameWhereNobodyDecides(String guarantee) {
        String application = TestCluster.shared().uniqueName("missing-fatal-" + guarantee);
        Properties config = config(application, guarantee);
        config.put(StreamsConfig.producerPrefix("max.block.ms"), 1_000);
        try (OurApp app = OurApp.running(written(), config)) {
            deleteAndFeed();
            Eventually.await(
                    () -> !app.errors().isEmpty(),
                    () -> "the end; " + app.streams().state());
            String message = app.errors().getFirst().getMessage();
            assertTrue(message.contains("Topic " + gone + " does not exist"), message);
        }
    }

    /** The verdict on a record stands, whatever becomes of its letter. */
    @ParameterizedTest
    @ValueSource(strings = {"at_least_once", "exactly_once_v2"})
    void shouldGoOnWhereDeadLettersHaveNoTopic(String guarantee) {
        String application = TestCluster.shared().uniqueName("missing-letters-" + guarantee);
        Properties config = config(application, guarantee);
        config.put(StreamsConfig.ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG, gone);
        config.put(
                StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG,
                LogAndContinueProcessingExceptionHandler.class);
        config.put(StreamsConfig.PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG, Resuming.class);
        try (OurApp app = OurApp.running(failing(), config)) {
            deleteAndFeed();
            Group.awaitAllCommitted(application, List.of(in));
            assertEquals(List.of(), app.errors());
        }
        assertEquals(RECORDS, Topic.count(out));
        assertFalse(ASKED.containsKey(application), "a handler was asked about a letter");
    }

    /** Records of partition 0 go to the topic that is gone; those of partition 1 go out. */
    private Topology written() {
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, String> all = builder.stream(in);
        all.filter((key, value) -> isBad(value)).to(gone);
        all.filterNot((key, value) -> isBad(value)).to(out);
        return builder.build();
    }

    /** Records of partition 0 fail, and become dead letters; those of partition 1 go out. */
    private Topology failing() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(in)
                .mapValues(value -> {
                    if (isBad(value)) {
                        throw new IllegalArgumentException(value);
                    }
                    return value;
                })
                .to(out);
        return builder.build();
    }

    private static boolean isBad(String value) {
        return value.startsWith("bad");
    }

    private Properties config(String application, String guarantee) {
        Properties config = OurApp.config(application, folder.resolve(application), guarantee);
        if (!guarantee.equals("at_least_once")) {
            config.put(StreamsConfig.producerPrefix("max.block.ms"), 3_000); // for speed; the default is 30 s
        }
        return config;
    }

    private void deleteAndFeed() {
        Group.answer(TestCluster.shared().admin().deleteTopics(List.of(gone)).all());
        try (Feed feed = new Feed()) {
            for (int i = 0; i < RECORDS; i++) {
                feed.send(new ProducerRecord<>(in, 0, "bad-" + i, "bad-" + i));
                feed.send(new ProducerRecord<>(in, 1, "good-" + i, "good-" + i));
            }
        }
    }
}
