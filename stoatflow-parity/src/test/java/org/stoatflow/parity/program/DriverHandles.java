package org.stoatflow.parity.program;

import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.TestInputTopic;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.TopologyTestDriver;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.TimeWindows;
import org.stoatflow.streams.processor.PunctuationType;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.ProcessorSupplier;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.Stores;
import org.stoatflow.streams.state.ValueAndTimestamp;
import org.stoatflow.streams.state.WindowStore;
import org.stoatflow.streams.state.WindowStoreIterator;

/** Stores that a test gets once, keeps, and reads and writes between records. */
final class DriverHandles {
    private static final String CHANGELOG = "app-s-changelog";

    private DriverHandles() {}

    static void addTo(Map<String, Consumer<DriverNotes>> programs) {
        programs.put("a kept store in memory", notes -> kept(notes, store(false)));
        programs.put("a kept store on disk", notes -> kept(notes, store(true)));
        programs.put("a kept store after a failure", DriverHandles::afterFailure);
        programs.put("a kept store after a failure, exactly once", DriverHandles::afterFailureExactlyOnce);
        programs.put("a kept count", DriverHandles::keptCount);
        programs.put("a kept store with timestamps and a log", DriverHandles::keptTimestamped);
        programs.put("a kept window store", DriverHandles::keptWindows);
        programs.put("a kept store, and a pattern that matches", DriverHandles::keptPattern);
        programs.put("a kept store, written and time advanced", DriverHandles::keptAdvance);
        programs.put("a kept store that a function of the test reads", DriverHandles::keptInside);
        programs.put("a store that a function of the test asks for", DriverHandles::askedInside);
    }

