package org.stoatflow.parity.program;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.kstream.internals.SessionWindow;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.AggregationWithHeaders;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.ReadOnlySessionStore;
import org.stoatflow.streams.state.SessionBytesStoreSupplier;
import org.stoatflow.streams.state.SessionStore;
import org.stoatflow.streams.state.SessionStoreWithHeaders;
import org.stoatflow.streams.state.StoreBuilder;
import org.stoatflow.streams.state.Stores;

/**
 * Programs that put sessions: {@code start:end:value}, where no value removes, and {@code ?} asks for those of a key.
 */
final class VectorSessions {
    private static final String STORE = VectorKeyValues.STORE;
    private static final Duration DAY = Duration.ofDays(1);

    private VectorSessions() {}

    static void addTo(Map<String, Consumer<VectorBuilder>> kinds) {
        add(kinds, "", Stores.persistentSessionStore(STORE, DAY), VectorSessions::plain);
        add(kinds, "-headers", Stores.persistentSessionStoreWithHeaders(STORE, DAY), VectorSessions::withHeaders);
    }

    private interface Program {
        void add(VectorBuilder builder, SessionBytesStoreSupplier supplier);
    }

    /** On disk, with and without a cache, and in memory. */
    private static void add(
            Map<String, Consumer<VectorBuilder>> kinds,
            String values,
            SessionBytesStoreSupplier onDisk,
            Program program) {
        kinds.put("session" + values, builder -> program.add(builder, onDisk));
        kinds.put("session" + values + VectorBuilder.CACHED, builder -> program.add(builder.cached(), onDisk));
        kinds.put(
                "session" + values + "-in-memory",
                builder -> program.add(builder, Stores.inMemorySessionStore(STORE, DAY)));
    }

    private static void plain(VectorBuilder builder, SessionBytesStoreSupplier supplier) {
        StoreBuilder<SessionStore<String, String>> store =
                Stores.sessionStoreBuilder(supplier, Serdes.String(), Serdes.String());
        builder.use(
                store,
                (rows, record) -> {
                    if (value(record).isEmpty()) {
                        rows.remove(session(record));
                    } else {
                        rows.put(session(record), value(record));
                    }
                },
                (rows, record) -> of(rows, record.key(), value -> value));
    }

    private static void withHeaders(VectorBuilder builder, SessionBytesStoreSupplier supplier) {
        StoreBuilder<SessionStoreWithHeaders<String, String>> store =
                Stores.sessionStoreWithHeadersBuilder(supplier, Serdes.String(), Serdes.String());
        builder.use(
                store,
                (rows, record) -> {
                    if (value(record).isEmpty()) {
                        rows.remove(session(record));
                    } else {
                        rows.put(session(record), AggregationWithHeaders.make(value(record), record.headers()));
                    }
                },
                (rows, record) -> of(rows, record.key(), row -> row.aggregation() + MarkedText.text(row.headers())));
    }

    private static Windowed<String> session(Record<String, String> record) {
        String[] parts = record.value().split(":", 3);
        return new Windowed<>(record.key(), new SessionWindow(Long.parseLong(parts[0]), Long.parseLong(parts[1])));
    }

    private static String value(Record<String, String> record) {
        return record.value().split(":", 3)[2];
    }

    private static <V> List<String> of(ReadOnlySessionStore<String, V> store, String key, Function<V, String> text) {
        List<String> rows = new ArrayList<>();
        try (KeyValueIterator<Windowed<String>, V> all = store.fetch(key)) {
            all.forEachRemaining(row -> rows.add(row.key.key() + "@"
                    + row.key.window().start() + "-" + row.key.window().end() + "=" + text.apply(row.value)));
        }
        return rows;
    }
}
