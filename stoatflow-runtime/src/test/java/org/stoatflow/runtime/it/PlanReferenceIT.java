package org.stoatflow.runtime.it;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.IntFunction;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.stoatflow.localkafka.TestCluster;
import org.stoatflow.runtime.testkit.Group;
import org.stoatflow.runtime.testkit.KafkaApp;
import org.stoatflow.runtime.testkit.OurApp;
import org.stoatflow.runtime.testkit.Topic;
import org.stoatflow.streams.StreamsBuilder;

/**
 * Everything that follows from the plan is as in Kafka Streams: tasks, changelog partitions, which encodings of a key
 * are one row, order through hops, and the time of partitions.
 */
class PlanReferenceIT {
    private static final int RECORDS = 400;
    private static final int PARTITIONS = 3;
    private static final long TIME_MS = System.currentTimeMillis() - 3_600_000;

    /** Programs, with their stores; empty for none. */
    private static final Map<String, String> STORES = new TreeMap<>(Map.of(
            "hops", "hops-store",
            "ids", "ids-store",
            "texts", "texts-store",
            "doubles", "doubles-store",
            "stateless", "",
            "order", "",
            "times", ""));

    private static final Map<String, Places> REFERENCE = new HashMap<>();
    private static String referenceApplication;

    @TempDir
    static Path folder;

    @BeforeAll
    static void runOnKafkaStreams() {
        referenceApplication = TestCluster.shared().uniqueName("plans-ks");
        org.apache.kafka.streams.StreamsBuilder builder = new org.apache.kafka.streams.StreamsBuilder();
        STORES.keySet().forEach(program -> {
            Places places =
                    places(Topic.create("in", partitions(program)), Topic.create("more", morePartitions(program)));
            feed(program, places);
            KafkaPlans.add(program, builder, places);
            REFERENCE.put(program, places);
        });
        Properties config =
                KafkaApp.inMemory(KafkaApp.config(referenceApplication, folder.resolve("ks"), "at_least_once"));
        try (KafkaApp app = KafkaApp.running(builder.build(), config)) {
            Group.awaitAllCommitted(referenceApplication, sources());
            Group.awaitAllCommitted(referenceApplication, Group.repartitionTopics(referenceApplication));
        }
    }

    private static int partitions(String program) {
        return program.equals("order") || program.equals("times") ? 1 : PARTITIONS;
    }

    private static int morePartitions(String program) {
        return program.equals("hops") ? 2 * PARTITIONS : 1;
    }

    private static Places places(String in, String more) {
        String out = Topic.create("out", 1);
        return new Places(in, more, out, out, (key, value) -> {});
    }

