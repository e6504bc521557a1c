package org.stoatflow.parity.program;

import java.time.Duration;
import java.util.List;
import java.util.function.BiConsumer;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.streams.state.StoreBuilder;
import org.stoatflow.streams.state.Stores;
import org.stoatflow.streams.state.VersionedKeyValueStore;

/** Versioned stores as processors use them; with the input of {@link WindowStoreRows}. */
final class VersionRows {
    private static final String STORE = "versions";
    private static final Duration HISTORY = Duration.ofMinutes(4);

    private VersionRows() {}

    static List<Row> rows() {
        return List.of(
                WindowStoreRows.using("versioned store", VersionRows::builder, VersionRows::put),
                WindowStoreRows.fedAndKept(Row.script(
                        "versioned store after a restart",
                        at -> WindowStoreRows.restart(
                                at, WindowStoreRows.topology(at, builder(), VersionRows::put), false))),
                WindowStoreRows.fedAndKept(Row.script(
                                "versioned store restored",
                                at -> WindowStoreRows.restart(
                                        at, WindowStoreRows.topology(at, builder(), VersionRows::put), true)))
                        .apart("restores"));
    }

    private static StoreBuilder<VersionedKeyValueStore<String, String>> builder() {
        return Stores.versionedKeyValueStoreBuilder(
                Stores.persistentVersionedKeyValueStore(STORE, HISTORY), Serdes.String(), Serdes.String());
    }

    private static void put(
            VersionedKeyValueStore<String, String> store,
            String key,
            String value,
            long ms,
            BiConsumer<String, Object> note) {
        note.accept("put", store.put(key, value, ms));
        note.accept("put before", store.put(key, value + " before", ms - 40_000));
        note.accept("deleted", store.delete("a", ms - 20_000));
        note.accept("newest", store.get(key));
        for (long back = 0; back < 400_000; back += 30_000) {
            note.accept("as of " + back, store.get("a", ms - back));
        }
    }
}
