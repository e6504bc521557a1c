package org.stoatflow.parity.program;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.TestInputTopic;
import org.stoatflow.streams.TopologyTestDriver;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.kstream.internals.SessionWindow;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.AggregationWithHeaders;
import org.stoatflow.streams.state.KeyValueBytesStoreSupplier;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.SessionBytesStoreSupplier;
import org.stoatflow.streams.state.SessionStoreWithHeaders;
import org.stoatflow.streams.state.StoreBuilder;
import org.stoatflow.streams.state.Stores;
import org.stoatflow.streams.state.TimestampedKeyValueStoreWithHeaders;
import org.stoatflow.streams.state.TimestampedWindowStoreWithHeaders;
import org.stoatflow.streams.state.ValueTimestampHeaders;
import org.stoatflow.streams.state.WindowBytesStoreSupplier;
import org.stoatflow.streams.test.TestRecord;

/**
 * Stores of values with headers, with serdes that write them, over rows that have room for headers and that have none.
 */
final class DriverHeaders {
    private static final int RECORDS = 150;
    private static final Duration RETENTION = Duration.ofSeconds(40);
    private static final Duration SIZE = Duration.ofSeconds(10);

    private DriverHeaders() {}

    static void addTo(Map<String, Consumer<DriverNotes>> programs) {
        rows(programs, "with headers", false, () -> Stores.persistentTimestampedKeyValueStoreWithHeaders("s"));
        rows(
                programs,
                "with headers in a cache",
                true,
                () -> Stores.persistentTimestampedKeyValueStoreWithHeaders("s"));
        rows(programs, "without room", false, () -> Stores.persistentTimestampedKeyValueStore("s"));
        rows(programs, "in memory", false, () -> Stores.inMemoryKeyValueStore("s"));
        windows(
                programs,
                "with headers",
                false,
                () -> Stores.persistentTimestampedWindowStoreWithHeaders("s", RETENTION, SIZE, false));
        windows(
                programs,
                "with headers in a cache",
                true,
                () -> Stores.persistentTimestampedWindowStoreWithHeaders("s", RETENTION, SIZE, false));
        windows(
                programs,
                "without room",
                false,
                () -> Stores.persistentTimestampedWindowStore("s", RETENTION, SIZE, false));
        windows(programs, "without timestamps", false, () -> Stores.persistentWindowStore("s", RETENTION, SIZE, false));
        windows(programs, "in memory", false, () -> Stores.inMemoryWindowStore("s", RETENTION, SIZE, false));
        sessions(programs, "with headers", false, () -> Stores.persistentSessionStoreWithHeaders("s", RETENTION));
        sessions(
                programs,
                "with headers in a cache",
                true,
                () -> Stores.persistentSessionStoreWithHeaders("s", RETENTION));
        sessions(programs, "without room", false, () -> Stores.persistentSessionStore("s", RETENTION));
        sessions(programs, "in memory", false, () -> Stores.inMemorySessionStore("s", RETENTION));
    }

    /** One use of a store, drawn at random for each record. */
    interface Use<S extends StateStore> {
        void with(S store, Draw draw, DriverNotes notes);
    }

    /** What is drawn for a record. */
    record Draw(Random random, String key, String value, long timestamp, long startMs, boolean cached) {
        static Draw of(Record<String, String> record, boolean cached) {
            Random random = new Random(record.timestamp());
            return new Draw(
                    random,
                    "k" + random.nextInt(3),
                    random.nextInt(8) == 0 ? "nothing" : record.value(),
                    random.nextInt(100_000),
                    Math.max(0, record.timestamp() - random.nextInt(cached ? 20_000 : 60_000)) / 5_000 * 5_000,
                    cached);
        }

        boolean deletes() {
            return random.nextInt(6) == 0;
        }

        Headers headers() {
            Headers headers = new RecordHeaders();
            for (int i = random.nextInt(3); i > 0; i--) {
                headers.add("h" + i, random.nextInt(4) == 0 ? null : value.getBytes());
            }
            return headers;
        }

        ValueTimestampHeaders<String> stamped() {
            return ValueTimestampHeaders.make(value, timestamp, headers());
        }
    }