    private static Topology store(boolean onDisk) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.addStateStore(Stores.keyValueStoreBuilder(
                onDisk ? Stores.persistentKeyValueStore("s") : Stores.inMemoryKeyValueStore("s"),
                Serdes.String(),
                Serdes.String()));
        builder.<String, String>stream("in").process(appending(), "s").to("out");
        return builder.build();
    }

    /** Appends to what is stored, and fails of a bad value once it has been stored. */
    private static ProcessorSupplier<String, String, String, String> appending() {
        return () -> new ContextualProcessor<>() {
            @Override
            public void init(ProcessorContext<String, String> context) {
                super.init(context);
                context.schedule(Duration.ofMillis(100), PunctuationType.WALL_CLOCK_TIME, time -> {});
            }

            @Override
            public void process(Record<String, String> record) {
                KeyValueStore<String, String> store = context().getStateStore("s");
                String before = store.get(record.key());
                String now = before == null ? record.value() : before + record.value();
                context().forward(record.withValue(now));
                if (record.value().equals("bad")) {
                    throw new IllegalStateException("a bad value");
                }
                store.put(record.key(), now);
            }
        };
    }

    private static void kept(DriverNotes notes, Topology topology) {
        try (TopologyTestDriver driver = DriverSetup.driver(topology)) {
            TestInputTopic<String, String> in = DriverSetup.input(driver, "in");
            KeyValueStore<String, String> store = driver.getKeyValueStore("s");
            store.put("a", "first-");
            in.pipeInput("a", "x", 5_000);
            notes.say("a " + store.get("a"));
            store.put("a", "between-");
            store.put("b", "too-");
            store.delete("c");
            in.pipeInput("a", "y", 4_000);
            store.put("b", "later");
            in.pipeInput("c", "z", 7_000);
            notes.say("absent " + store.putIfAbsent("d", "1") + " " + store.putIfAbsent("d", "2"));
            KeyValueStore<String, String> again = driver.getKeyValueStore("s");
            notes.rows("again", again);
            store.put("e", "by a store that was got again");
            in.pipeInput("f", "z", 8_000);
            notes.read(driver, "out");
            notes.rows("s", store);
            notes.readLast(driver, CHANGELOG);
            notes.say(store.name() + " " + store.isOpen() + " " + store.persistent());
        }
    }

    private static void afterFailure(DriverNotes notes) {
        try (TopologyTestDriver driver = DriverSetup.driver(store(false))) {
            failing(notes, driver);
        }
    }

    private static void afterFailureExactlyOnce(DriverNotes notes) {
        try (TopologyTestDriver driver =
                DriverSetup.driver(store(false), DriverSetup.config("processing.guarantee", "exactly_once_v2"))) {
            failing(notes, driver);
        }
    }

    private static void failing(DriverNotes notes, TopologyTestDriver driver) {
        TestInputTopic<String, String> in = DriverSetup.input(driver, "in");
        KeyValueStore<String, String> store = driver.getKeyValueStore("s");
        in.pipeInput("a", "x");
        notes.ask("bad", () -> {
            in.pipeInput("a", "bad");
            return "piped";
        });
        notes.rows("kept", store);
        store.put("b", "put after a failure-");
        notes.say("b " + store.get("b"));
        in.pipeInput("b", "y");
        notes.rows("kept", store);
        notes.ask("bad again", () -> {
            in.pipeInput("b", "bad");
            return "piped";
        });
        driver.advanceWallClockTime(Duration.ofMillis(100));
        notes.rows("kept", store);
        notes.readLast(driver, CHANGELOG);
    }

    private static void keptCount(DriverNotes notes) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in")
                .groupByKey()
                .count(Materialized.as("s"))
                .toStream()
                .mapValues(String::valueOf)
                .to("out");
        try (TopologyTestDriver driver = DriverSetup.driver(builder.build())) {
            TestInputTopic<String, String> in = DriverSetup.input(driver, "in");
            KeyValueStore<String, ValueAndTimestamp<Long>> store = driver.getTimestampedKeyValueStore("s");
            KeyValueStore<String, Long> plain = driver.getKeyValueStore("s");
            in.pipeInput("a", "x", 3_000);
            store.put("a", ValueAndTimestamp.make(41L, 9_000));
            in.pipeInput("a", "x", 4_000);
            notes.say("a " + store.get("a") + " " + plain.get("a"));
            store.put("a", ValueAndTimestamp.make(7L, 1_000));
            in.pipeInput("a", "x", 5_000);
            notes.say("a " + store.get("a") + " " + plain.get("a"));
            plain.delete("a");
            notes.say("a " + store.get("a") + " " + plain.get("a"));
            in.pipeInput("a", "x", 6_000);
            notes.say("a " + store.get("a") + " " + plain.get("a"));
            notes.readLast(driver, CHANGELOG);
            notes.read(driver, "out");
            store.put("b", ValueAndTimestamp.make(5L, 6_500));
            in.pipeInput("a", "x", 7_000);
            store.put("c", ValueAndTimestamp.make(6L, 6_600));
            driver.advanceWallClockTime(Duration.ofMillis(1));
            notes.read(driver, "out");
            notes.readLast(driver, CHANGELOG);
        }
    }

    private static void keptTimestamped(DriverNotes notes) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in")
                .groupByKey()
                .count(Materialized.<String, Long>as(Stores.inMemoryKeyValueStore("s"))
                        .withCachingDisabled());
        try (TopologyTestDriver driver = DriverSetup.driver(builder.build())) {
            TestInputTopic<String, String> in = DriverSetup.input(driver, "in");
            KeyValueStore<String, ValueAndTimestamp<Long>> store = driver.getTimestampedKeyValueStore("s");
            KeyValueStore<String, Long> plain = driver.getKeyValueStore("s");
            in.pipeInput("a", "x", 3_000);
            notes.ask("a put without a time", () -> {
                plain.put("b", 7L);
                return "put";
            });
            notes.ask("of none without a time", () -> plain.putIfAbsent("c", 7L));
            notes.ask("of some without a time", () -> plain.putIfAbsent("a", 7L));
            notes.ask("a null", () -> {
                plain.put("d", null);
                return "put";
            });
            notes.ask("a record", () -> {
                in.pipeInput("a", "x", 3_000);
                return "piped";
            });
            notes.say("a " + store.get("a") + " " + plain.get("a"));
            notes.rows("s", store);
            store.put("e", ValueAndTimestamp.make(9L, 77));
            notes.say("deleted " + plain.delete("e"));
            in.pipeInput("a", "x", 3_000);
            notes.readLast(driver, CHANGELOG);
        }
    }

    private static void keptWindows(DriverNotes notes) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in")
                .groupByKey()
                .windowedBy(TimeWindows.ofSizeAndGrace(Duration.ofMillis(10), Duration.ofMillis(100)))
                .count(Materialized.as("s"));
        try (TopologyTestDriver driver = DriverSetup.driver(builder.build())) {
            TestInputTopic<String, String> in = DriverSetup.input(driver, "in");
            WindowStore<String, ValueAndTimestamp<Long>> store = driver.getTimestampedWindowStore("s");
            in.pipeInput("a", "x", 1_000);
            store.put("a", ValueAndTimestamp.make(41L, 1_001), 1_000);
            in.pipeInput("a", "x", 1_002);
            notes.say("a " + store.fetch("a", 1_000));
            store.put("b", ValueAndTimestamp.make(2L, 1_031), 1_030);
            in.pipeInput("b", "x", 1_032);
            try (WindowStoreIterator<ValueAndTimestamp<Long>> rows = store.fetch("b", 0, 2_000)) {
                rows.forEachRemaining(row -> notes.say("b " + row));
            }
        }
    }

    private static void keptPattern(DriverNotes notes) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.addStateStore(
                Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("s"), Serdes.String(), Serdes.String()));
        builder.<String, String>stream(java.util.regex.Pattern.compile("in-.*"))
                .process(appending(), "s")
                .to("out");
        try (TopologyTestDriver driver = DriverSetup.driver(builder.build())) {
            KeyValueStore<String, String> store = driver.getKeyValueStore("s");
            store.put("a", "first-");
            DriverSetup.input(driver, "in-1").pipeInput("a", "x");
            notes.rows("s", store);
            store.put("a", "second-");
            DriverSetup.input(driver, "in-2").pipeInput("a", "y");
            notes.rows("s", store);
            notes.read(driver, "out");
        }
    }

    private static void keptAdvance(DriverNotes notes) {
        try (TopologyTestDriver driver = DriverSetup.driver(store(false))) {
            KeyValueStore<String, String> store = driver.getKeyValueStore("s");
            store.put("a", "1");
            driver.advanceWallClockTime(Duration.ofMillis(10));
            notes.topics(driver);
            DriverSetup.input(driver, "in").pipeInput("a", "x");
            driver.advanceWallClockTime(Duration.ofMillis(200));
            store.put("b", "2");
            driver.advanceWallClockTime(Duration.ofMillis(10));
            notes.readLast(driver, CHANGELOG);
        }
    }

    private static void keptInside(DriverNotes notes) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.addStateStore(
                Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("s"), Serdes.String(), Serdes.String()));
        Object[] held = new Object[1];
        builder.<String, String>stream("in")
                .process(appending(), "s")
                .mapValues((key, value) -> {
                    @SuppressWarnings("unchecked")
                    KeyValueStore<String, String> store = (KeyValueStore<String, String>) held[0];
                    store.put("of " + key, value);
                    return value + " " + store.get(key);
                })
                .to("out");
        try (TopologyTestDriver driver = DriverSetup.driver(builder.build())) {
            held[0] = driver.getKeyValueStore("s");
            TestInputTopic<String, String> in =
                    driver.createInputTopic("in", new StringSerializer(), new StringSerializer());
            in.pipeInput("a", "x", 3_000);
            in.pipeInput("a", "y", 4_000);
            notes.read(driver, "out");
            notes.readLast(driver, CHANGELOG);
        }
    }

    private static void askedInside(DriverNotes notes) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.addStateStore(
                Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("s"), Serdes.String(), Serdes.String()));
        TopologyTestDriver[] held = new TopologyTestDriver[1];
        builder.<String, String>stream("in")
                .process(appending(), "s")
                .mapValues((key, value) -> value + " "
                        + held[0].<String, String>getKeyValueStore("s").get(key))
                .to("out");
        try (TopologyTestDriver driver = DriverSetup.driver(builder.build())) {
            held[0] = driver;
            DriverSetup.input(driver, "in").pipeInput("a", "x", 3_000);
            DriverSetup.input(driver, "in").pipeInput("a", "y", 4_000);
            notes.read(driver, "out");
        }
    }
}
