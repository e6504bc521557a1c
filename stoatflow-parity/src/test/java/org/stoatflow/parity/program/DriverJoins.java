package org.stoatflow.parity.program;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.TopologyTestDriver;
import org.stoatflow.streams.errors.LogAndContinueProcessingExceptionHandler;
import org.stoatflow.streams.kstream.JoinWindows;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.StreamJoined;
import org.stoatflow.streams.kstream.ValueJoinerWithKey;
import org.stoatflow.streams.state.Stores;
import org.stoatflow.streams.test.TestRecord;

/**
 * Stream-stream joins of random shapes, fed with records out of order, late, at equal times, and without keys or
 * values: the topology, the output with headers, and what the changelogs hold at the end.
 */
final class DriverJoins {
    private static final int PROGRAMS = Integer.getInteger("stoatflow.test.joins", 48);
    private static final int RECORDS = 160;
    private static final int FAILING = 8;
    private static final String EMIT_INTERVAL = "__emit.interval.ms.kstreams.outer.join.spurious.results.fix__";

    private DriverJoins() {}

    static void addTo(Map<String, Consumer<DriverNotes>> programs) {
        for (int i = 0; i < PROGRAMS; i++) {
            int seed = i;
            programs.put("a join of streams, " + seed, notes -> joined(notes, seed));
        }
        for (int i = 0; i < FAILING; i++) {
            int seed = i;
            programs.put("a join of streams whose joiner fails, " + seed, notes -> failing(notes, seed));
        }
        programs.put("joins of streams that are refused", DriverJoins::refused);
    }

    private static void joined(DriverNotes notes, int seed) {
        Random random = new Random(seed);
        Properties config = DriverSetup.config();
        if (random.nextBoolean()) {
            config.put(EMIT_INTERVAL, random.nextBoolean() ? 0L : 50L);
        }
        if (random.nextInt(3) == 0) {
            config.put(StreamsConfig.TOPOLOGY_OPTIMIZATION_CONFIG, StreamsConfig.SINGLE_STORE_SELF_JOIN);
        }
        Topology topology = topology(random, config);
        notes.say(topology.describe().toString());
        try (TopologyTestDriver driver = DriverSetup.driver(topology, config)) {
            pipe(driver, random);
            notes.read(driver, "out");
            notes.topics(driver);
            for (String topic : new TreeSet<>(driver.producedTopicNames())) {
                if (topic.endsWith("-changelog")) {
                    notes.say(topic + " " + last(driver, topic));
                }
            }
        }
    }

    /** The joiner fails for some of the records without a partner, and the handler goes on. */
    private static void failing(DriverNotes notes, int seed) {
        Random random = new Random(seed);
        Properties config = DriverSetup.config(
                StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG,
                LogAndContinueProcessingExceptionHandler.class);
        config.put(EMIT_INTERVAL, 0L);
        int fatal = RECORDS / 2 + random.nextInt(RECORDS / 2);
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in")
                .outerJoin(
                        builder.<String, String>stream("more"),
                        (left, right) -> {
                            if ((left == null || right == null) && (left + right).contains("v" + fatal + ".")) {
                                throw new IllegalStateException("joiner");
                            }
                            return left + "+" + right;
                        },
                        JoinWindows.ofTimeDifferenceAndGrace(Duration.ofMillis(5), Duration.ofMillis(seed % 3)))
                .to("out");
        try (TopologyTestDriver driver = DriverSetup.driver(builder.build(), config)) {
            long time = 1000;
            for (int i = 0; i < RECORDS; i++) {
                time += random.nextInt(3);
                driver.createInputTopic(
                                random.nextBoolean() ? "in" : "more", new StringSerializer(), new StringSerializer())
                        .pipeInput("k" + random.nextInt(8), "v" + i + ".", time);
            }
            notes.read(driver, "out");
        }
    }

    // ---- topologies

    private static Topology topology(Random random, Properties config) {
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, String> left = keyed(builder.stream("in"), random);
        KStream<String, String> more = builder.stream("more");
        KStream<String, String> right = switch (random.nextInt(12)) {
            case 0, 1 -> left;
            case 2 -> keyed(builder.stream("in"), random);
            default -> keyed(more, random);
        };
        JoinWindows windows = windows(random);
        KStream<String, String> joined = join(left, right, windows, random.nextInt(3), joined(windows, random));
        if (random.nextInt(3) == 0) {
            joined = join(joined, left, windows, random.nextInt(3), named(random.nextBoolean()));
        }
        joined.to("out");
        return builder.build(config);
    }

