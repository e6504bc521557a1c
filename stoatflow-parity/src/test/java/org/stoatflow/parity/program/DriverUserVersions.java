package org.stoatflow.parity.program;

import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.TestInputTopic;
import org.stoatflow.streams.TopologyTestDriver;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.Joined;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.KeyValueBytesStoreSupplier;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.StoreBuilder;
import org.stoatflow.streams.state.Stores;
import org.stoatflow.streams.state.VersionedBytesStoreSupplier;
import org.stoatflow.streams.state.VersionedKeyValueStore;

/** Versioned stores of bytes that the user has written. */
final class DriverUserVersions {
    private static final long HISTORY_MS = 100;
    private static final long[] TIMES = {1_000, 1_050, 1_020, 1_030, 949, 950, 2_000, 1_950, 1_890, 2_010};

    private DriverUserVersions() {}

    static void addTo(Map<String, Consumer<DriverNotes>> programs) {
        for (boolean persistent : new boolean[] {false, true}) {
            String where = persistent ? ", which says it is persistent" : "";
            programs.put("a user's versioned store" + where, notes -> processor(notes, persistent, true));
            programs.put(
                    "a user's versioned store without a log" + where, notes -> processor(notes, persistent, false));
            programs.put("a user's versioned table" + where, notes -> table(notes, persistent));
        }
        programs.put("a user's versioned counts", DriverUserVersions::counts);
        programs.put("a user's versioned store after a failure", DriverUserVersions::failing);
        programs.put("a user's versioned global store", DriverUserVersions::global);
        programs.put("a user's versioned stores that are refused", DriverUserVersions::refused);
    }

    private static StoreBuilder<VersionedKeyValueStore<String, String>> store(DriverNotes notes, boolean persistent) {
        return Stores.versionedKeyValueStoreBuilder(
                TreeVersions.supplier("versions", HISTORY_MS, persistent, notes::say),
                Serdes.String(),
                Serdes.String());
    }

    /** Uses every method of a versioned store. */
    private static final class Putter extends ContextualProcessor<String, String, String, String> {
        @Override
        public void process(Record<String, String> record) {
            VersionedKeyValueStore<String, String> store = context().getStateStore("versions");
            String before = "" + store.get(record.key(), record.timestamp());
            Object done = record.value() == null
                    ? store.delete(record.key(), record.timestamp())
                    : (Object) store.put(record.key(), record.value(), record.timestamp());
            if ("fail".equals(record.value())) {
                throw new IllegalStateException("as asked");
            }
            context().forward(record.withValue(before + " " + done + " " + store.get(record.key())));
        }
    }

    private static void pipe(TestInputTopic<String, String> in) {
        for (int i = 0; i < 3 * TIMES.length; i++) {
            in.pipeInput("k" + i % 2, i % 4 == 3 ? null : "v" + i, TIMES[i % TIMES.length]);
        }
    }

    private static void say(DriverNotes notes, VersionedKeyValueStore<String, ?> store) {
        notes.say("open " + store.isOpen() + " persistent " + store.persistent() + " name " + store.name());
        for (String key : new String[] {"k0", "k1", "absent"}) {
            notes.say(key + " " + store.get(key));
            for (long timeMs = 940; timeMs <= 2_020; timeMs += 10) {
                notes.say(timeMs + " " + store.get(key, timeMs));
            }
        }
    }

    private static void processor(DriverNotes notes, boolean persistent, boolean logging) {
        StreamsBuilder builder = new StreamsBuilder();
        StoreBuilder<VersionedKeyValueStore<String, String>> store = store(notes, persistent);
        builder.addStateStore(logging ? store : store.withLoggingDisabled());
        builder.<String, String>stream("in").process(Putter::new, "versions").to("out");
        try (TopologyTestDriver driver = DriverSetup.driver(builder.build())) {
            pipe(DriverSetup.input(driver, "in"));
            notes.read(driver, "out");
            VersionedKeyValueStore<String, String> seen = driver.getVersionedKeyValueStore("versions");
            notes.say("put " + seen.put("k0", "by the test", 2_015) + " deleted " + seen.delete("k1", 2_016));
            say(notes, seen);
            notes.ask("no key", () -> seen.get(null));
            notes.topics(driver);
        }
    }

    private static Materialized<String, String, KeyValueStore<Bytes, byte[]>> kept(
            DriverNotes notes, boolean persistent) {
        return Materialized.as(
                (KeyValueBytesStoreSupplier) TreeVersions.supplier("versions", HISTORY_MS, persistent, notes::say));
    }

