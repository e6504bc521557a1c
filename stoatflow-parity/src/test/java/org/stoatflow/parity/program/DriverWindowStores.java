package org.stoatflow.parity.program;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.TestInputTopic;
import org.stoatflow.streams.TopologyTestDriver;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.kstream.internals.SessionWindow;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.SessionStore;
import org.stoatflow.streams.state.StoreBuilder;
import org.stoatflow.streams.state.Stores;
import org.stoatflow.streams.state.TimestampedWindowStore;
import org.stoatflow.streams.state.ValueAndTimestamp;
import org.stoatflow.streams.state.WindowStore;

/** Window and session stores that a test reads and writes. */
final class DriverWindowStores {
    private static final Duration RETENTION = Duration.ofMinutes(4);
    private static final Duration SIZE = Duration.ofSeconds(10);

    private DriverWindowStores() {}

    static void addTo(Map<String, Consumer<DriverNotes>> programs) {
        programs.put("a window store in memory", notes -> windows(notes, true));
        programs.put("a window store on disk", notes -> windows(notes, false));
        programs.put("a window store with timestamps", DriverWindowStores::timestamped);
        programs.put("a session store in memory", notes -> sessions(notes, true));
        programs.put("a session store on disk", notes -> sessions(notes, false));
    }

    /** What a processor does with its store for each record. */
    interface Use<S extends StateStore> {
        void put(S store, Record<String, String> record);
    }

    private static <S extends StateStore> TopologyTestDriver driver(StoreBuilder<S> store, Use<S> use) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.addStateStore(store);
        builder.<String, String>stream("in")
                .process(
                        () -> new ContextualProcessor<String, String, String, String>() {
                            @Override
                            public void process(Record<String, String> record) {
                                use.put(context().getStateStore("s"), record);
                            }
                        },
                        "s");
        return DriverSetup.driver(builder.build());
    }

    private static void pipe(TopologyTestDriver driver) {
        TestInputTopic<String, String> in = DriverSetup.input(driver, "in");
        in.pipeInput("a", "1", 10_000);
        in.pipeInput("b", "2", 20_000);
        in.pipeInput("a", "3", 90_000);
        in.pipeInput("a", "4", 10_000);
    }

    private static <K, V> String rows(KeyValueIterator<K, V> iterator) {
        List<String> rows = new ArrayList<>();
        try (iterator) {
            while (iterator.hasNext()) {
                KeyValue<K, V> row = iterator.next();
                rows.add(row.key + "=" + row.value);
            }
        }
        return rows.toString();
    }

    private static void windows(DriverNotes notes, boolean memory) {
        StoreBuilder<WindowStore<String, String>> store = Stores.windowStoreBuilder(
                memory
                        ? Stores.inMemoryWindowStore("s", RETENTION, SIZE, false)
                        : Stores.persistentWindowStore("s", RETENTION, SIZE, false),
                Serdes.String(),
                Serdes.String());
        try (TopologyTestDriver driver =
                driver(store, (windows, record) -> windows.put(record.key(), record.value(), record.timestamp()))) {
            pipe(driver);
            WindowStore<String, String> seen = driver.getWindowStore("s");
            seen.put("test", "x", 30_000);
            notes.say(rows(seen.all()));
            notes.say(seen.fetch("a", 10_000) + " " + seen.fetch("a", 10_001));
            notes.say(rows(seen.fetch("a", Instant.ofEpochMilli(0), Instant.ofEpochMilli(100_000))));
            notes.say(rows(seen.backwardFetch("a", 0, 100_000)));
            notes.say(rows(seen.fetchAll(15_000, 95_000)));
            notes.ask("wrong method", () -> driver.getStateStore("s"));
            notes.ask("no timestamps", () -> driver.getTimestampedWindowStore("s"));
            notes.ask("no sessions", () -> driver.getSessionStore("s"));
            notes.topics(driver);
        }
    }

    private static void timestamped(DriverNotes notes) {
        StoreBuilder<TimestampedWindowStore<String, String>> store = Stores.timestampedWindowStoreBuilder(
                Stores.persistentTimestampedWindowStore("s", RETENTION, SIZE, false), Serdes.String(), Serdes.String());
        try (TopologyTestDriver driver = driver(
                store,
                (windows, record) -> windows.put(
                        record.key(), ValueAndTimestamp.make(record.value(), record.timestamp() + 1), 10_000))) {
            pipe(driver);
            WindowStore<String, String> plain = driver.getWindowStore("s");
            notes.say(plain.fetch("a", 10_000) + " " + plain.fetch("c", 10_000));
            notes.say(rows(plain.all()) + rows(plain.backwardAll()) + rows(plain.fetch("a", 0, 100_000)));
            notes.say(rows(plain.fetch("a", "b", 0, 100_000)) + rows(plain.backwardFetch("a", "b", 0, 100_000)));
            WindowStore<String, ValueAndTimestamp<String>> timed = driver.getTimestampedWindowStore("s");
            notes.say(rows(timed.all()));
            notes.ask("wrong method", () -> driver.getStateStore("s"));
        }
    }

    private static void sessions(DriverNotes notes, boolean memory) {
        StoreBuilder<SessionStore<String, String>> store = Stores.sessionStoreBuilder(
                memory ? Stores.inMemorySessionStore("s", RETENTION) : Stores.persistentSessionStore("s", RETENTION),
                Serdes.String(),
                Serdes.String());
        try (TopologyTestDriver driver = driver(
                store,
                (sessions, record) -> sessions.put(
                        new Windowed<>(record.key(), new SessionWindow(record.timestamp(), record.timestamp() + 5)),
                        record.value()))) {
            pipe(driver);
            SessionStore<String, String> seen = driver.getSessionStore("s");
            notes.say(rows(seen.fetch("a")) + rows(seen.fetch("a", "b")));
            notes.say(rows(seen.findSessions("a", 0, 50_000)) + " " + seen.fetchSession("b", 20_000, 20_005));
            seen.remove(new Windowed<>("b", new SessionWindow(20_000, 20_005)));
            notes.say(rows(seen.fetch("b")));
            notes.ask("wrong method", () -> driver.getStateStore("s"));
            notes.ask("no windows", () -> driver.getWindowStore("s"));
        }
    }
}
