package org.stoatflow.parity.program;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.streams.processor.api.ProcessorSupplier;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.KeyValueBytesStoreSupplier;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.StoreBuilder;
import org.stoatflow.streams.state.Stores;

/** Stores as processors use them: iterators, deletes, caches. */
final class StoreRows {
    private static final String STORE = "rows";

    private StoreRows() {}

    /** Called once, with a store that holds a to f. */
    private interface Use {
        void of(KeyValueStore<String, String> store, BiConsumer<String, Object> note);
    }

    static List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        for (String kind : List.of("in memory", "in RocksDB")) {
            Function<String, KeyValueBytesStoreSupplier> supplier =
                    kind.equals("in memory") ? Stores::inMemoryKeyValueStore : Stores::persistentKeyValueStore;
            rows.add(using("delete while iterating " + kind, supplier, StoreRows::deleteAhead));
            rows.add(using("put while iterating " + kind, supplier, StoreRows::putAhead));
            rows.add(using("change while iterating " + kind, supplier, StoreRows::changeAhead));
            rows.add(using("delete all that an iterator finds " + kind, supplier, StoreRows::deleteAll));
            rows.add(using("hasNext after close " + kind, supplier, StoreRows::afterClose));
            rows.add(using("next at the end " + kind, supplier, StoreRows::atEnd));
            rows.add(using("peekNextKey " + kind, supplier, StoreRows::peek));
            rows.add(using("remove of an iterator " + kind, supplier, StoreRows::remove));
            rows.add(using("ranges " + kind, supplier, StoreRows::ranges));
            rows.add(using("odd arguments " + kind, supplier, StoreRows::oddArguments));
            rows.add(using("points " + kind, supplier, StoreRows::points));
            rows.add(using("prefix " + kind, supplier, StoreRows::prefix));
            rows.add(using("two iterators " + kind, supplier, StoreRows::two));
            rows.add(using(
                    "iterator left open " + kind,
                    supplier,
                    (store, note) -> note.accept("first", store.all().next())));
        }
        rows.add(Row.script("first update of a cached store", StoreRows::firstUpdate)
                .with("statestore.cache.max.bytes", 1_000_000)
                .with("commit.interval.ms", 60_000));
        rows.add(Row.script("caches by their old key", StoreRows::firstUpdate)
                .with("statestore.cache.max.bytes", Settings.UNSET)
                .with("cache.max.bytes.buffering", "0")
                .with("commit.interval.ms", 60_000));
        rows.add(Row.script("cached store at a commit", StoreRows::cachedCommit)
                .with("statestore.cache.max.bytes", 1_000_000)
                .with("commit.interval.ms", 500));
        rows.add(Row.script("restored", StoreRows::restored).apart("restores", Difference.CHANGELOG_RECORDS));
        rows.add(Row.script("nothing to restore", StoreRows::upToDate).apart("restores", Difference.CHANGELOG_RECORDS));
        rows.add(Row.script("restored in memory", at -> restart(at, Stores.inMemoryKeyValueStore(STORE), false))
                .apart("restores", Difference.CHANGELOG_RECORDS));
        return rows;
    }

    private static Row using(String name, Function<String, KeyValueBytesStoreSupplier> supplier, Use use) {
        return Row.topology(name, at -> {
                    StoreBuilder<KeyValueStore<String, String>> store =
                            Stores.keyValueStoreBuilder(supplier.apply(STORE), Serdes.String(), Serdes.String());
                    StreamsBuilder builder = new StreamsBuilder();
                    builder.<String, String>stream(at.in())
                            .process(new Using(store, use, at))
                            .to(at.out());
                    return builder.build();
                })
                .fed(at -> {
                    at.create("in", 1);
                    for (String key : List.of("c", "a", "f", "b", "e", "d", "use")) {
                        at.send("in", 0, Feeds.BEGIN, key, key + "1");
                    }
                });
    }

    private record Using(StoreBuilder<KeyValueStore<String, String>> store, Use use, Scene at)
            implements ProcessorSupplier<String, String, String, String> {
        @Override
        public Processor<String, String, String, String> get() {
            return new UsingProcessor(use, at);
        }

        @Override
        public Set<StoreBuilder<?>> stores() {
            return Set.of(store);
        }
    }

    private static final class UsingProcessor extends ContextualProcessor<String, String, String, String> {
        private final Use use;
        private final Scene at;

        UsingProcessor(Use use, Scene at) {
            this.use = use;
            this.at = at;
        }

        @Override
        public void process(Record<String, String> record) {
            KeyValueStore<String, String> store = context().getStateStore(STORE);
            if (record.key().equals("use")) {
                use.of(store, (what, seen) -> at.note("use", what + " " + seen));
                try (KeyValueIterator<String, String> all = store.all()) {
                    all.forEachRemaining(
                            row -> context().forward(record.withKey(row.key).withValue(row.value)));
                }
            } else {
                store.put(record.key(), record.value());
            }
        }
    }

    private static void deleteAhead(KeyValueStore<String, String> store, BiConsumer<String, Object> note) {
        try (KeyValueIterator<String, String> all = store.all()) {
            note.accept("first", all.next());
            store.delete("b");
            store.delete("d");
            all.forEachRemaining(row -> note.accept("row", row));
        }
    }

    private static void putAhead(KeyValueStore<String, String> store, BiConsumer<String, Object> note) {
        try (KeyValueIterator<String, String> all = store.all()) {
            note.accept("first", all.next());
            store.put("aa", "new");
            store.put("g", "new");
            all.forEachRemaining(row -> note.accept("row", row));
        }
    }

    private static void changeAhead(KeyValueStore<String, String> store, BiConsumer<String, Object> note) {
        try (KeyValueIterator<String, String> all = store.all()) {
            note.accept("first", all.next());
            store.put("a", "changed");
            store.put("b", "changed");
            store.delete("c");
            store.put("c", "again");
            all.forEachRemaining(row -> note.accept("row", row));
        }
    }

    private static void deleteAll(KeyValueStore<String, String> store, BiConsumer<String, Object> note) {
        try (KeyValueIterator<String, String> all = store.all()) {
            while (all.hasNext()) {
                KeyValue<String, String> row = all.next();
                note.accept("deleted", store.delete(row.key));
                store.delete("e");
            }
        }
    }

    private static void afterClose(KeyValueStore<String, String> store, BiConsumer<String, Object> note) {
        KeyValueIterator<String, String> all = store.all();
        all.next();
        all.close();
        attempt(note, "hasNext", all::hasNext);
        attempt(note, "next", all::next);
        attempt(note, "peek", all::peekNextKey);
        attempt(note, "close", () -> {
            all.close();
            return "done";
        });
        KeyValueIterator<String, String> some = store.range("b", "c");
        some.close();
        attempt(note, "hasNext of a range", some::hasNext);
    }

    private static void atEnd(KeyValueStore<String, String> store, BiConsumer<String, Object> note) {
        try (KeyValueIterator<String, String> all = store.range("e", "z")) {
            all.forEachRemaining(row -> note.accept("row", row));
            attempt(note, "next", all::next);
            attempt(note, "peek", all::peekNextKey);
        }
    }

    private static void peek(KeyValueStore<String, String> store, BiConsumer<String, Object> note) {
        try (KeyValueIterator<String, String> all = store.all()) {
            note.accept("peek", all.peekNextKey());
            note.accept("peek", all.peekNextKey());
            note.accept("next", all.next());
            note.accept("peek", all.peekNextKey());
        }
    }

    private static void remove(KeyValueStore<String, String> store, BiConsumer<String, Object> note) {
        try (KeyValueIterator<String, String> all = store.all()) {
            all.next();
            attempt(note, "remove", () -> {
                all.remove();
                return "removed";
            });
        }
    }

    private static void ranges(KeyValueStore<String, String> store, BiConsumer<String, Object> note) {
        rows(note, "range b d", store.range("b", "d"));
        rows(note, "range null c", store.range(null, "c"));
        rows(note, "range d null", store.range("d", null));
        rows(note, "range null null", store.range(null, null));
        rows(note, "range d b", store.range("d", "b"));
        rows(note, "reverse b d", store.reverseRange("b", "d"));
        rows(note, "reverse null c", store.reverseRange(null, "c"));
        rows(note, "reverse all", store.reverseAll());
    }

    private static void oddArguments(KeyValueStore<String, String> store, BiConsumer<String, Object> note) {
        attempt(note, "get null", () -> store.get(null));
        attempt(note, "delete null", () -> store.delete(null));
        attempt(note, "put null", () -> {
            store.put(null, "x");
            return "put";
        });
        attempt(note, "putAll null", () -> {
            store.putAll(null);
            return "put";
        });
        attempt(note, "putIfAbsent null", () -> store.putIfAbsent(null, "x"));
        attempt(
                note,
                "prefix null",
                () -> store.prefixScan(null, Serdes.String().serializer()));
    }

    private static void points(KeyValueStore<String, String> store, BiConsumer<String, Object> note) {
        note.accept("absent", store.putIfAbsent("a", "other"));
        note.accept("absent", store.putIfAbsent("z", "other"));
        note.accept("delete", store.delete("z"));
        note.accept("delete again", store.delete("z"));
        store.put("y", null);
        note.accept("get y", store.get("y"));
        store.putAll(List.of(KeyValue.pair("p", "1"), KeyValue.pair("q", null), KeyValue.pair("a", null)));
        note.accept("get p", store.get("p"));
        note.accept("get a", store.get("a"));
        note.accept("empty", store.putIfAbsent("empty", ""));
        note.accept("name", store.name() + store.persistent() + store.isOpen());
    }

    private static void prefix(KeyValueStore<String, String> store, BiConsumer<String, Object> note) {
        store.put("ab", "1");
        store.put("abc", "2");
        store.put("b\uffff", "3");
        rows(note, "a", store.prefixScan("a", Serdes.String().serializer()));
        rows(note, "b", store.prefixScan("b", Serdes.String().serializer()));
        rows(note, "none", store.prefixScan("x", Serdes.String().serializer()));
    }

    private static void two(KeyValueStore<String, String> store, BiConsumer<String, Object> note) {
        try (KeyValueIterator<String, String> one = store.all();
                KeyValueIterator<String, String> other = store.reverseAll()) {
            while (one.hasNext() && other.hasNext()) {
                note.accept("pair", one.next() + " " + other.next());
            }
        }
    }

    private static void rows(BiConsumer<String, Object> note, String what, KeyValueIterator<String, String> rows) {
        try (rows) {
            List<KeyValue<String, String>> all = new ArrayList<>();
            rows.forEachRemaining(all::add);
            note.accept(what, all);
        }
    }

    private static void attempt(
            BiConsumer<String, Object> note, String what, java.util.concurrent.Callable<Object> action) {
        try {
            note.accept(what, action.call());
        } catch (Exception failure) {
            note.accept(what, failure.getClass().getName());
        }
    }

    /** Two updates far inside of one commit interval: what leaves, leaves when the application is closed. */
    private static void firstUpdate(Scene at) {
        at.create("in", 1);
        at.createOutput("out", 1, java.util.Map.of());
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(at.in())
                .peek((k, v) -> at.note("read", v))
                .groupByKey()
                .reduce((x, y) -> x + y, Materialized.as(STORE))
                .toStream()
                .peek((k, v) -> at.note("update", v))
                .to(at.out());
        KafkaStreams app = at.started(builder.build());
        for (int i = 1; i <= 4; i++) {
            at.send("in", 0, Feeds.BEGIN, "one", "" + i);
            at.flush();
            at.awaitNoted(app, "read", i);
        }
        at.close(app);
    }

    private static void cachedCommit(Scene at) {
        at.create("in", 1);
        at.createOutput("out", 1, java.util.Map.of());
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(at.in())
                .groupByKey()
                .count(Materialized.as(STORE))
                .toStream()
                .peek((k, v) -> at.note(k, v))
                .mapValues(String::valueOf)
                .to(at.out());
        at.send("in", 0, Feeds.BEGIN, "a", "1");
        at.flush();
        KafkaStreams app = at.started(builder.build());
        at.awaitNoted(app, "a", 1);
        at.send("in", 0, Feeds.BEGIN, "b", "1");
        at.flush();
        at.awaitNoted(app, "b", 1);
        at.awaitCommitted(app);
        at.close(app);
    }

    private static void restored(Scene at) {
        restart(at, Stores.persistentKeyValueStore(STORE), true);
    }

    private static void upToDate(Scene at) {
        restart(at, Stores.persistentKeyValueStore(STORE), false);
    }

    static void restart(Scene at, KeyValueBytesStoreSupplier store, boolean wiped) {
        at.feed();
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(at.in())
                .groupByKey()
                .count(Materialized.as(store))
                .toStream()
                .mapValues(String::valueOf)
                .to(at.out());
        Topology topology = builder.build();
        KafkaStreams first = at.started(topology);
        at.awaitCommitted(first);
        at.close(first);
        at.restores.clear();
        KafkaStreams second = at.made(topology);
        if (wiped) {
            second.cleanUp();
        }
        second.start();
        at.send("in", 0, Feeds.BEGIN, "k0", "more");
        at.flush();
        at.awaitCommitted(second);
        at.close(second);
    }
}
