package org.stoatflow.parity.program;

import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.TestInputTopic;
import org.stoatflow.streams.TopologyTestDriver;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.ProcessorSupplier;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.KeyValueBytesStoreSupplier;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.StoreBuilder;
import org.stoatflow.streams.state.Stores;

/** Stores that a test reads and writes. */
final class DriverStores {
    private DriverStores() {}

    static void addTo(Map<String, Consumer<DriverNotes>> programs) {
        programs.put("a store in memory", notes -> store(notes, Stores.inMemoryKeyValueStore("s"), true));
        programs.put("a store on disk", notes -> store(notes, Stores.persistentKeyValueStore("s"), true));
        programs.put("a store of what was used last", notes -> store(notes, Stores.lruMap("s", 2), true));
        programs.put("a count of what was used last", DriverStores::recentCount);
        programs.put(
                "a store of a negative number of entries",
                notes -> notes.ask("made", () -> Stores.lruMap("s", -1).name()));
        programs.put("a store without a log", notes -> store(notes, Stores.inMemoryKeyValueStore("s"), false));
        programs.put("a test writes what the DSL counts", DriverStores::seededCount);
        programs.put("a test puts a count without a time", DriverStores::plainPutOnly);
        programs.put("stores by wrong names and methods", DriverStores::wrongMethods);
    }

    /** Keeps the values of each key, in their order. */
    private static ProcessorSupplier<String, String, String, String> appending() {
        return () -> new ContextualProcessor<>() {
            @Override
            public void process(Record<String, String> record) {
                KeyValueStore<String, String> store = context().getStateStore("s");
                String before = store.get(record.key());
                String now = before == null ? record.value() : before + record.value();
                store.put(record.key(), now);
                context().forward(record.withValue(now));
            }
        };
    }

    private static void store(DriverNotes notes, KeyValueBytesStoreSupplier supplier, boolean logging) {
        StreamsBuilder builder = new StreamsBuilder();
        StoreBuilder<KeyValueStore<String, String>> store =
                Stores.keyValueStoreBuilder(supplier, Serdes.String(), Serdes.String());
        builder.addStateStore(logging ? store : store.withLoggingDisabled());
        builder.<String, String>stream("in").process(appending(), "s").to("out");
        try (TopologyTestDriver driver = DriverSetup.driver(builder.build())) {
            TestInputTopic<String, String> in = DriverSetup.input(driver, "in");
            KeyValueStore<String, String> seen = driver.getKeyValueStore("s");
            seen.put("a", "seeded-");
            notes.say("name " + seen.name() + ", open " + seen.isOpen() + ", persistent " + seen.persistent());
            notes.say("absent " + seen.putIfAbsent("a", "no") + " " + seen.putIfAbsent("z", "last"));
            in.pipeInput("a", "x");
            in.pipeInput("b", "y");
            notes.read(driver, "out");
            notes.rows("s", driver.<String, String>getKeyValueStore("s"));
            notes.say("deleted " + driver.getKeyValueStore("s").delete("b"));
            in.pipeInput("b", "z");
            notes.read(driver, "out");
            notes.rows("s", driver.<String, String>getKeyValueStore("s"));
            notes.topics(driver);
        }
        try (TopologyTestDriver driver = DriverSetup.driver(builder.build())) {
            notes.rows("s anew", driver.<String, String>getKeyValueStore("s"));
        }
    }

    private static void seededCount(DriverNotes notes) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in").groupByKey().count(Materialized.as("counts"));
        try (TopologyTestDriver driver = DriverSetup.driver(builder.build())) {
            driver.<String, Long>getTimestampedKeyValueStore("counts")
                    .put("a", org.stoatflow.streams.state.ValueAndTimestamp.make(41L, 5));
            DriverSetup.input(driver, "in").pipeInput("a", "x");
            notes.rows("counts", driver.<String, Long>getTimestampedKeyValueStore("counts"));
            notes.rows("counts", driver.<String, Long>getKeyValueStore("counts"));
            driver.<String, Long>getKeyValueStore("counts").put("b", 7L);
            notes.rows("counts", driver.<String, Long>getTimestampedKeyValueStore("counts"));
            notes.ask("the next record", () -> {
                DriverSetup.input(driver, "in").pipeInput("b", "x");
                return "piped";
            });
            notes.rows("counts", driver.<String, Long>getTimestampedKeyValueStore("counts"));
        }
    }

    private static void recentCount(DriverNotes notes) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in")
                .groupByKey()
                .count(Materialized.<String, Long>as(Stores.lruMap("counts", 2)).withCachingDisabled())
                .toStream()
                .mapValues(String::valueOf)
                .to("out");
        try (TopologyTestDriver driver = DriverSetup.driver(builder.build())) {
            TestInputTopic<String, String> in = DriverSetup.input(driver, "in");
            for (String key : "a b a c a b c c a".split(" ")) {
                in.pipeInput(key, "x");
            }
            notes.read(driver, "out");
            notes.rows("counts", driver.<String, Long>getTimestampedKeyValueStore("counts"));
        }
    }

    private static void plainPutOnly(DriverNotes notes) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in").groupByKey().count(Materialized.as("counts"));
        try (TopologyTestDriver driver = DriverSetup.driver(builder.build())) {
            driver.<String, Long>getKeyValueStore("counts").put("b", 7L);
            notes.ask("a record of another key", () -> {
                DriverSetup.input(driver, "in").pipeInput("a", "x");
                return "piped";
            });
            notes.rows("counts", driver.<String, Long>getTimestampedKeyValueStore("counts"));
        }
    }

    private static void wrongMethods(DriverNotes notes) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.addStateStore(
                Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("s"), Serdes.String(), Serdes.String()));
        builder.<String, String>stream("in").process(appending(), "s");
        builder.<String, String>stream("other").groupByKey().count(Materialized.as("counts"));
        try (TopologyTestDriver driver = DriverSetup.driver(builder.build())) {
            notes.say("all " + new TreeSet<>(driver.getAllStateStores().keySet()));
            notes.ask("plain", () -> driver.getStateStore("s"));
            notes.ask("timestamped", () -> driver.getStateStore("counts"));
            notes.ask("unknown", () -> driver.getStateStore("nothing"));
            notes.ask("unknown", () -> driver.getKeyValueStore("nothing"));
            notes.ask("not timestamped", () -> driver.getTimestampedKeyValueStore("s"));
        }
    }
}
