package org.stoatflow.parity.program;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.KeyValueBytesStoreSupplier;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.ReadOnlyKeyValueStore;
import org.stoatflow.streams.state.StoreBuilder;
import org.stoatflow.streams.state.Stores;
import org.stoatflow.streams.state.TimestampedKeyValueStore;
import org.stoatflow.streams.state.TimestampedKeyValueStoreWithHeaders;
import org.stoatflow.streams.state.ValueAndTimestamp;
import org.stoatflow.streams.state.ValueTimestampHeaders;
import org.stoatflow.streams.state.VersionedKeyValueStore;
import org.stoatflow.streams.state.VersionedRecord;

/**
 * Programs whose processors put what the input says, by key: {@code value}, or {@code time:value} where the store keeps
 * times. No value deletes, and {@code ?} asks for the rows.
 */
final class VectorKeyValues {
    static final String STORE = "s";
    private static final String ASK = "?";

    private VectorKeyValues() {}

    static void addTo(Map<String, Consumer<VectorBuilder>> kinds) {
        add(kinds, "", Stores.persistentKeyValueStore(STORE), VectorKeyValues::plain);
        add(kinds, "-timestamped", Stores.persistentTimestampedKeyValueStore(STORE), VectorKeyValues::timestamped);
        add(
                kinds,
                "-headers",
                Stores.persistentTimestampedKeyValueStoreWithHeaders(STORE),
                VectorKeyValues::withHeaders);
        kinds.put("versioned", VectorKeyValues::versioned);
    }

    private interface Program {
        void add(VectorBuilder builder, KeyValueBytesStoreSupplier supplier);
    }

    /** On disk, with and without a cache, in memory, and with those entries only that were used last. */
    private static void add(
            Map<String, Consumer<VectorBuilder>> kinds,
            String values,
            KeyValueBytesStoreSupplier onDisk,
            Program program) {
        kinds.put("key-value" + values, builder -> program.add(builder, onDisk));
        kinds.put("key-value" + values + VectorBuilder.CACHED, builder -> program.add(builder.cached(), onDisk));
        kinds.put(
                "key-value" + values + "-in-memory",
                builder -> program.add(builder, Stores.inMemoryKeyValueStore(STORE)));
        kinds.put("recently-used" + values, builder -> program.add(builder, Stores.lruMap(STORE, 2)));
    }

    private static void plain(VectorBuilder builder, KeyValueBytesStoreSupplier supplier) {
        StoreBuilder<KeyValueStore<String, String>> store =
                Stores.keyValueStoreBuilder(supplier, Serdes.String(), Serdes.String());
        builder.use(
                store,
                (rows, record) -> {
                    if (record.value() == null) {
                        rows.delete(record.key());
                    } else {
                        rows.put(record.key(), record.value());
                    }
                },
                (rows, record) -> all(rows, value -> value));
    }

    private static void timestamped(VectorBuilder builder, KeyValueBytesStoreSupplier supplier) {
        StoreBuilder<TimestampedKeyValueStore<String, String>> store =
                Stores.timestampedKeyValueStoreBuilder(supplier, Serdes.String(), Serdes.String());
        builder.use(
                store,
                (rows, record) -> rows.put(
                        record.key(),
                        record.value() == null ? null : ValueAndTimestamp.make(value(record), time(record))),
                (rows, record) -> all(rows, value -> value.value() + "@" + value.timestamp()));
    }

    private static void withHeaders(VectorBuilder builder, KeyValueBytesStoreSupplier supplier) {
        StoreBuilder<TimestampedKeyValueStoreWithHeaders<String, String>> store =
                Stores.timestampedKeyValueStoreWithHeadersBuilder(supplier, Serdes.String(), Serdes.String());
        builder.use(
                store,
                (rows, record) -> rows.put(
                        record.key(),
                        record.value() == null
                                ? null
                                : ValueTimestampHeaders.make(value(record), time(record), record.headers())),
                (rows, record) ->
                        all(rows, row -> row.value() + "@" + row.timestamp() + MarkedText.text(row.headers())));
    }

    /** {@code time:} deletes, {@code ?} asks for the newest version of a key, and {@code ?time} for that of a time. */
    private static void versioned(VectorBuilder builder) {
        StoreBuilder<VersionedKeyValueStore<String, String>> store = Stores.versionedKeyValueStoreBuilder(
                Stores.persistentVersionedKeyValueStore("versions", Duration.ofDays(1)),
                Serdes.String(),
                Serdes.String());
        builder.use(
                store,
                (rows, record) -> {
                    String value = value(record);
                    rows.put(record.key(), value.isEmpty() ? null : value, time(record));
                },
                (rows, record) -> {
                    String asked = record.value().substring(1);
                    VersionedRecord<String> found =
                            asked.isEmpty() ? rows.get(record.key()) : rows.get(record.key(), Long.parseLong(asked));
                    return List.of(
                            found == null
                                    ? "none"
                                    : found.value() + "@" + found.timestamp() + "-"
                                            + found.validTo()
                                                    .map(String::valueOf)
                                                    .orElse(""));
                });
    }

    static boolean isAsking(Record<String, String> record) {
        return record.value() != null && record.value().startsWith(ASK);
    }

    private static long time(Record<String, String> record) {
        return Long.parseLong(record.value().split(":", 2)[0]);
    }

    private static String value(Record<String, String> record) {
        return record.value().split(":", 2)[1];
    }

    /** The order of rows is another test's. */
    private static <V> List<String> all(ReadOnlyKeyValueStore<String, V> store, Function<V, String> text) {
        List<String> rows = new ArrayList<>();
        try (KeyValueIterator<String, V> all = store.all()) {
            all.forEachRemaining(row -> rows.add(row.key + "=" + text.apply(row.value)));
        }
        Collections.sort(rows);
        return rows;
    }
}
