package org.stoatflow.parity.program;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Properties;
import java.util.function.Consumer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.TestInputTopic;
import org.stoatflow.streams.TopologyTestDriver;
import org.stoatflow.streams.kstream.EmitStrategy;
import org.stoatflow.streams.kstream.JoinWindows;
import org.stoatflow.streams.kstream.KGroupedStream;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.SessionWindows;
import org.stoatflow.streams.kstream.SlidingWindows;
import org.stoatflow.streams.kstream.StreamJoined;
import org.stoatflow.streams.kstream.TimeWindows;
import org.stoatflow.streams.kstream.ValueJoiner;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.ProcessorSupplier;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.DslKeyValueParams;
import org.stoatflow.streams.state.DslSessionParams;
import org.stoatflow.streams.state.DslStoreSuppliers;
import org.stoatflow.streams.state.DslWindowParams;
import org.stoatflow.streams.state.KeyValueBytesStoreSupplier;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.SessionBytesStoreSupplier;
import org.stoatflow.streams.state.SessionStore;
import org.stoatflow.streams.state.StoreBuilder;
import org.stoatflow.streams.state.Stores;
import org.stoatflow.streams.state.ValueAndTimestamp;
import org.stoatflow.streams.state.WindowBytesStoreSupplier;
import org.stoatflow.streams.state.WindowStore;

/**
 * Stores that the user has written: with builders of the user's, and with suppliers that builders of Stores are given.
 */
final class DriverUserStores {
    private static final String EMIT_INTERVAL = "__emit.interval.ms.kstreams.outer.join.spurious.results.fix__";
    private static final String KEYS = "a b a c a b null:c a c b";

    private DriverUserStores() {}

    static void addTo(Map<String, Consumer<DriverNotes>> programs) {
        for (boolean persistent : new boolean[] {false, true}) {
            String where = persistent ? ", which says it is persistent" : "";
            programs.put("a user's supplier" + where, notes -> plain(notes, persistent, true, false));
            programs.put("a user's supplier without a log" + where, notes -> plain(notes, persistent, false, false));
            programs.put("a user's supplier with a cache" + where, notes -> plain(notes, persistent, true, true));
            programs.put("a user's supplier of a count" + where, notes -> count(notes, persistent, false));
            programs.put("a user's supplier of a table" + where, notes -> table(notes, persistent));
        }
        programs.put("a user's supplier of a cached count", notes -> count(notes, false, true));
        for (boolean caching : new boolean[] {false, true}) {
            String how = caching ? ", cached" : "";
            programs.put("a user's window supplier" + how, notes -> windows(notes, caching));
            programs.put("a user's session supplier" + how, notes -> sessions(notes, caching));
            String kind = caching ? "an outer" : "a";
            programs.put("a user's suppliers of " + kind + " join", notes -> join(notes, caching, false));
            programs.put("a user's suppliers on disk of " + kind + " join", notes -> join(notes, caching, true));
            programs.put("a user's suppliers for all operators" + how, notes -> chosen(notes, caching));
        }
        programs.put("a user's own store", notes -> tallies(notes, false));
        programs.put("a user's own store with a log", notes -> tallies(notes, true));
        programs.put("a user's own store after a failure", DriverUserStores::failing);
    }

    private static void pipe(TestInputTopic<String, String> in) {
        int number = 0;
        for (String key : KEYS.split(" ")) {
            number++;
            if (key.startsWith("null:")) {
                in.pipeInput(key.substring("null:".length()), (String) null);
            } else {
                in.pipeInput(key, "v" + number);
            }
        }
    }

    /** Uses every method of a key-value store. */
    private static ProcessorSupplier<String, String, String, String> using() {
        return () -> new ContextualProcessor<>() {
            @Override
            public void process(Record<String, String> record) {
                KeyValueStore<String, String> store = context().getStateStore("s");
                String absent = store.putIfAbsent(record.key() + "!", record.value());
                String before = store.get(record.key());
                if (record.value() == null) {
                    before = before + " deleted " + store.delete(record.key());
                } else {
                    store.put(record.key(), record.value());
                }
                StringBuilder seen = new StringBuilder(before + " absent " + absent + " all ");
                append(seen, store.all());
                append(seen.append(" back "), store.reverseAll());
                append(seen.append(" range "), store.range("a!", "b"));
                append(seen.append(" range back "), store.reverseRange("a!", "b"));
                context().forward(record.withValue(seen.toString()));
            }
        };
    }

