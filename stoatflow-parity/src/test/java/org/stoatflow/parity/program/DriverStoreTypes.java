package org.stoatflow.parity.program;

import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.TestInputTopic;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.TopologyConfig;
import org.stoatflow.streams.TopologyTestDriver;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.KGroupedStream;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Materialized.StoreType;
import org.stoatflow.streams.kstream.SessionWindows;
import org.stoatflow.streams.kstream.SlidingWindows;
import org.stoatflow.streams.kstream.TimeWindows;
import org.stoatflow.streams.state.BuiltInDslStoreSuppliers;
import org.stoatflow.streams.state.DslKeyValueParams;
import org.stoatflow.streams.state.DslSessionParams;
import org.stoatflow.streams.state.DslStoreSuppliers;
import org.stoatflow.streams.state.DslWindowParams;
import org.stoatflow.streams.state.KeyValueBytesStoreSupplier;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.SessionBytesStoreSupplier;
import org.stoatflow.streams.state.Stores;
import org.stoatflow.streams.state.WindowBytesStoreSupplier;

/** Where the stores of operators come from, if the program gives no supplier. */
final class DriverStoreTypes {
    private static final String CLASS = "dsl.store.suppliers.class";

    private DriverStoreTypes() {}

    static void addTo(Map<String, Consumer<DriverNotes>> programs) {
        for (StoreType chosen : StoreType.values()) {
            programs.put("stores of type " + chosen, notes -> all(notes, chosen, DriverSetup.config()));
        }
        programs.put("stores of the default type", notes -> all(notes, null, DriverSetup.config()));
        programs.put("stores in memory by configuration", notes -> all(notes, null, inMemory()));
        programs.put("a store type against the configuration", notes -> all(notes, StoreType.ROCKS_DB, inMemory()));
        programs.put(
                "stores by the old key alone",
                notes -> all(notes, null, DriverSetup.config("default.dsl.store", "in_memory")));
        programs.put("stores by a topology's old key", notes -> ofTopology(notes, "default.dsl.store", "in_memory"));
        programs.put(
                "stores by a topology's suppliers",
                notes -> ofTopology(notes, CLASS, BuiltInDslStoreSuppliers.InMemoryDslStoreSuppliers.class));
        programs.put("suppliers that are asked", DriverStoreTypes::asked);
        programs.put("a topology run with two configurations", DriverStoreTypes::twice);
        programs.put("store types that are refused", DriverStoreTypes::refused);
    }

    private static Properties inMemory() {
        return DriverSetup.config(CLASS, BuiltInDslStoreSuppliers.InMemoryDslStoreSuppliers.class);
    }

    private static <S extends org.stoatflow.streams.processor.StateStore> Materialized<String, Long, S> kept(
            String name, DslStoreSuppliers chosen) {
        Materialized<String, Long, S> kept = Materialized.as(name);
        return chosen == null ? kept : kept.withStoreType(chosen);
    }

    /** An operator of each family of stores. */
    private static Topology everyFamily(DslStoreSuppliers chosen) {
        return everyFamily(chosen, new StreamsBuilder());
    }

    private static Topology everyFamily(DslStoreSuppliers chosen, StreamsBuilder builder) {
        KGroupedStream<String, String> grouped =
                builder.<String, String>stream("in").groupByKey();
        KTable<String, Long> counts = grouped.count(kept("counts", chosen));
        counts.toStream().mapValues(String::valueOf).to("out");
        Materialized<String, String, KeyValueStore<Bytes, byte[]>> mapped = Materialized.as("mapped");
        counts.mapValues(count -> "n" + count, chosen == null ? mapped : mapped.withStoreType(chosen))
                .toStream()
                .to("out");
        grouped.windowedBy(TimeWindows.ofSizeWithNoGrace(Duration.ofMillis(20)))
                .count(kept("tumbling", chosen))
                .toStream((window, count) -> window.toString())
                .mapValues(String::valueOf)
                .to("out");
        grouped.windowedBy(SlidingWindows.ofTimeDifferenceWithNoGrace(Duration.ofMillis(20)))
                .count(kept("sliding", chosen))
                .toStream((window, count) -> window.toString())
                .mapValues(String::valueOf)
                .to("out");
        grouped.windowedBy(SessionWindows.ofInactivityGapWithNoGrace(Duration.ofMillis(15)))
                .count(kept("sessions", chosen))
                .toStream((window, count) -> window.toString())
                .mapValues(String::valueOf)
                .to("out");
        builder.table("table", Consumed.with(Serdes.String(), Serdes.String()))
                .filter((key, value) -> value.length() > 1)
                .toStream()
                .to("out");
        return builder.build();
    }

