package org.stoatflow.parity.program;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.ReadOnlyWindowStore;
import org.stoatflow.streams.state.StoreBuilder;
import org.stoatflow.streams.state.Stores;
import org.stoatflow.streams.state.TimestampedWindowStore;
import org.stoatflow.streams.state.TimestampedWindowStoreWithHeaders;
import org.stoatflow.streams.state.ValueAndTimestamp;
import org.stoatflow.streams.state.ValueTimestampHeaders;
import org.stoatflow.streams.state.WindowBytesStoreSupplier;
import org.stoatflow.streams.state.WindowStore;

/** Programs that put windows: {@code start:value}, where no value deletes, and {@code ?} asks for the rows. */
final class VectorWindows {
    private static final String STORE = VectorKeyValues.STORE;
    private static final Duration DAY = Duration.ofDays(1);
    private static final Duration SIZE = Duration.ofMillis(10);

    private VectorWindows() {}

    static void addTo(Map<String, Consumer<VectorBuilder>> kinds) {
        add(kinds, "", Stores.persistentWindowStore(STORE, DAY, SIZE, false), VectorWindows::plain);
        add(
                kinds,
                "-timestamped",
                Stores.persistentTimestampedWindowStore(STORE, DAY, SIZE, false),
                VectorWindows::timestamped);
        add(
                kinds,
                "-headers",
                Stores.persistentTimestampedWindowStoreWithHeaders(STORE, DAY, SIZE, false),
                VectorWindows::withHeaders);
        kinds.put("window-duplicates", builder -> plain(builder, Stores.persistentWindowStore(STORE, DAY, SIZE, true)));
        kinds.put(
                "window-duplicates-timestamped",
                builder -> timestamped(builder, Stores.persistentTimestampedWindowStore(STORE, DAY, SIZE, true)));
        kinds.put(
                "window-duplicates-headers",
                builder -> withHeaders(
                        builder, Stores.persistentTimestampedWindowStoreWithHeaders(STORE, DAY, SIZE, true)));
        kinds.put(
                "window-duplicates-in-memory",
                builder -> plain(builder, Stores.inMemoryWindowStore(STORE, DAY, SIZE, true)));
    }

    private interface Program {
        void add(VectorBuilder builder, WindowBytesStoreSupplier supplier);
    }

    /** On disk, with and without a cache, and in memory. */
    private static void add(
            Map<String, Consumer<VectorBuilder>> kinds,
            String values,
            WindowBytesStoreSupplier onDisk,
            Program program) {
        kinds.put("window" + values, builder -> program.add(builder, onDisk));
        kinds.put("window" + values + VectorBuilder.CACHED, builder -> program.add(builder.cached(), onDisk));
        kinds.put(
                "window" + values + "-in-memory",
                builder -> program.add(builder, Stores.inMemoryWindowStore(STORE, DAY, SIZE, false)));
    }

    private static void plain(VectorBuilder builder, WindowBytesStoreSupplier supplier) {
        StoreBuilder<WindowStore<String, String>> store =
                Stores.windowStoreBuilder(supplier, Serdes.String(), Serdes.String());
        builder.use(
                store,
                (rows, record) -> rows.put(record.key(), value(record), start(record)),
                (rows, record) -> all(rows, value -> value));
    }

    /** The time of a row is that of its record. */
    private static void timestamped(VectorBuilder builder, WindowBytesStoreSupplier supplier) {
        StoreBuilder<TimestampedWindowStore<String, String>> store =
                Stores.timestampedWindowStoreBuilder(supplier, Serdes.String(), Serdes.String());
        builder.use(
                store,
                (rows, record) -> rows.put(
                        record.key(), ValueAndTimestamp.make(value(record), record.timestamp()), start(record)),
                (rows, record) -> all(rows, row -> row.value() + "@" + row.timestamp()));
    }

    private static void withHeaders(VectorBuilder builder, WindowBytesStoreSupplier supplier) {
        StoreBuilder<TimestampedWindowStoreWithHeaders<String, String>> store =
                Stores.timestampedWindowStoreWithHeadersBuilder(supplier, Serdes.String(), Serdes.String());
        builder.use(
                store,
                (rows, record) -> rows.put(
                        record.key(),
                        ValueTimestampHeaders.make(value(record), record.timestamp(), record.headers()),
                        start(record)),
                (rows, record) ->
                        all(rows, row -> row.value() + "@" + row.timestamp() + MarkedText.text(row.headers())));
    }

    private static long start(Record<String, String> record) {
        return Long.parseLong(record.value().split(":", 2)[0]);
    }

    private static String value(Record<String, String> record) {
        String value = record.value().split(":", 2)[1];
        return value.isEmpty() ? null : value;
    }

    private static <V> List<String> all(ReadOnlyWindowStore<String, V> store, Function<V, String> text) {
        List<String> rows = new ArrayList<>();
        try (KeyValueIterator<Windowed<String>, V> all = store.all()) {
            all.forEachRemaining(
                    row -> rows.add(row.key.key() + "@" + row.key.window().start() + "=" + text.apply(row.value)));
        }
        return rows;
    }
}