    private static void append(StringBuilder text, KeyValueIterator<String, String> rows) {
        try (rows) {
            while (rows.hasNext()) {
                KeyValue<String, String> row = rows.next();
                text.append(row.key).append('=').append(row.value).append(' ');
            }
        }
    }

    private static void plain(DriverNotes notes, boolean persistent, boolean logging, boolean caching) {
        StreamsBuilder builder = new StreamsBuilder();
        KeyValueBytesStoreSupplier supplier = TreeStore.supplier("s", persistent, notes::say);
        StoreBuilder<KeyValueStore<String, String>> store =
                Stores.keyValueStoreBuilder(supplier, Serdes.String(), Serdes.String());
        if (caching) {
            store = store.withCachingEnabled();
        }
        builder.addStateStore(logging ? store : store.withLoggingDisabled());
        builder.<String, String>stream("in").process(using(), "s").to("out");
        try (TopologyTestDriver driver = DriverSetup.driver(builder.build())) {
            pipe(DriverSetup.input(driver, "in"));
            notes.read(driver, "out");
            notes.rows("s", driver.<String, String>getKeyValueStore("s"));
            notes.say("entries " + driver.getKeyValueStore("s").approximateNumEntries() + " persistent "
                    + driver.getKeyValueStore("s").persistent());
            notes.topics(driver);
        }
    }

    private static void count(DriverNotes notes, boolean persistent, boolean caching) {
        StreamsBuilder builder = new StreamsBuilder();
        Materialized<String, Long, KeyValueStore<Bytes, byte[]>> kept =
                Materialized.as(TreeStore.supplier("counts", persistent, notes::say));
        builder.<String, String>stream("in")
                .groupByKey()
                .count(caching ? kept.withCachingEnabled() : kept.withCachingDisabled())
                .toStream()
                .mapValues(String::valueOf)
                .to("out");
        try (TopologyTestDriver driver = DriverSetup.driver(builder.build())) {
            pipe(DriverSetup.input(driver, "in"));
            DriverSetup.input(driver, "in").pipeInput("a", "late", 5);
            notes.read(driver, "out");
            notes.rows("counts", driver.<String, Long>getTimestampedKeyValueStore("counts"));
            notes.topics(driver);
        }
    }

