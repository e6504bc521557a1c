package org.stoatflow.parity.program;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.TestInputTopic;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.TopologyTestDriver;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.kstream.Repartitioned;
import org.stoatflow.streams.processor.StreamPartitioner;
import org.stoatflow.streams.test.TestRecord;

/** Topologies of the DSL: what comes out, and where. */
final class DriverTopologies {
    private DriverTopologies() {}

    static void addTo(Map<String, Consumer<DriverNotes>> programs) {
        programs.put("stateless", DriverTopologies::stateless);
        programs.put("count behind a repartition", notes -> count(notes, 10_000_000));
        programs.put("count behind a repartition, no cache", notes -> count(notes, 0));
        programs.put("count without a repartition", DriverTopologies::countInPlace);
        programs.put("reduce and aggregate", DriverTopologies::reduceAndAggregate);
        programs.put("tables", DriverTopologies::tables);
        programs.put("a sink that is a source", DriverTopologies::loop);
        programs.put("a pattern", DriverTopologies::pattern);
        programs.put("a topic for each record", DriverTopologies::dynamicSink);
        programs.put("repartition", DriverTopologies::repartition);
        programs.put("records of two topics by time", DriverTopologies::byTime);
        programs.put("records wait for an empty topic", DriverTopologies::idle);
        programs.put("records wait for the topics in between", DriverTopologies::idleWithin);
        programs.put("two branches and a merge", DriverTopologies::branches);
        programs.put("two streams aggregated into one store, with a cache", DriverTopologies::cogroup);
        programs.put("a partition that only a partitioner knows", DriverTopologies::farPartition);
    }

