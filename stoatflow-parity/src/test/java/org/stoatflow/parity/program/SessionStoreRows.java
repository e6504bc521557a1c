package org.stoatflow.parity.program;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.kstream.internals.SessionWindow;
import org.stoatflow.streams.state.SessionStore;
import org.stoatflow.streams.state.StoreBuilder;
import org.stoatflow.streams.state.Stores;

/** Session stores as processors use them; with the input of {@link WindowStoreRows}. */
final class SessionStoreRows {
    private static final String STORE = "sessions";
    private static final Duration RETENTION = Duration.ofMinutes(4);

    private SessionStoreRows() {}

    static List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        for (boolean memory : List.of(true, false)) {
            String kind = memory ? " in memory" : " in RocksDB";
            rows.add(WindowStoreRows.using("session store" + kind, () -> builder(memory), SessionStoreRows::put));
            rows.add(WindowStoreRows.using(
                    "removed from a session store" + kind, () -> builder(memory), SessionStoreRows::remove));
            rows.add(WindowStoreRows.using(
                    "odd arguments of a session store" + kind, () -> builder(memory), SessionStoreRows::oddArguments));
            rows.add(WindowStoreRows.using(
                            "cached session store" + kind,
                            () -> builder(memory).withCachingEnabled(),
                            SessionStoreRows::putAndRead)
                    .with("statestore.cache.max.bytes", 1_000_000)
                    .with("commit.interval.ms", 300));
            rows.add(WindowStoreRows.fedAndKept(Row.script(
                            "session store restored" + kind,
                            at -> WindowStoreRows.restart(
                                    at, WindowStoreRows.topology(at, builder(memory), SessionStoreRows::put), true)))
                    .apart("restores", Difference.CHANGELOG_RECORDS));
        }
        return rows;
    }

    private static StoreBuilder<SessionStore<String, String>> builder(boolean memory) {
        return Stores.sessionStoreBuilder(
                memory
                        ? Stores.inMemorySessionStore(STORE, RETENTION)
                        : Stores.persistentSessionStore(STORE, RETENTION),
                Serdes.String(),
                Serdes.String());
    }

    /** Sessions that end at the record's time, some of which share an end. */
    private static Windowed<String> session(String key, long endMs, int seconds) {
        return new Windowed<>(key, new SessionWindow(endMs - seconds * 1_000L, endMs));
    }

    private static void put(
            SessionStore<String, String> store, String key, String value, long ms, BiConsumer<String, Object> note) {
        store.put(session(key, ms, 0), value);
        store.put(session(key, ms, 30), value + " long");
        read(store, key, ms, note);
    }

    private static void remove(
            SessionStore<String, String> store, String key, String value, long ms, BiConsumer<String, Object> note) {
        store.put(session(key, ms, 0), value);
        store.put(session(key, ms, 5), value);
        store.put(session(key, ms, 5), null);
        store.put(session(key, ms, 40), value);
        store.remove(session("a", ms, 0));
        store.remove(session("never", ms + 1_000, 0));
        read(store, key, ms, note);
    }

    private static void putAndRead(
            SessionStore<String, String> store, String key, String value, long ms, BiConsumer<String, Object> note) {
        store.put(session(key, ms, 2), value);
        if (!key.startsWith("late")) { // Kafka Streams shows what has expired as long as it is in the cache
            note.accept("point", store.fetchSession(key, ms - 2_000, ms));
            WindowStoreRows.ofKeys(note, "key", store.findSessions(key, ms, ms));
        }
    }

    private static void read(SessionStore<String, String> store, String key, long ms, BiConsumer<String, Object> note) {
        note.accept("point", store.fetchSession(key, ms, ms));
        note.accept("long", store.fetchSession(key, Instant.ofEpochMilli(ms - 30_000), Instant.ofEpochMilli(ms)));
        WindowStoreRows.ofKeys(note, "key", store.fetch("a"));
        WindowStoreRows.ofKeys(note, "key backward", store.backwardFetch("a"));
        WindowStoreRows.ofKeys(note, "keys", store.fetch("a", "b"));
        WindowStoreRows.ofKeys(note, "keys backward", store.backwardFetch(null, "b"));
        WindowStoreRows.ofKeys(note, "find", store.findSessions("a", ms - 100_000, ms - 20_000));
        WindowStoreRows.ofKeys(note, "find backward", store.backwardFindSessions("a", ms - 100_000, ms));
        WindowStoreRows.ofKeys(note, "find keys", store.findSessions("a", "c", ms - 100_000, ms - 20_000));
        WindowStoreRows.ofKeys(note, "find keys backward", store.backwardFindSessions("ab", null, 0, ms));
        WindowStoreRows.ofKeys(note, "inverted", store.findSessions("b", "a", 0, ms));
    }

    private static void oddArguments(
            SessionStore<String, String> store, String key, String value, long ms, BiConsumer<String, Object> note) {
        WindowStoreRows.attempt(note, "put of null", () -> {
            store.put(null, value);
            return "put";
        });
        WindowStoreRows.attempt(note, "remove of null", () -> {
            store.remove(null);
            return "removed";
        });
        WindowStoreRows.attempt(note, "fetch", () -> store.fetch(null));
        WindowStoreRows.attempt(note, "find", () -> store.findSessions(null, 0, ms));
        WindowStoreRows.attempt(note, "session", () -> store.fetchSession(null, 0, ms));
        WindowStoreRows.attempt(note, "no time", () -> store.findSessions(key, null, Instant.ofEpochMilli(ms)));
        note.accept("name", store.name() + store.persistent() + store.isOpen());
    }
}