    private static void table(DriverNotes notes, boolean persistent) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.table(
                        "in",
                        Materialized.<String, String>as(TreeStore.supplier("t", persistent, notes::say))
                                .withCachingDisabled())
                .filter((key, value) -> !"b".equals(key), Materialized.as(TreeStore.supplier("f", false, notes::say)))
                .toStream()
                .mapValues(value -> value + "!")
                .to("out");
        try (TopologyTestDriver driver = DriverSetup.driver(builder.build())) {
            pipe(DriverSetup.input(driver, "in"));
            DriverSetup.input(driver, "in").pipeInput("a", "late", 5);
            notes.read(driver, "out");
            notes.rows("t", driver.<String, String>getTimestampedKeyValueStore("t"));
            notes.rows("f", driver.<String, String>getTimestampedKeyValueStore("f"));
            notes.topics(driver);
        }
    }

    private static final int[] TIMES = {10, 12, 35, 11, 36, 90, 10, 64, 12, 200, 35};

    private static void pipeAt(TopologyTestDriver driver) {
        TestInputTopic<String, String> in = DriverSetup.input(driver, "in");
        for (int i = 0; i < TIMES.length; i++) {
            in.pipeInput("k" + i % 3, "v" + i, TIMES[i]);
        }
    }

    private static <S extends StateStore> Materialized<String, Long, S> cached(
            Materialized<String, Long, S> kept, boolean caching) {
        return caching ? kept.withCachingEnabled() : kept.withCachingDisabled();
    }

    private static void windows(DriverNotes notes, boolean caching) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in")
                .groupByKey()
                .windowedBy(TimeWindows.ofSizeAndGrace(Duration.ofMillis(20), Duration.ofMillis(100))
                        .advanceBy(Duration.ofMillis(10)))
                .count(cached(Materialized.as(TreeWindows.supplier("w", 20)), caching))
                .toStream((window, count) -> window.toString())
                .mapValues(String::valueOf)
                .to("out");
        try (TopologyTestDriver driver = DriverSetup.driver(builder.build())) {
            pipeAt(driver);
            notes.read(driver, "out");
            WindowStore<String, ValueAndTimestamp<Long>> seen = driver.getTimestampedWindowStore("w");
            say(notes, "all", seen.all());
            say(notes, "some", seen.fetch("k0", "k1", Instant.ofEpochMilli(10), Instant.ofEpochMilli(40)));
            say(notes, "then", seen.fetchAll(Instant.ofEpochMilli(30), Instant.ofEpochMilli(70)));
            seen.fetch("k1", 0, 50).forEachRemaining(row -> notes.say("of k1 " + row));
            seen.backwardFetch("k1", 0, 50).forEachRemaining(row -> notes.say("back " + row));
            notes.say("one " + seen.fetch("k0", 10) + " none " + seen.fetch("k0", 11));
            notes.topics(driver);
        }
    }

    private static void sessions(DriverNotes notes, boolean caching) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in")
                .groupByKey()
                .windowedBy(SessionWindows.ofInactivityGapAndGrace(Duration.ofMillis(25), Duration.ofMillis(100)))
                .count(cached(Materialized.as(TreeSessions.supplier("s")), caching))
                .toStream((window, count) -> window.toString())
                .mapValues(String::valueOf)
                .to("out");
        try (TopologyTestDriver driver = DriverSetup.driver(builder.build())) {
            pipeAt(driver);
            notes.read(driver, "out");
            SessionStore<String, Long> seen = driver.getSessionStore("s");
            say(notes, "of k0", seen.fetch("k0"));
            say(notes, "some", seen.fetch("k0", "k1"));
            say(notes, "found", seen.findSessions("k2", 20, 100));
            notes.topics(driver);
        }
    }

    private static <K, V> void say(DriverNotes notes, String what, KeyValueIterator<K, V> rows) {
        try (rows) {
            rows.forEachRemaining(row -> notes.say(what + " " + row.key + " " + row.value));
        }
    }

    /** Records of one key and time, on both sides, are joined each with each. */
    private static void join(DriverNotes notes, boolean outer, boolean onDisk) {
        StreamsBuilder builder = new StreamsBuilder();
        JoinWindows windows = JoinWindows.ofTimeDifferenceAndGrace(Duration.ofMillis(20), Duration.ofMillis(30));
        long retentionMs = windows.size() + windows.gracePeriodMs();
        StreamJoined<String, String, String> joined = StreamJoined.<String, String, String>with(
                        TreeWindows.supplier("first", windows.size(), retentionMs, true, onDisk),
                        TreeWindows.supplier("second", windows.size(), retentionMs, true, onDisk))
                .withKeySerde(Serdes.String())
                .withValueSerde(Serdes.String())
                .withOtherValueSerde(Serdes.String());
        KStream<String, String> in = builder.stream("in");
        KStream<String, String> other = builder.stream("other");
        ValueJoiner<String, String, String> joiner = (one, another) -> one + "+" + another;
        (outer ? in.outerJoin(other, joiner, windows, joined) : in.join(other, joiner, windows, joined)).to("out");
        Properties config = DriverSetup.config(EMIT_INTERVAL, 0L);
        try (TopologyTestDriver driver = DriverSetup.driver(builder.build(), config)) {
            TestInputTopic<String, String> left = DriverSetup.input(driver, "in");
            TestInputTopic<String, String> right = DriverSetup.input(driver, "other");
            for (int i = 0; i < 2 * TIMES.length; i++) {
                (i % 3 == 1 ? right : left).pipeInput("k" + i % 2, "v" + i, TIMES[i / 2]);
            }
            notes.read(driver, "out");
            driver.<String, String>getWindowStore("first")
                    .fetch("k0", 0, 100)
                    .forEachRemaining(row -> notes.say("first " + row));
            notes.topics(driver);
        }
    }

    /** Suppliers of the user's for the stores of operators that have none of their own. */
    private record Trees() implements DslStoreSuppliers {
        @Override
        public KeyValueBytesStoreSupplier keyValueStore(DslKeyValueParams params) {
            return TreeStore.supplier(params.name(), false, told -> {});
        }

        @Override
        public WindowBytesStoreSupplier windowStore(DslWindowParams params) {
            return TreeWindows.supplier(params.name(), params.windowSize().toMillis());
        }

        @Override
        public SessionBytesStoreSupplier sessionStore(DslSessionParams params) {
            return TreeSessions.supplier(params.name());
        }
    }

    private static void chosen(DriverNotes notes, boolean caching) {
        StreamsBuilder builder = new StreamsBuilder();
        KGroupedStream<String, String> grouped =
                builder.<String, String>stream("in").groupByKey();
        grouped.count(cached(Materialized.<String, Long, KeyValueStore<Bytes, byte[]>>as(new Trees()), caching))
                .toStream()
                .mapValues(count -> "all " + count)
                .to("out");
        grouped.windowedBy(SlidingWindows.ofTimeDifferenceAndGrace(Duration.ofMillis(15), Duration.ofMillis(50)))
                .count(cached(Materialized.<String, Long, WindowStore<Bytes, byte[]>>as(new Trees()), caching))
                .toStream((window, count) -> window.toString())
                .mapValues(String::valueOf)
                .to("out");
        grouped.windowedBy(TimeWindows.ofSizeAndGrace(Duration.ofMillis(20), Duration.ofMillis(5)))
                .emitStrategy(EmitStrategy.onWindowClose())
                .count(cached(Materialized.<String, Long, WindowStore<Bytes, byte[]>>as(new Trees()), caching))
                .toStream((window, count) -> "closed " + window)
                .mapValues(String::valueOf)
                .to("out");
        try (TopologyTestDriver driver = DriverSetup.driver(builder.build())) {
            pipeAt(driver);
            notes.read(driver, "out");
            notes.topics(driver);
        }
    }

    private static StreamsBuilder tallying(DriverNotes notes, boolean logging) {
        StreamsBuilder builder = new StreamsBuilder();
        OwnStores store = new OwnStores("tallies", notes::say);
        builder.addStateStore(logging ? store.withLoggingEnabled(Map.of()) : store);
        ProcessorSupplier<String, String, String, String> tally = () -> new ContextualProcessor<>() {
            @Override
            public void process(Record<String, String> record) {
                OwnStores.Tallies tallies = context().getStateStore("tallies");
                int tally = tallies.add(record.key());
                if ("fail".equals(record.value())) {
                    throw new IllegalStateException("as asked");
                }
                context().forward(record.withValue(record.key() + " " + tally));
            }
        };
        builder.<String, String>stream("in").process(tally, "tallies").to("out");
        return builder;
    }

    private static void tallies(DriverNotes notes, boolean logging) {
        try (TopologyTestDriver driver =
                DriverSetup.driver(tallying(notes, logging).build())) {
            pipe(DriverSetup.input(driver, "in"));
            notes.read(driver, "out");
            OwnStores.Tallies seen = (OwnStores.Tallies) driver.getStateStore("tallies");
            notes.say("open " + seen.isOpen() + ", tally " + seen.add("a"));
            notes.say("all " + driver.getAllStateStores().keySet());
            notes.topics(driver);
        }
    }

    /** What was written before the failure stays in the store, in both drivers. */
    private static void failing(DriverNotes notes) {
        try (TopologyTestDriver driver =
                DriverSetup.driver(tallying(notes, false).build())) {
            TestInputTopic<String, String> in = DriverSetup.input(driver, "in");
            in.pipeInput("a", "x");
            notes.ask("failing", () -> {
                in.pipeInput("a", "fail");
                return "piped";
            });
            in.pipeInput("a", "y");
            notes.read(driver, "out");
        }
    }
}