    private static void stateless(DriverNotes notes) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in")
                .filter((key, value) -> value != null)
                .flatMapValues(value -> Arrays.asList(value.split(" ")))
                .mapValues((key, value) -> key + ":" + value)
                .to("out");
        try (TopologyTestDriver driver = DriverSetup.driver(builder.build())) {
            TestInputTopic<String, String> in = DriverSetup.input(driver, "in");
            in.pipeInput("a", "x y");
            in.pipeInput("b", (String) null);
            in.pipeInput("only value");
            in.pipeInput("c", "late", 7);
            RecordHeaders headers = new RecordHeaders();
            headers.add("h", new byte[] {1, 2});
            in.pipeInput(new TestRecord<>("d", "with headers", headers));
            notes.topics(driver);
            notes.read(driver, "out");
        }
    }

    private static void cogroup(DriverNotes notes) {
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, String> first = builder.stream("in");
        KStream<String, String> second = builder.stream("in-2");
        first.groupByKey()
                .<String>cogroup((key, value, all) -> all + value)
                .cogroup(second.groupByKey(), (key, value, all) -> all + "(" + value + ")")
                .aggregate(() -> "", Materialized.as("all"))
                .toStream()
                .to("out");
        try (TopologyTestDriver driver = DriverSetup.driver(
                builder.build(), DriverSetup.config(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 10_000_000))) {
            TestInputTopic<String, String> in = DriverSetup.input(driver, "in");
            TestInputTopic<String, String> other = DriverSetup.input(driver, "in-2");
            other.pipeInput("a", "1");
            in.pipeInput("a", "2");
            other.pipeInput("b", "3", 5);
            other.pipeInput("a", "4");
            notes.read(driver, "out");
            notes.rows("all", driver.<String, String>getKeyValueStore("all"));
        }
    }

    private static void farPartition(DriverNotes notes) {
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, String> in = builder.stream("in");
        in.to("out", Produced.streamPartitioner(new Tenth()));
        in.repartition(Repartitioned.<String, String>streamPartitioner(new Tenth())
                        .withName("again")
                        .withNumberOfPartitions(2))
                .to("out-2");
        try (TopologyTestDriver driver = DriverSetup.driver(builder.build())) {
            DriverSetup.input(driver, "in").pipeInput("a", "b");
            notes.read(driver, "out");
            notes.read(driver, "out-2");
        }
    }

    /** Knows more partitions than the driver. */
    private static final class Tenth implements StreamPartitioner<String, String> {
        @Deprecated
        @Override
        public Optional<Set<Integer>> partitions(String topic, String key, String value, int partitions) {
            return Optional.of(Set.of(10));
        }
    }

    private static void count(DriverNotes notes, long cacheBytes) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in")
                .flatMapValues(value -> List.of(value.split(" ")))
                .groupBy((key, word) -> word)
                .count(Materialized.as("counts"))
                .toStream()
                .to("out", Produced.valueSerde(Serdes.Long()));
        try (TopologyTestDriver driver = DriverSetup.driver(
                builder.build(), DriverSetup.config(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, cacheBytes))) {
            TestInputTopic<String, String> in = DriverSetup.input(driver, "in");
            in.pipeInput("1", "to be or not to be");
            notes.read(driver.createOutputTopic("out", new StringDeserializer(), new LongDeserializer()), "out");
            in.pipeInput("2", "be", 5);
            in.pipeInput("3", "or");
            notes.read(driver.createOutputTopic("out", new StringDeserializer(), new LongDeserializer()), "out");
            notes.topics(driver);
            notes.read(driver, "app-counts-repartition");
            notes.readLast(driver, "app-counts-changelog");
            notes.rows("counts", driver.<String, Long>getKeyValueStore("counts"));
            notes.rows("counts", driver.<String, Long>getTimestampedKeyValueStore("counts"));
            notes.say("stores " + driver.getAllStateStores().keySet());
        }
    }

    private static void countInPlace(DriverNotes notes) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in")
                .flatMapValues(value -> List.of(value.split(" ")))
                .groupByKey()
                .count(Materialized.as("counts"))
                .toStream()
                .to("out", Produced.valueSerde(Serdes.Long()));
        try (TopologyTestDriver driver = DriverSetup.driver(builder.build())) {
            TestInputTopic<String, String> in = DriverSetup.input(driver, "in");
            in.pipeInput("a", "three words here");
            in.pipeInput("a", "one");
            in.pipeInput(null, "no key");
            notes.read(driver.createOutputTopic("out", new StringDeserializer(), new LongDeserializer()), "out");
        }
    }

    private static void reduceAndAggregate(DriverNotes notes) {
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, String> in = builder.stream("in");
        in.groupByKey()
                .reduce((before, now) -> before + now, Materialized.as("reduced"))
                .toStream()
                .to("reduced");
        in.groupBy((key, value) -> value.substring(0, 1))
                .aggregate(() -> "", (key, value, sum) -> sum + value + ";", Materialized.as("aggregated"))
                .toStream()
                .to("aggregated");
        try (TopologyTestDriver driver = DriverSetup.driver(builder.build())) {
            TestInputTopic<String, String> topic = DriverSetup.input(driver, "in");
            topic.pipeInput("a", "x1");
            topic.pipeInput("b", "x2");
            topic.pipeInput("a", "y3", 3);
            topic.pipeInput("a", "x4");
            notes.read(driver, "reduced");
            notes.read(driver, "aggregated");
            notes.readLast(driver, "app-reduced-changelog");
        }
    }

    private static void tables(DriverNotes notes) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>table("in", Materialized.as("table"))
                .filter((key, value) -> !value.isEmpty(), Materialized.as("filtered"))
                .mapValues(value -> value.length() + "")
                .toStream()
                .to("out");
        try (TopologyTestDriver driver = DriverSetup.driver(builder.build())) {
            TestInputTopic<String, String> in = DriverSetup.input(driver, "in");
            in.pipeInput("a", "one");
            in.pipeInput("a", "three");
            in.pipeInput("a", "");
            in.pipeInput("b", "");
            in.pipeInput("a", (String) null);
            in.pipeInput("c", "kept");
            in.pipeInput(null, "dropped");
            notes.read(driver, "out");
            notes.rows("table", driver.<String, String>getTimestampedKeyValueStore("table"));
            notes.rows("filtered", driver.<String, String>getTimestampedKeyValueStore("filtered"));
        }
    }

    private static void loop(DriverNotes notes) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("steps")
                .mapValues(value -> value.substring(1))
                .filter((key, value) -> !value.isEmpty())
                .to("steps");
        try (TopologyTestDriver driver = DriverSetup.driver(builder.build())) {
            DriverSetup.input(driver, "steps").pipeInput("a", "abcd");
            notes.read(driver, "steps");
        }
    }

    private static void pattern(DriverNotes notes) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(Pattern.compile("in-.*")).to("out");
        builder.<String, String>stream("other").to("other-out");
        try (TopologyTestDriver driver = DriverSetup.driver(builder.build())) {
            DriverSetup.input(driver, "in-1").pipeInput("a", "1");
            DriverSetup.input(driver, "in-2").pipeInput("a", "2");
            DriverSetup.input(driver, "in-1").pipeInput("a", "3");
            DriverSetup.input(driver, "other").pipeInput("a", "4");
            notes.ask("unmatched", () -> {
                DriverSetup.input(driver, "out-1").pipeInput("a", "1");
                return "piped";
            });
            notes.read(driver, "out");
            notes.read(driver, "other-out");
        }
        StreamsBuilder named = new StreamsBuilder();
        named.<String, String>stream("in-.*").to("out");
        try (TopologyTestDriver driver = DriverSetup.driver(named.build())) {
            notes.ask("a pattern as a name", () -> {
                DriverSetup.input(driver, "in-1").pipeInput("a", "1");
                return "piped";
            });
        }
    }

    private static void dynamicSink(DriverNotes notes) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in").to((key, value, context) -> "out-" + key + context.offset());
        try (TopologyTestDriver driver = DriverSetup.driver(builder.build())) {
            TestInputTopic<String, String> in = DriverSetup.input(driver, "in");
            in.pipeInput("a", "1");
            in.pipeInput("b", "2");
            notes.topics(driver);
            notes.read(driver, "out-a0");
            notes.read(driver, "out-b1");
        }
    }

    private static void repartition(DriverNotes notes) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in")
                .selectKey((key, value) -> value)
                .repartition()
                .process(DriverTimes.seeing(notes))
                .to("out");
        Topology topology = builder.build();
        try (TopologyTestDriver driver = DriverSetup.driver(topology)) {
            TestInputTopic<String, String> in = DriverSetup.input(driver, "in");
            in.pipeInput("a", "x");
            in.pipeInput("b", "y", 3);
            notes.read(driver, "out");
            notes.topics(driver);
        }
    }

    private static void byTime(DriverNotes notes) {
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, String> in = builder.stream("in");
        in.filter((key, value) -> value.length() == 1).to("left");
        in.flatMapValues(value -> List.of(value + "1", value + "2")).to("right");
        builder.<String, String>stream(List.of("left", "right")).to("out");
        try (TopologyTestDriver driver = DriverSetup.driver(builder.build())) {
            TestInputTopic<String, String> topic = DriverSetup.input(driver, "in");
            topic.pipeInput("a", "x");
            topic.pipeInput("a", "y", 5);
            notes.read(driver, "out");
        }
    }

    private static void idle(DriverNotes notes) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(List.of("left", "right")).to("out");
        try (TopologyTestDriver driver =
                DriverSetup.driver(builder.build(), DriverSetup.config(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG, 100L))) {
            DriverSetup.input(driver, "left").pipeInput("a", "1", 50);
            notes.read(driver, "out");
            notes.say("waited");
            DriverSetup.input(driver, "right").pipeInput("a", "2", 20);
            notes.read(driver, "out");
            notes.say("then one is left");
            driver.advanceWallClockTime(java.time.Duration.ofMillis(99));
            notes.read(driver, "out");
            notes.say("nearly");
            driver.advanceWallClockTime(java.time.Duration.ofMillis(1));
            notes.read(driver, "out");
        }
    }

    /** The one task waits for each of its topics, those of a join by foreign key and of a repartition too. */
    private static void idleWithin(DriverNotes notes) {
        StreamsBuilder builder = new StreamsBuilder();
        KTable<String, String> left = builder.table("left");
        left.join(builder.<String, String>table("right"), value -> value, (one, other) -> one + other)
                .toStream()
                .peek((key, value) -> notes.say("joined " + value))
                .repartition(Repartitioned.as("more"))
                .to("out");
        try (TopologyTestDriver driver =
                DriverSetup.driver(builder.build(), DriverSetup.config(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG, 100L))) {
            for (int i = 0; i < 5; i++) {
                DriverSetup.input(driver, "right").pipeInput("f" + i, "r" + i, 10 + i);
                DriverSetup.input(driver, "left").pipeInput("k" + i, "f" + i, 20 - i);
            }
            for (int round = 0; round < 12; round++) {
                notes.say("round " + round);
                notes.read(driver, "out");
                driver.advanceWallClockTime(java.time.Duration.ofMillis(round % 3 == 0 ? 50 : 100));
            }
        }
    }

    private static void branches(DriverNotes notes) {
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, String> in = builder.stream("in");
        KStream<String, String> upper = in.filter((key, value) -> value.equals(value.toUpperCase()));
        KStream<String, String> lower = in.filterNot((key, value) -> value.equals(value.toUpperCase()));
        upper.mapValues(value -> value + "!")
                .merge(lower.peek((key, value) -> notes.say("peek " + value)))
                .to("out");
        try (TopologyTestDriver driver = DriverSetup.driver(builder.build())) {
            TestInputTopic<String, String> topic = DriverSetup.input(driver, "in");
            topic.pipeValueList(List.of("A", "b", "C"));
            notes.read(driver, "out");
        }
    }
}
