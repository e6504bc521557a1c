package org.stoatflow.parity.program;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.streams.processor.api.ProcessorSupplier;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.StoreBuilder;
import org.stoatflow.streams.state.Stores;
import org.stoatflow.streams.state.TimestampedWindowStore;
import org.stoatflow.streams.state.ValueAndTimestamp;
import org.stoatflow.streams.state.WindowStore;
import org.stoatflow.streams.state.WindowStoreIterator;

/** Window stores as processors use them. */
final class WindowStoreRows {
    private static final String STORE = "windows";
    private static final Duration RETENTION = Duration.ofMinutes(4);
    private static final Duration SIZE = Duration.ofSeconds(10);
    private static final long BEGIN = Feeds.BEGIN / 120_000 * 120_000; // where a segment begins

    /** What is put, in order: key, and seconds after the beginning; the value is the place in the list. */
    private static final List<KeyValue<String, Integer>> PUTS = List.of(
            KeyValue.pair("a", 0),
            KeyValue.pair("b", 0),
            KeyValue.pair("a", 70),
            KeyValue.pair("ab", 10),
            KeyValue.pair("a", 70),
            KeyValue.pair("c", 200),
            KeyValue.pair("a", 130),
            KeyValue.pair("b", 250),
            KeyValue.pair("a", 20),
            KeyValue.pair("late in its segment", 5),
            KeyValue.pair("c", 365),
            KeyValue.pair("late", 5),
            KeyValue.pair("b", 130));

    private WindowStoreRows() {}

    /** Puts a value into a store, or reads from it. */
    interface Use<S extends StateStore> {
        void of(S store, String key, String value, long startMs, BiConsumer<String, Object> note);
    }