    /** A table of versions, which its own updates and a join read at their times. */
    private static void table(DriverNotes notes, boolean persistent) {
        StreamsBuilder builder = new StreamsBuilder();
        KTable<String, String> table = builder.table("table", kept(notes, persistent));
        table.toStream().to("out");
        table.filter((key, value) -> !value.endsWith("0")).toStream().to("filtered");
        builder.<String, String>stream("in")
                .leftJoin(table, (value, of) -> value + "+" + of)
                .to("joined");
        builder.<String, String>stream("in")
                .join(
                        table,
                        (value, of) -> value + "+" + of,
                        Joined.<String, String, String>with(Serdes.String(), Serdes.String(), Serdes.String())
                                .withGracePeriod(Duration.ofMillis(20)))
                .to("later");
        try (TopologyTestDriver driver = DriverSetup.driver(builder.build())) {
            TestInputTopic<String, String> in = DriverSetup.input(driver, "in");
            TestInputTopic<String, String> of = DriverSetup.input(driver, "table");
            for (int i = 0; i < 3 * TIMES.length; i++) {
                of.pipeInput("k" + i % 2, i % 4 == 3 ? null : "v" + i, TIMES[i % TIMES.length]);
                in.pipeInput("k" + i % 2, "s" + i, TIMES[(i + 3) % TIMES.length]);
            }
            notes.read(driver, "out");
            notes.read(driver, "filtered");
            notes.read(driver, "joined");
            notes.read(driver, "later");
            say(notes, driver.getVersionedKeyValueStore("versions"));
            notes.topics(driver);
        }
    }

    private static void counts(DriverNotes notes) {
        StreamsBuilder builder = new StreamsBuilder();
        VersionedBytesStoreSupplier supplier = TreeVersions.supplier("versions", HISTORY_MS, false, notes::say);
        builder.<String, String>stream("in")
                .groupByKey()
                .count(Materialized.<String, Long>as((KeyValueBytesStoreSupplier) supplier))
                .toStream()
                .mapValues(String::valueOf)
                .to("out");
        try (TopologyTestDriver driver = DriverSetup.driver(builder.build())) {
            pipe(DriverSetup.input(driver, "in"));
            notes.read(driver, "out");
            say(notes, driver.getVersionedKeyValueStore("versions"));
            notes.topics(driver);
        }
    }

    /** What was written before the failure stays in the store, in both drivers. */
    private static void failing(DriverNotes notes) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.addStateStore(store(notes, false));
        builder.<String, String>stream("in").process(Putter::new, "versions").to("out");
        try (TopologyTestDriver driver = DriverSetup.driver(builder.build())) {
            TestInputTopic<String, String> in = DriverSetup.input(driver, "in");
            in.pipeInput("k0", "x", 1_000);
            notes.ask("failing", () -> {
                in.pipeInput("k0", "fail", 1_010);
                return "piped";
            });
            in.pipeInput("k0", "y", 1_005);
            notes.read(driver, "out");
            say(notes, driver.getVersionedKeyValueStore("versions"));
        }
    }

    private static final class Keeper extends ContextualProcessor<String, String, Void, Void> {
        @Override
        public void process(Record<String, String> record) {
            VersionedKeyValueStore<String, String> store = context().getStateStore("versions");
            store.put(record.key(), record.value(), record.timestamp());
        }
    }

    private static final class Looking extends ContextualProcessor<String, String, String, String> {
        @Override
        public void process(Record<String, String> record) {
            VersionedKeyValueStore<String, String> store = context().getStateStore("versions");
            context()
                    .forward(record.withValue(
                            store.get(record.key()) + " then " + store.get(record.key(), record.timestamp())));
        }
    }

    private static void global(DriverNotes notes) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.addGlobalStore(
                store(notes, false), "global", Consumed.with(Serdes.String(), Serdes.String()), Keeper::new);
        builder.<String, String>stream("in").process(Looking::new).to("out");
        try (TopologyTestDriver driver = DriverSetup.driver(builder.build())) {
            TestInputTopic<String, String> global = DriverSetup.input(driver, "global");
            TestInputTopic<String, String> in = DriverSetup.input(driver, "in");
            for (int i = 0; i < TIMES.length; i++) {
                global.pipeInput("k" + i % 2, i % 4 == 3 ? null : "v" + i, TIMES[i]);
                in.pipeInput("k" + i % 2, "s", TIMES[i] - 5);
            }
            notes.read(driver, "out");
            notes.topics(driver);
        }
    }

    private static void refused(DriverNotes notes) {
        notes.ask(
                "a cache",
                () -> store(notes, false)
                        .withCachingEnabled()
                        .withLoggingDisabled()
                        .name());
        notes.ask("a global table", () -> {
            StreamsBuilder builder = new StreamsBuilder();
            builder.globalTable("global", kept(notes, false));
            return builder.build().describe();
        });
    }
}