    private static <S extends StateStore> void run(
            DriverNotes notes, StoreBuilder<S> store, boolean cached, Use<S> use, Consumer<TopologyTestDriver> after) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.addStateStore(cached ? store.withCachingEnabled() : store);
        builder.<String, String>stream("in")
                .process(
                        () -> new ContextualProcessor<String, String, String, String>() {
                            @Override
                            public void process(Record<String, String> record) {
                                use.with(context().getStateStore("s"), Draw.of(record, cached), notes);
                                notes.say("context " + MarkedText.text(record.headers()));
                            }
                        },
                        "s");
        try (TopologyTestDriver driver = DriverSetup.driver(builder.build())) {
            TestInputTopic<String, String> in = DriverSetup.input(driver, "in");
            for (int i = 0; i < RECORDS; i++) {
                Headers given = new RecordHeaders();
                if (cached || i % 2 == 0) {
                    given.add(cached ? "frozen" : "given", new byte[] {'1'});
                }
                in.pipeInput(new TestRecord<>("k", "v" + i, given, 1_000L + 1_700L * i));
                log(driver, notes);
            }
            if (!cached) { // a cache of Kafka Streams goes on to show windows that have expired
                after.accept(driver);
            }
        }
    }

    /** The last changelog record of each key. */
    private static void log(TopologyTestDriver driver, DriverNotes notes) {
        Map<String, String> last = new TreeMap<>();
        driver.createOutputTopic("app-s-changelog", new ByteArrayDeserializer(), new ByteArrayDeserializer())
                .readRecordsToList()
                .forEach(record -> last.put(
                        Arrays.toString(record.key()),
                        (record.value() == null ? null : new String(record.value())) + "@" + record.timestamp()
                                + MarkedText.text(record.headers())));
        notes.say("log " + last);
    }

    // ---- rows

    private static void rows(
            Map<String, Consumer<DriverNotes>> programs,
            String name,
            boolean cached,
            Supplier<KeyValueBytesStoreSupplier> supplier) {
        programs.put(
                "headers: rows " + name,
                notes -> run(
                        notes,
                        Stores.timestampedKeyValueStoreWithHeadersBuilder(
                                supplier.get(), new MarkedText("k"), new MarkedText("v")),
                        cached,
                        DriverHeaders::useRows,
                        driver -> {
                            notes.rows("plain", driver.<String, String>getKeyValueStore("s"));
                            notes.rows("timestamped", driver.<String, String>getTimestampedKeyValueStore("s"));
                            notes.say("all "
                                    + driver.getTimestampedKeyValueStoreWithHeaders("s")
                                            .get("k1"));
                            notes.ask("as versioned", () -> driver.getVersionedKeyValueStore("s"));
                            notes.ask("as windows", () -> driver.getTimestampedWindowStoreWithHeaders("s"));
                            notes.ask("as any", () -> driver.getStateStore("s"));
                        }));
    }

    private static void useRows(
            TimestampedKeyValueStoreWithHeaders<String, String> store, Draw draw, DriverNotes notes) {
        if (draw.deletes()) {
            notes.say("deleted " + text(store.delete(draw.key())));
        } else {
            ValueTimestampHeaders<String> value = draw.stamped();
            store.put(draw.key(), value);
            notes.say("put " + MarkedText.text(value.headers()));
        }
        notes.say("got " + text(store.get("k1")));
        if (!draw.cached()) {
            notes.say("all " + read(store.all()));
        }
    }

    private static String text(ValueTimestampHeaders<String> value) {
        return value == null ? null : value.value() + "@" + value.timestamp() + MarkedText.text(value.headers());
    }

    private static <K> List<String> read(KeyValueIterator<K, ValueTimestampHeaders<String>> found) {
        List<String> rows = new ArrayList<>();
        try (found) {
            while (found.hasNext()) {
                KeyValue<K, ValueTimestampHeaders<String>> row = found.next();
                rows.add(row.key + "=" + text(row.value));
            }
        }
        return rows;
    }

    // ---- windows

    private static void windows(
            Map<String, Consumer<DriverNotes>> programs,
            String name,
            boolean cached,
            Supplier<WindowBytesStoreSupplier> supplier) {
        programs.put(
                "headers: windows " + name,
                notes -> run(
                        notes,
                        Stores.timestampedWindowStoreWithHeadersBuilder(
                                supplier.get(), new MarkedText("k"), new MarkedText("v")),
                        cached,
                        DriverHeaders::useWindows,
                        driver -> {
                            try (KeyValueIterator<Windowed<String>, String> all =
                                    driver.<String, String>getWindowStore("s").all()) {
                                all.forEachRemaining(row -> notes.say("plain " + row));
                            }
                            try (KeyValueIterator<Windowed<String>, ?> all = driver.<String, String>
                                            getTimestampedWindowStore("s")
                                    .all()) {
                                all.forEachRemaining(row -> notes.say("timestamped " + row));
                            }
                            notes.say("all "
                                    + read(driver.<String, String>getTimestampedWindowStoreWithHeaders("s")
                                            .all()));
                            notes.ask("as any", () -> driver.getStateStore("s"));
                        }));
    }

    private static void useWindows(
            TimestampedWindowStoreWithHeaders<String, String> store, Draw draw, DriverNotes notes) {
        if (draw.deletes()) {
            store.put(draw.key(), null, draw.startMs());
        } else {
            ValueTimestampHeaders<String> value = draw.stamped();
            store.put(draw.key(), value, draw.startMs());
            notes.say("put " + MarkedText.text(value.headers()));
        }
        notes.say("got " + text(store.fetch("k1", draw.startMs())));
        if (!draw.cached()) {
            notes.say("of key " + read(store.fetch("k1", 0, draw.startMs())));
            notes.say("of keys " + read(store.backwardFetch("k0", "k1", 0, draw.startMs())));
            notes.say("all " + read(store.fetchAll(draw.startMs() - 20_000, draw.startMs())));
        }
    }

    // ---- sessions

    private static void sessions(
            Map<String, Consumer<DriverNotes>> programs,
            String name,
            boolean cached,
            Supplier<SessionBytesStoreSupplier> supplier) {
        programs.put(
                "headers: sessions " + name,
                notes -> run(
                        notes,
                        Stores.sessionStoreWithHeadersBuilder(supplier.get(), new MarkedText("k"), new MarkedText("v")),
                        cached,
                        DriverHeaders::useSessions,
                        driver -> {
                            try (KeyValueIterator<Windowed<String>, String> all =
                                    driver.<String, String>getSessionStore("s").fetch("k1")) {
                                all.forEachRemaining(row -> notes.say("plain " + row));
                            }
                            notes.say("all "
                                    + sessions(driver.<String, String>getSessionStoreWithHeaders("s")
                                            .fetch("k2")));
                            notes.ask("as any", () -> driver.getStateStore("s"));
                        }));
    }

    private static void useSessions(SessionStoreWithHeaders<String, String> store, Draw draw, DriverNotes notes) {
        Windowed<String> session = new Windowed<>(
                draw.key(), new SessionWindow(draw.startMs(), draw.startMs() + draw.timestamp() % 3_000));
        if (draw.deletes()) {
            if (draw.random().nextBoolean()) {
                store.remove(session);
            } else {
                store.put(session, null);
            }
        } else {
            AggregationWithHeaders<String> value = AggregationWithHeaders.make(draw.value(), draw.headers());
            store.put(session, value);
            notes.say("put " + MarkedText.text(value.headers()));
        }
        notes.say("got "
                + text(store.fetchSession(
                        draw.key(), session.window().start(), session.window().end())));
        if (!draw.cached()) {
            notes.say("of key " + sessions(store.findSessions("k1", 0, draw.startMs())));
            notes.say("of keys " + sessions(store.backwardFindSessions("k0", "k1", 0, draw.startMs())));
        }
    }

    private static String text(AggregationWithHeaders<String> value) {
        return value == null ? null : value.aggregation() + MarkedText.text(value.headers());
    }

    private static List<String> sessions(KeyValueIterator<Windowed<String>, AggregationWithHeaders<String>> found) {
        List<String> rows = new ArrayList<>();
        try (found) {
            while (found.hasNext()) {
                KeyValue<Windowed<String>, AggregationWithHeaders<String>> row = found.next();
                rows.add(row.key + "=" + text(row.value));
            }
        }
        return rows;
    }
}
