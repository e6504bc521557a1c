package org.stoatflow.runtime.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.stoatflow.localkafka.TestCluster;
import org.stoatflow.runtime.testkit.Group;
import org.stoatflow.runtime.testkit.KafkaApp;
import org.stoatflow.runtime.testkit.OurApp;
import org.stoatflow.runtime.testkit.Topic;
import org.stoatflow.streams.StreamsBuilder;

/**
 * A small program for each operator gives the same output as on Kafka Streams. Kafka Streams runs all of them once, as
 * one application; StoatFlow runs each on its own.
 */
class OperatorsIT {
    static final List<String> OPERATORS = System.getProperty("ops") != null
            ? List.of(System.getProperty("ops").split(","))
            : List.of(
                    "filter",
                    "filterNot",
                    "map",
                    "mapValues",
                    "flatMap",
                    "flatMapValues",
                    "selectKey",
                    "peek",
                    "foreach",
                    "merge",
                    "groupBy",
                    "groupByKey",
                    "count",
                    "reduce",
                    "aggregate",
                    "table",
                    "repartition",
                    "split",
                    "toExtractor",
                    "process",
                    "processValues");

    /** Stages that run by partition: order is exact across keys. */
    private static final Set<String> BY_PARTITION = Set.of("map", "flatMap", "selectKey", "process", "processValues");

    private static final Set<String> WITH_GAPS = Set.of("groupByKey", "reduce", "aggregate", "table");
    private static final Set<String> TWO_SINKS = Set.of("split", "toExtractor");
    private static final int PARTITIONS = 3;
    private static final int RECORDS = 400;

    private static final Map<String, Places> REFERENCE = new HashMap<>();
    private static final Map<String, Map<String, List<String>>> REFERENCE_SEEN = new HashMap<>();

    @TempDir
    static Path folder;

    @BeforeAll
    static void runOnKafkaStreams() {
        String application = TestCluster.shared().uniqueName("operators-ks");
        org.apache.kafka.streams.StreamsBuilder builder = new org.apache.kafka.streams.StreamsBuilder();
        Map<String, Seen> seen = new HashMap<>();
        for (String operator : OPERATORS) {
            Seen ofOperator = new Seen();
            String in = Topic.create("in-" + operator, PARTITIONS);
            Input.feed(in, "in", PARTITIONS, RECORDS, WITH_GAPS.contains(operator));
            Places places = places(operator, in, operator.equals("merge") ? more() : in, ofOperator);
            KafkaPrograms.add(operator, builder, places);
            REFERENCE.put(operator, places);
            seen.put(operator, ofOperator);
        }
        try (KafkaApp app = KafkaApp.running(
                builder.build(),
                KafkaApp.inMemory(KafkaApp.config(application, folder.resolve("ks"), "at_least_once")))) {
            Group.awaitAllCommitted(application, sources(REFERENCE.values().stream()));
            Group.awaitAllCommitted(application, Group.repartitionTopics(application));
        }
        seen.forEach((operator, ofOperator) -> REFERENCE_SEEN.put(operator, ofOperator.byKey()));
    }

    private static String more() {
        String topic = Topic.create("more", PARTITIONS);
        Input.feed(topic, "too", PARTITIONS, RECORDS, false);
        return topic;
    }

    private static Places places(String operator, String in, String more, Seen seen) {
        String out = Topic.create("out-" + operator, PARTITIONS);
        String rest = TWO_SINKS.contains(operator) ? Topic.create("rest-" + operator, PARTITIONS) : out;
        return new Places(in, more, out, rest, seen::add);
    }

    private static List<String> sources(Stream<Places> places) {
        return places.flatMap(at -> Stream.of(at.in(), at.more())).toList();
    }

    @ParameterizedTest
    @FieldSource("OPERATORS")
    void shouldGiveWhatKafkaStreamsGives(String operator) {
        Places reference = REFERENCE.get(operator);
        Seen seen = new Seen();
        Places ours = places(operator, reference.in(), reference.more(), seen);
        StreamsBuilder builder = new StreamsBuilder();
        OurPrograms.add(operator, builder, ours);
        String application = TestCluster.shared().uniqueName("operators-" + operator);
        try (OurApp app = OurApp.running(
                builder.build(), OurApp.config(application, folder.resolve(operator), "exactly_once_v2"))) {
            Group.awaitAllCommitted(application, sources(Stream.of(ours)));
        }
        requireSame(operator, reference.out(), ours.out());
        requireSame(operator, reference.rest(), ours.rest());
        assertEquals("", Rendered.difference(REFERENCE_SEEN.get(operator), seen.byKey()));
        assertFalse(Topic.read(ours.out()).isEmpty() && seen.byKey().isEmpty(), "nothing to compare");
    }

    private static void requireSame(String operator, String referenceTopic, String ourTopic) {
        List<ConsumerRecord<byte[], byte[]>> expected = Topic.read(referenceTopic);
        List<ConsumerRecord<byte[], byte[]>> actual = Topic.read(ourTopic);
        assertEquals("", Rendered.difference(Rendered.byKey(expected), Rendered.byKey(actual)));
        if (BY_PARTITION.contains(operator)) {
            assertEquals("", Rendered.difference(Rendered.byOrigin(expected), Rendered.byOrigin(actual)));
        }
    }

    /** The keys and values that a program looked at, in the order of each key. Called by many threads. */
    private static final class Seen {
        private final Map<String, ConcurrentLinkedQueue<String>> values = new ConcurrentHashMap<>();

        void add(String key, String value) {
            values.computeIfAbsent(key, unseen -> new ConcurrentLinkedQueue<>()).add(value);
        }

        Map<String, List<String>> byKey() {
            Map<String, List<String>> all = new TreeMap<>();
            values.forEach((key, seen) -> all.put(key, List.copyOf(seen)));
            return all;
        }
    }
}
