package org.stoatflow.parity.program;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.function.Consumer;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.LongSerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.TestInputTopic;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.TopologyTestDriver;
import org.stoatflow.streams.errors.LogAndContinueExceptionHandler;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.GlobalKTable;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Named;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.Stores;
import org.stoatflow.streams.state.ValueAndTimestamp;
import org.stoatflow.streams.test.TestRecord;

/** Global tables, and streams that are joined with them. */
final class DriverGlobalTables {
    private static final int PROGRAMS = Integer.getInteger("stoatflow.test.joins", 24);
    private static final int RECORDS = 120;

    private DriverGlobalTables() {}

    static void addTo(Map<String, Consumer<DriverNotes>> programs) {
        for (int i = 0; i < PROGRAMS; i++) {
            int seed = i;
            programs.put("a join with a global table, " + seed, notes -> joined(notes, seed));
        }
        programs.put("a global table alone", DriverGlobalTables::alone);
        programs.put("a global table of what the application writes", DriverGlobalTables::writtenByItself);
        programs.put("a global table that cannot be read", notes -> unreadable(notes, DriverSetup.config()));
        programs.put(
                "a global table that cannot be read, and the handler goes on",
                notes -> unreadable(
                        notes,
                        DriverSetup.config(
                                StreamsConfig.DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG,
                                LogAndContinueExceptionHandler.class)));
        programs.put("a test writes a global table", DriverGlobalTables::testWrites);
        programs.put("the time of global records", DriverGlobalTables::times);
    }

    private static void joined(DriverNotes notes, int seed) {
        Random random = new Random(seed);
        Topology topology = topology(random);
        notes.say(topology.describe().toString());
        try (TopologyTestDriver driver = DriverSetup.driver(topology)) {
            TestInputTopic<String, String> table = DriverSetup.input(driver, "table");
            TestInputTopic<String, String> in = DriverSetup.input(driver, "in");
            for (int i = 0; i < RECORDS; i++) {
                TestRecord<String, String> record = new TestRecord<>(
                        random.nextInt(9) == 0 ? null : "k" + random.nextInt(5),
                        random.nextInt(7) == 0 ? null : "k" + random.nextInt(7),
                        new RecordHeaders().add("h", new byte[] {(byte) i}),
                        (long) random.nextInt(1000));
                (random.nextInt(3) == 0 ? table : in).pipeInput(record);
            }
            notes.read(driver, "out");
            notes.topics(driver);
            notes.rows("kept", driver.<String, String>getKeyValueStore("kept"));
            notes.rows("kept with times", driver.<String, String>getTimestampedKeyValueStore("kept"));
        }
    }

    private static Topology topology(Random random) {
        StreamsBuilder builder = new StreamsBuilder();
        boolean later = random.nextBoolean();
        GlobalKTable<String, String> table = later ? null : table(builder, random);
        KStream<String, String> in = builder.stream("in");
        if (random.nextBoolean()) {
            in = in.selectKey((key, value) -> value == null ? null : value + "'");
        }
        KStream<String, String> joined = join(in, later ? table(builder, random) : table, random);
        if (random.nextInt(3) == 0) {
            joined = joined.groupByKey().count().toStream().mapValues(count -> "" + count);
        }
        joined.to("out");
        return builder.build();
    }

    private static GlobalKTable<String, String> table(StreamsBuilder builder, Random random) {
        return switch (random.nextInt(3)) {
            case 0 ->
                builder.globalTable("table", Materialized.<String, String, KeyValueStore<Bytes, byte[]>>as("kept"));
            case 1 -> builder.globalTable("table", Materialized.as(Stores.inMemoryKeyValueStore("kept")));
            default ->
                builder.globalTable(
                        "table",
                        Consumed.as("node"),
                        Materialized.<String, String, KeyValueStore<Bytes, byte[]>>as("kept")
                                .withCachingDisabled());
        };
    }

    @SuppressWarnings("deprecation") // all kinds of joiners are compared
    private static KStream<String, String> join(
            KStream<String, String> in, GlobalKTable<String, String> table, Random random) {
        return switch (random.nextInt(9)) {
            case 0 -> in.join(table, (key, value) -> value, (value, row) -> value + "+" + row);
            case 1 -> in.join(table, (key, value) -> key, (key, value, row) -> key + value + "+" + row);
            case 2 -> in.join(table, (key, value) -> value, (value, row) -> null, Named.as("join"));
            case 3 -> in.leftJoin(table, (key, value) -> value, (value, row) -> value + "+" + row);
            case 4 -> in.leftJoin(table, (key, value) -> key, (key, value, row) -> key + value + "+" + row);
            case 5 ->
                in.join(
                        table,
                        (key, value) -> value,
                        (key, mapped, value, row) -> key + "/" + mapped + value + "+" + row,
                        Named.as("join"));
            case 6 ->
                in.leftJoin(
                        table,
                        (key, value) -> "k1".equals(value) ? null : value,
                        (key, mapped, value, row) -> key + "/" + mapped + value + "+" + row);
            case 7 ->
                in.leftJoin(
                        table,
                        (key, value) -> value,
                        (key, mapped, value, row) -> mapped + "+" + row,
                        Named.as("join"));
            default ->
                in.leftJoin(
                        table,
                        (key, value) -> "k1".equals(value) ? null : value,
                        (key, value, row) -> key + value + "+" + row,
                        Named.as("join"));
        };
    }