    private static List<String> sources() {
        return REFERENCE.values().stream()
                .flatMap(places -> List.of(places.in(), places.more()).stream())
                .filter(topic -> Topic.ends(Topic.partitions(List.of(topic))).values().stream()
                        .anyMatch(end -> end > 0))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"exactly_once_v2", "at_least_once"})
    void shouldGiveTheResultsOfKafkaStreams(String guarantee) {
        String application = TestCluster.shared().uniqueName("plans");
        StreamsBuilder builder = new StreamsBuilder();
        Map<String, Places> ours = new HashMap<>();
        STORES.keySet().forEach(program -> {
            Places reference = REFERENCE.get(program);
            Places places = places(reference.in(), reference.more());
            OurPlans.add(program, builder, places);
            ours.put(program, places);
        });
        try (OurApp app =
                OurApp.running(builder.build(), OurApp.config(application, folder.resolve(guarantee), guarantee))) {
            Group.awaitAllCommitted(application, sources());
        }
        assertAll(STORES.keySet().stream().map(program -> () -> {
            requireSameOutput(program, ours.get(program).out());
            String store = Objects.requireNonNull(STORES.get(program));
            if (!store.isEmpty()) {
                requireSameChangelog(
                        referenceApplication + "-" + store + "-changelog", application + "-" + store + "-changelog");
            }
        }));
    }

    private static void requireSameOutput(String program, String topic) {
        List<ConsumerRecord<byte[], byte[]>> reference =
                Topic.read(REFERENCE.get(program).out());
        assertFalse(reference.isEmpty(), program + " has no output");
        assertEquals(
                "",
                Rendered.difference(Rendered.byKeyAndOrigin(reference), Rendered.byKeyAndOrigin(Topic.read(topic))),
                "output of " + program);
    }

    private static void requireSameChangelog(String reference, String our) {
        List<ConsumerRecord<byte[], byte[]>> expected = Topic.read(reference);
        assertFalse(expected.isEmpty(), reference + " is empty");
        assertEquals("", Rendered.difference(Rendered.last(expected), Rendered.last(Topic.read(our))), our);
        assertEquals(
                Topic.partitions(List.of(reference)).size(),
                Topic.partitions(List.of(our)).size(),
                our);
    }

    // ---- input; values begin with the place they come from

    private static void feed(String program, Places places) {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        TestCluster.shared().bootstrapServers()),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            switch (program) {
                case "hops" -> {
                    feed(producer, places.in(), PARTITIONS, false, 0, number -> bytes("a-" + number % 40));
                    feed(producer, places.more(), 2 * PARTITIONS, false, 0, number -> bytes("b-" + number % 40));
                }
                case "ids", "stateless" -> feed(producer, places.in(), PARTITIONS, true, 0, PlanReferenceIT::id);
                case "texts" -> feed(producer, places.in(), PARTITIONS, true, 0, PlanReferenceIT::text);
                case "doubles" -> feed(producer, places.in(), PARTITIONS, true, 0, PlanReferenceIT::number);
                case "order" -> feed(producer, places.in(), 1, false, 0, number -> bytes("key-" + number % 40));
                case "times" -> {
                    feed(producer, places.in(), 1, false, 0, number -> bytes("a-" + number % 40));
                    feed(producer, places.more(), 1, false, 1_000_000, number -> bytes("b-" + number % 40));
                }
                default -> throw new IllegalArgumentException("no program " + program);
            }
        }
    }

    /** Feeds records. All encodings of a key go to one partition, or, if so wanted, to all partitions. */
    private static void feed(
            KafkaProducer<byte[], byte[]> producer,
            String topic,
            int partitions,
            boolean spread,
            long laterMs,
            IntFunction<byte[]> keys) {
        for (int number = 0; number < RECORDS; number++) {
            int partition = (number % 40 == 7 && spread ? number / 40 : number % 40) % partitions;
            String asks = number % 9 == 8 ? "?" : "";
            producer.send(new ProducerRecord<>(
                    topic,
                    partition,
                    TIME_MS + laterMs + 2L * number,
                    keys.apply(number),
                    bytes(topic.substring(0, 2) + partition + ":" + number + asks)));
        }
    }

    private static byte[] id(int number) {
        String id = new UUID(0xabcdef, number % 40).toString();
        return bytes(
                switch (number / 40 % 3) {
                    case 0 -> id;
                    case 1 -> id.toUpperCase(Locale.ROOT);
                    default -> id.replaceFirst("^0+", "0");
                });
    }

    /** Texts with a byte that is not UTF-8; each such byte is read as the replacement character. */
    private static byte[] text(int number) {
        byte[] text = bytes("text-" + number % 40 + "-x");
        text[text.length - 1] = (byte) (0xf8 + number / 40 % 3);
        return text;
    }

    /** Numbers, among them not-a-number and both zeros. */
    private static byte[] number(int number) {
        int key = number % 40;
        ByteBuffer bytes = ByteBuffer.allocate(Double.BYTES);
        if (key == 9) {
            return bytes.putLong(0x7ff8000000000000L + number / 40).array();
        }
        return bytes.putDouble(key == 10 ? number / 40 % 2 == 0 ? 0.0 : -0.0 : key)
                .array();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