    private static KStream<String, String> keyed(KStream<String, String> stream, Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> stream.selectKey((key, value) -> value == null ? key : "k" + value.length() % 3);
            case 1 -> stream.mapValues(value -> value == null ? null : value + "!");
            default -> stream;
        };
    }

    @SuppressWarnings("deprecation") // older windows forward records without a partner at once
    private static JoinWindows windows(Random random) {
        Duration difference = Duration.ofMillis(random.nextInt(40));
        Duration grace = Duration.ofMillis(random.nextInt(30));
        JoinWindows windows = switch (random.nextInt(5)) {
            case 0 -> JoinWindows.ofTimeDifferenceWithNoGrace(difference);
            case 1 -> JoinWindows.of(difference).grace(grace);
            default -> JoinWindows.ofTimeDifferenceAndGrace(difference, grace);
        };
        return switch (random.nextInt(4)) {
            case 0 -> windows.before(Duration.ofMillis(random.nextInt(60)));
            case 1 -> windows.after(Duration.ofMillis(random.nextInt(60)));
            default -> windows;
        };
    }

    private static StreamJoined<String, String, String> named(boolean serdes) {
        return serdes ? StreamJoined.with(Serdes.String(), Serdes.String(), Serdes.String()) : StreamJoined.as("again");
    }

    private static StreamJoined<String, String, String> joined(JoinWindows windows, Random random) {
        StreamJoined<String, String, String> joined =
                StreamJoined.with(Serdes.String(), Serdes.String(), Serdes.String());
        Duration size = Duration.ofMillis(windows.size());
        Duration retention = size.plusMillis(windows.gracePeriodMs());
        return switch (random.nextInt(8)) {
            case 0 -> joined.withName("both");
            case 1 -> joined.withStoreName("kept");
            case 2 -> joined.withName("both").withStoreName("kept");
            case 3 -> joined.withLoggingDisabled();
            case 4 -> joined.withLoggingEnabled(Map.of("segment.bytes", "1000"));
            case 5 ->
                joined.withThisStoreSupplier(Stores.inMemoryWindowStore("first", retention, size, true))
                        .withOtherStoreSupplier(Stores.inMemoryWindowStore("second", retention, size, true));
            case 6 -> joined.withOtherStoreSupplier(Stores.persistentWindowStore("second", retention, size, true));
            default -> joined;
        };
    }

    private static KStream<String, String> join(
            KStream<String, String> left,
            KStream<String, String> right,
            JoinWindows windows,
            int kind,
            StreamJoined<String, String, String> joined) {
        ValueJoinerWithKey<String, String, String, String> joiner = (key, one, other) -> key + ":" + one + "+" + other;
        return switch (kind) {
            case 0 -> left.join(right, joiner, windows, joined);
            case 1 -> left.leftJoin(right, joiner, windows, joined);
            default -> left.outerJoin(right, joiner, windows, joined);
        };
    }

    // ---- input and output

    private static void pipe(TopologyTestDriver driver, Random random) {
        long time = random.nextInt(200);
        for (int i = 0; i < RECORDS; i++) {
            time += random.nextInt(8) == 0 ? random.nextInt(60) : random.nextInt(5);
            String key = random.nextInt(20) == 0 ? null : "k" + random.nextInt(3);
            String value = random.nextInt(15) == 0 ? null : "v" + i;
            long at = Math.max(0, time - (random.nextInt(3) == 0 ? random.nextInt(120) : 0));
            RecordHeaders headers = new RecordHeaders();
            headers.add("at", new byte[] {(byte) i});
            driver.createInputTopic(
                            random.nextBoolean() ? "in" : "more", new StringSerializer(), new StringSerializer())
                    .pipeInput(new TestRecord<>(key, value, headers, at));
            if (random.nextInt(6) == 0) {
                driver.advanceWallClockTime(Duration.ofMillis(random.nextInt(3) == 0 ? 1000 : 20));
            }
        }
    }

    /** The last record of each key. */
    private static Map<String, String> last(TopologyTestDriver driver, String topic) {
        Map<String, String> last = new TreeMap<>();
        driver.createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
                .readRecordsToList()
                .forEach(record -> last.put(
                        Arrays.toString(record.key()), Arrays.toString(record.value()) + "@" + record.timestamp()));
        return last;
    }

    // ---- refusals

    private static void refused(DriverNotes notes) {
        Duration size = Duration.ofMillis(20);
        JoinWindows windows = JoinWindows.ofTimeDifferenceWithNoGrace(Duration.ofMillis(10));
        List<StreamJoined<String, String, String>> wrong = new ArrayList<>();
        wrong.add(StreamJoined.with(
                Stores.inMemoryWindowStore("a", size, size, true), Stores.inMemoryWindowStore("a", size, size, true)));
        wrong.add(StreamJoined.with(
                Stores.inMemoryWindowStore("a", size, size, false), Stores.inMemoryWindowStore("b", size, size, true)));
        wrong.add(StreamJoined.with(
                Stores.inMemoryWindowStore("a", size, size, true),
                Stores.inMemoryWindowStore("b", size.multipliedBy(2), size, true)));
        wrong.add(null);
        for (StreamJoined<String, String, String> joined : wrong) {
            StreamsBuilder builder = new StreamsBuilder();
            notes.ask("refused", () -> join(builder.stream("in"), builder.stream("more"), windows, 0, joined));
        }
        StreamsBuilder builder = new StreamsBuilder();
        notes.ask("no windows", () -> join(builder.stream("in"), builder.stream("more"), null, 0, wrong.getFirst()));
        notes.ask("no stream", () -> join(builder.stream("in"), null, windows, 0, wrong.getFirst()));
    }
}