    private static void alone(DriverNotes notes) {
        StreamsBuilder builder = new StreamsBuilder();
        GlobalKTable<String, String> table = builder.globalTable("table");
        notes.say("" + table.queryableStoreName());
        try (TopologyTestDriver driver = DriverSetup.driver(builder.build())) {
            TestInputTopic<String, String> in = DriverSetup.input(driver, "table");
            in.pipeInput("a", "1");
            in.pipeInput("b", "2");
            in.pipeInput("a", (String) null);
            in.pipeInput("c", "3", 5);
            in.pipeInput("c", "4", 3);
            notes.ask("no key", () -> {
                in.pipeInput((String) null, "5");
                return "piped";
            });
            notes.rows("rows", driver.<String, String>getTimestampedKeyValueStore(table.queryableStoreName()));
            notes.say("" + driver.getAllStateStores().keySet());
            notes.ask("by its name", () -> driver.getStateStore(table.queryableStoreName()));
            notes.ask("unknown", () -> driver.getStateStore("none"));
            notes.ask("unknown topic", () -> {
                DriverSetup.input(driver, "other").pipeInput("a", "1");
                return "piped";
            });
            notes.topics(driver);
        }
    }

    private static void writtenByItself(DriverNotes notes) {
        StreamsBuilder builder = new StreamsBuilder();
        GlobalKTable<String, String> table = builder.globalTable("table");
        KStream<String, String> in = builder.stream("in");
        in.filter((key, value) -> value.startsWith("put")).to("table");
        in.filterNot((key, value) -> value.startsWith("put"))
                .leftJoin(table, (key, value) -> key, (value, row) -> value + "+" + row)
                .to("out");
        try (TopologyTestDriver driver = DriverSetup.driver(builder.build())) {
            TestInputTopic<String, String> piped = DriverSetup.input(driver, "in");
            for (String value : List.of("get 1", "put 1", "get 2", "put 2", "get 3")) {
                piped.pipeInput("a", value);
            }
            notes.read(driver, "out");
            notes.read(driver, "table");
        }
    }

    private static void unreadable(DriverNotes notes, Properties config) {
        StreamsBuilder builder = new StreamsBuilder();
        GlobalKTable<String, Long> table = builder.globalTable("table", Consumed.with(Serdes.String(), Serdes.Long()));
        builder.<String, String>stream("in")
                .leftJoin(table, (key, value) -> key, (value, row) -> value + row)
                .to("out");
        try (TopologyTestDriver driver = DriverSetup.driver(builder.build(), config)) {
            TestInputTopic<String, byte[]> bytes =
                    driver.createInputTopic("table", new StringSerializer(), new ByteArraySerializer());
            TestInputTopic<String, Long> longs =
                    driver.createInputTopic("table", new StringSerializer(), new LongSerializer());
            longs.pipeInput("a", 1L);
            notes.ask("unreadable", () -> {
                bytes.pipeInput("a", new byte[3]);
                return "piped";
            });
            longs.pipeInput("b", 2L);
            TestInputTopic<String, String> in = DriverSetup.input(driver, "in");
            in.pipeInput("a", "x");
            in.pipeInput("b", "y");
            notes.read(driver, "out");
        }
    }

    private static void testWrites(DriverNotes notes) {
        StreamsBuilder builder = new StreamsBuilder();
        GlobalKTable<String, String> table =
                builder.globalTable("table", Materialized.<String, String, KeyValueStore<Bytes, byte[]>>as("kept"));
        builder.<String, String>stream("in")
                .leftJoin(table, (key, value) -> key, (value, row) -> value + row)
                .to("out");
        try (TopologyTestDriver driver = DriverSetup.driver(builder.build())) {
            KeyValueStore<String, ValueAndTimestamp<String>> rows = driver.getTimestampedKeyValueStore("kept");
            DriverSetup.input(driver, "table").pipeInput("b", "2");
            rows.put("a", ValueAndTimestamp.make("1", 7));
            DriverSetup.input(driver, "in").pipeInput("a", "x");
            notes.read(driver, "out");
            notes.say("" + rows.get("a"));
            rows.put("a", null);
            DriverSetup.input(driver, "in").pipeInput("a", "x");
            notes.read(driver, "out");
        }
    }

    /** Records of a global table do not advance stream time; one with an extractor has the topic's timestamps. */
    private static void times(DriverNotes notes) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.globalTable(
                "table",
                Consumed.<String, String>with((record, time) -> 99),
                Materialized.<String, String, KeyValueStore<Bytes, byte[]>>as("kept"));
        List<String> seen = new ArrayList<>();
        builder.<String, String>stream("in").process(() -> new StreamTimes(seen));
        try (TopologyTestDriver driver = DriverSetup.driver(builder.build())) {
            DriverSetup.input(driver, "in").pipeInput("a", "1", 10);
            DriverSetup.input(driver, "table").pipeInput("a", "1", 1000);
            DriverSetup.input(driver, "in").pipeInput("a", "1", 20);
            notes.say("" + seen);
            notes.rows("rows", driver.<String, String>getTimestampedKeyValueStore("kept"));
        }
    }
}