    static List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        for (boolean memory : List.of(true, false)) {
            String kind = memory ? " in memory" : " in RocksDB";
            rows.add(using("window store" + kind, () -> plain(memory, false), WindowStoreRows::put));
            rows.add(using("window store with duplicates" + kind, () -> plain(memory, true), WindowStoreRows::put));
            rows.add(using("window store with timestamps" + kind, () -> timestamped(memory), WindowStoreRows::putAt));
            rows.add(using("deletes in a window store" + kind, () -> plain(memory, false), WindowStoreRows::delete));
            rows.add(using(
                    "odd arguments of a window store" + kind,
                    () -> plain(memory, false),
                    WindowStoreRows::oddArguments));
            rows.add(using(
                            "cached window store" + kind,
                            () -> plain(memory, false).withCachingEnabled(),
                            WindowStoreRows::putAndRead)
                    .with("statestore.cache.max.bytes", 1_000_000)
                    .with("commit.interval.ms", 300));
            rows.add(fedAndKept(
                            Row.script("window store restored" + kind, at -> restart(at, plain(memory, false), true)))
                    .apart("restores", Difference.CHANGELOG_RECORDS));
        }
        rows.add(fedAndKept(Row.script("window store at a restart", at -> restart(at, plain(false, false), false)))
                .apart("restores", Difference.CHANGELOG_RECORDS));
        return rows;
    }

    private static StoreBuilder<WindowStore<String, String>> plain(boolean memory, boolean duplicates) {
        return Stores.windowStoreBuilder(
                memory
                        ? Stores.inMemoryWindowStore(STORE, RETENTION, SIZE, duplicates)
                        : Stores.persistentWindowStore(STORE, RETENTION, SIZE, duplicates),
                Serdes.String(),
                Serdes.String());
    }

    private static StoreBuilder<TimestampedWindowStore<String, String>> timestamped(boolean memory) {
        return Stores.timestampedWindowStoreBuilder(
                memory
                        ? Stores.inMemoryWindowStore(STORE, RETENTION, SIZE, false)
                        : Stores.persistentTimestampedWindowStore(STORE, RETENTION, SIZE, false),
                Serdes.String(),
                Serdes.String());
    }

    static <S extends StateStore> Row using(String name, Supplier<StoreBuilder<S>> store, Use<S> use) {
        return fedAndKept(Row.topology(name, at -> topology(at, store.get(), use)));
    }

    /** The records are old, so changelogs have to keep them for years. */
    static Row kept(Row row) {
        return row.with("windowstore.changelog.additional.retention.ms", 1_000_000_000_000L);
    }

    /** The row with the records of this table. */
    static Row fedAndKept(Row row) {
        return kept(row.fed(WindowStoreRows::feed));
    }

    private static void feed(Scene at) {
        at.create("in", 1);
        for (int i = 0; i < PUTS.size(); i++) {
            at.send("in", 0, BEGIN + PUTS.get(i).value * 1_000, PUTS.get(i).key, "v" + i);
        }
    }

    static <S extends StateStore> Topology topology(Scene at, StoreBuilder<S> store, Use<S> use) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(at.in())
                .process(new Using<>(store, use, at))
                .to(at.out());
        return builder.build();
    }

    private record Using<S extends StateStore>(StoreBuilder<S> store, Use<S> use, Scene at)
            implements ProcessorSupplier<String, String, String, String> {
        @Override
        public Processor<String, String, String, String> get() {
            return new UsingProcessor<>(store.name(), use, at);
        }

        @Override
        public Set<StoreBuilder<?>> stores() {
            return Set.of(store);
        }
    }

    private static final class UsingProcessor<S extends StateStore>
            extends ContextualProcessor<String, String, String, String> {
        private final String name;
        private final Use<S> use;
        private final Scene at;

        UsingProcessor(String name, Use<S> use, Scene at) {
            this.name = name;
            this.use = use;
            this.at = at;
        }

        @Override
        public void process(Record<String, String> record) {
            S store = context().getStateStore(name);
            use.of(
                    store,
                    record.key(),
                    record.value(),
                    record.timestamp(),
                    (what, seen) -> at.note("use", record.value() + " " + what + " " + seen));
            context().forward(record);
        }
    }

    private static void put(
            WindowStore<String, String> store, String key, String value, long ms, BiConsumer<String, Object> note) {
        store.put(key, value, ms);
        read(store, key, ms, note);
    }

    private static void putAt(
            TimestampedWindowStore<String, String> store,
            String key,
            String value,
            long ms,
            BiConsumer<String, Object> note) {
        store.put(key, ValueAndTimestamp.make(value, ms + 3), ms);
        read(store, key, ms, note);
    }

    private static void putAndRead(
            WindowStore<String, String> store, String key, String value, long ms, BiConsumer<String, Object> note) {
        store.put(key, value, ms);
        if (!key.startsWith("late")) { // Kafka Streams shows what has expired as long as it is in the cache
            note.accept("point", store.fetch(key, ms));
            ofKey(note, "key", store.fetch(key, ms, ms + 20_000));
        }
    }

    private static void delete(
            WindowStore<String, String> store, String key, String value, long ms, BiConsumer<String, Object> note) {
        store.put(key, key.equals("a") ? null : value, ms);
        store.put(key, value, ms + 1);
        store.put(key, null, ms + 1);
        read(store, key, ms, note);
    }

    private static <V> void read(WindowStore<String, V> store, String key, long ms, BiConsumer<String, Object> note) {
        note.accept("point", store.fetch(key, ms));
        note.accept("other point", store.fetch("a", BEGIN + 70_000));
        ofKey(note, "key", store.fetch("a", ms - 200_000, ms));
        ofKey(note, "key by instants", store.fetch("a", Instant.ofEpochMilli(BEGIN), Instant.ofEpochMilli(ms)));
        ofKey(note, "key backward", store.backwardFetch("a", 0, Long.MAX_VALUE));
        ofKeys(note, "keys", store.fetch("a", "b", ms - 100_000, ms + 100_000));
        ofKeys(note, "keys up to", store.fetch(null, "b", 0, Long.MAX_VALUE));
        ofKeys(note, "keys backward", store.backwardFetch("ab", null, 0, ms));
        ofKeys(note, "inverted", store.fetch("b", "a", 0, ms));
        ofKeys(note, "times", store.fetchAll(ms - 60_000, ms));
        ofKeys(note, "times backward", store.backwardFetchAll(ms - 60_000, ms));
        ofKeys(note, "all", store.all());
        ofKeys(note, "all backward", store.backwardAll());
    }

    private static <V> void ofKey(BiConsumer<String, Object> note, String what, WindowStoreIterator<V> rows) {
        try (rows) {
            List<Object> all = new ArrayList<>();
            rows.forEachRemaining(row -> all.add(row.key - BEGIN + "=" + row.value));
            note.accept(what, all);
        }
    }

    static <V> void ofKeys(BiConsumer<String, Object> note, String what, KeyValueIterator<Windowed<String>, V> rows) {
        try (rows) {
            List<Object> all = new ArrayList<>();
            rows.forEachRemaining(row -> all.add(row.key + "=" + row.value));
            note.accept(what, all);
        }
    }

    private static void oddArguments(
            WindowStore<String, String> store, String key, String value, long ms, BiConsumer<String, Object> note) {
        attempt(note, "put", () -> {
            store.put(null, value, ms);
            return "put";
        });
        attempt(note, "fetch", () -> store.fetch(null, ms));
        attempt(note, "fetch of a range", () -> store.fetch(null, 0, ms));
        attempt(note, "no time", () -> store.fetch(key, null, Instant.ofEpochMilli(ms)));
        attempt(note, "far time", () -> store.fetchAll(Instant.MIN, Instant.ofEpochMilli(ms)));
        ofKey(note, "empty range", store.fetch(key, ms, ms - 1));
        ofKeys(note, "before 1970", store.fetchAll(-5, -1));
        note.accept("name", store.name() + store.persistent() + store.isOpen());
    }

    static void attempt(BiConsumer<String, Object> note, String what, Callable<Object> action) {
        try {
            note.accept(what, action.call());
        } catch (Exception failure) {
            note.accept(what, failure.getClass().getName() + " " + failure.getMessage());
        }
    }

    private static void restart(Scene at, StoreBuilder<WindowStore<String, String>> store, boolean wiped) {
        restart(at, topology(at, store, WindowStoreRows::put), wiped);
    }

    /** Runs, runs again, with or without local state, and puts something new before it reads. */
    static void restart(Scene at, Topology topology, boolean wiped) {
        at.feed();
        KafkaStreams first = at.started(topology);
        at.awaitCommitted(first);
        at.close(first);
        at.restores.clear();
        KafkaStreams second = at.made(topology);
        if (wiped) {
            second.cleanUp();
        }
        second.start();
        at.send("in", 0, BEGIN + 400_000, "c", "more");
        at.flush();
        at.awaitCommitted(second);
        at.close(second);
    }
}