    private static void all(DriverNotes notes, DslStoreSuppliers chosen, Properties config) {
        drive(notes, everyFamily(chosen), config);
    }

    /** The application's configuration says nothing; that of the builder does. */
    private static void ofTopology(DriverNotes notes, String key, Object value) {
        Properties given = DriverSetup.config(key, value);
        given.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
        TopologyConfig config = new TopologyConfig(new StreamsConfig(given));
        drive(notes, everyFamily(null, new StreamsBuilder(config)), DriverSetup.config());
    }

    private static void drive(DriverNotes notes, Topology topology, Properties config) {
        try (TopologyTestDriver driver = DriverSetup.driver(topology, config)) {
            TestInputTopic<String, String> in = DriverSetup.input(driver, "in");
            for (String key : "b a a c b a".split(" ")) {
                in.pipeInput(key, "x");
            }
            DriverSetup.input(driver, "table").pipeInput("t", "long");
            DriverSetup.input(driver, "table").pipeInput("t", (String) null);
            notes.read(driver, "out");
            kinds(notes, driver);
            notes.rows("counts", driver.<String, Long>getTimestampedKeyValueStore("counts"));
            notes.topics(driver);
            notes.readLast(driver, "app-counts-changelog");
            notes.readLast(driver, "app-tumbling-changelog");
            notes.readLast(driver, "app-sessions-changelog");
        }
    }

    private static void kinds(DriverNotes notes, TopologyTestDriver driver) {
        Map<String, String> kinds = new TreeMap<>();
        driver.getAllStateStores().forEach((name, store) -> kinds.put(name, store.persistent() ? "disk" : "memory"));
        notes.say("stores " + kinds);
    }

    /** Notes what it is asked for, and puts all in memory. */
    private record Asked(DriverNotes notes) implements DslStoreSuppliers {
        @Override
        public KeyValueBytesStoreSupplier keyValueStore(DslKeyValueParams params) {
            note(params.name() + " " + params.dslStoreFormat());
            return Stores.inMemoryKeyValueStore(params.name());
        }

        @Override
        public WindowBytesStoreSupplier windowStore(DslWindowParams params) {
            note(params.name() + " " + params.retentionPeriod() + " " + params.windowSize() + " "
                    + params.retainDuplicates() + " " + params.isSlidingWindow() + " "
                    + params.emitStrategy().type() + " " + params.dslStoreFormat());
            return Stores.inMemoryWindowStore(
                    params.name(), params.retentionPeriod(), params.windowSize(), params.retainDuplicates());
        }

        @Override
        public SessionBytesStoreSupplier sessionStore(DslSessionParams params) {
            note(params.name() + " " + params.retentionPeriod() + " "
                    + params.emitStrategy().type() + " " + params.storeFormat());
            return Stores.inMemorySessionStore(params.name(), params.retentionPeriod());
        }

        /** How often a store is asked for is not compared. */
        private void note(String params) {
            String line = "asked for " + params;
            if (!notes.lines().contains(line)) {
                notes.say(line);
            }
        }
    }

    private static void asked(DriverNotes notes) {
        DriverNotes asked = new DriverNotes();
        try (TopologyTestDriver driver = DriverSetup.driver(everyFamily(new Asked(asked)))) {
            DriverSetup.input(driver, "in").pipeInput("a", "x");
            kinds(notes, driver);
        }
        asked.lines().stream().sorted().forEach(notes::say);
    }

    private static void twice(DriverNotes notes) {
        Topology topology = everyFamily(null);
        for (Properties config : new Properties[] {inMemory(), DriverSetup.config()}) {
            try (TopologyTestDriver driver = DriverSetup.driver(topology, config)) {
                kinds(notes, driver);
            }
        }
    }

    private static void refused(DriverNotes notes) {
        notes.ask("no suppliers", () -> Materialized.as((DslStoreSuppliers) null));
        notes.ask("no type", () -> Materialized.as("name").withStoreType(null));
        notes.ask(
                "both", () -> Materialized.as(Stores.inMemoryKeyValueStore("s")).withStoreType(StoreType.IN_MEMORY));
        notes.ask("a class of another kind", () -> {
            DriverSetup.driver(everyFamily(null), DriverSetup.config(CLASS, String.class))
                    .close();
            return "opened";
        });
    }
}
