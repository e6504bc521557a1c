package org.stoatflow.parity.program;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.errors.SerializationException;
import org.stoatflow.parity.Cluster;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.StoreQueryParameters;
import org.stoatflow.streams.errors.InvalidStateStoreException;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.QueryableStoreType;
import org.stoatflow.streams.state.QueryableStoreTypes;
import org.stoatflow.streams.state.ReadOnlyKeyValueStore;
import org.stoatflow.streams.state.ReadOnlyWindowStore;
import org.stoatflow.streams.state.ValueAndTimestamp;

/** How the rows of a store are read from outside. */
enum ShownStore {
    /** Of a key-value store of any format. */
    VALUES {
        @Override
        KeyValueIterator<?, ?> all(KafkaStreams app, String store) {
            return of(app, store, QueryableStoreTypes.<Object, Object>keyValueStore())
                    .all();
        }
    },
    /** Of a key-value store whose rows have timestamps. */
    TIMES {
        @Override
        KeyValueIterator<?, ?> all(KafkaStreams app, String store) {
            ReadOnlyKeyValueStore<Object, ValueAndTimestamp<Object>> rows =
                    of(app, store, QueryableStoreTypes.timestampedKeyValueStore());
            return rows.all();
        }
    },
    /** Of a window store. */
    WINDOWS {
        @Override
        KeyValueIterator<?, ?> all(KafkaStreams app, String store) {
            ReadOnlyWindowStore<Object, Object> rows = of(app, store, QueryableStoreTypes.windowStore());
            return rows.all();
        }
    };

    /** What is no text, such as a window's times, which change from hour to hour. */
    private static final String BYTES = "bytes";

    private static final char NO_CHAR = '\uFFFD';

    abstract KeyValueIterator<?, ?> all(KafkaStreams app, String store);

    /** All rows; one row that says so if their bytes cannot be read. */
    Map<String, String> rows(KafkaStreams app, String store) {
        Map<String, String> rows = new TreeMap<>();
        try (KeyValueIterator<?, ?> all = all(app, store)) {
            while (all.hasNext()) {
                KeyValue<?, ?> row = all.next();
                rows.merge(key(row.key), value(row.value), ShownStore::both);
            }
        } catch (SerializationException other) {
            return Map.of("what", "cannot be read");
        }
        return rows;
    }

    /** Rows of one key, in one order whichever partition was read first. */
    private static String both(String values, String next) {
        return Stream.concat(Stream.of(values.split(",")), Stream.of(next))
                .sorted()
                .collect(Collectors.joining(","));
    }

    private static String key(Object key) {
        if (key instanceof Windowed<?> windowed) {
            String text = String.valueOf(windowed.key());
            return isText(text) ? text + "@" + Leg.minute(windowed.window().start()) : BYTES;
        }
        String text = String.valueOf(key);
        return isText(text) ? text : BYTES;
    }

    private static String value(Object value) {
        if (value instanceof ValueAndTimestamp<?> both) {
            long time = both.timestamp();
            return both.value() + (time == -1 ? "@unknown" : "@" + Leg.minute(time));
        }
        String text = String.valueOf(value);
        if (hasBrokenChars(text)) {
            return BYTES;
        }
        return isText(text) ? text : HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
    }

    private static boolean isText(String text) {
        return text.chars().noneMatch(Character::isISOControl) && !hasBrokenChars(text);
    }

    private static boolean hasBrokenChars(String text) {
        return text.indexOf(NO_CHAR) >= 0;
    }

    private static <T> T of(KafkaStreams app, String store, QueryableStoreType<T> type) {
        return new Opened<>(app, store, type).awaited();
    }

    /** A store that may be about to be opened. One thread. */
    private static final class Opened<T> {
        private final KafkaStreams app;
        private final StoreQueryParameters<T> asked;
        private T store;
        private InvalidStateStoreException refused;

        Opened(KafkaStreams app, String store, QueryableStoreType<T> type) {
            this.app = app;
            asked = StoreQueryParameters.fromNameAndType(store, type);
        }

        T awaited() {
            Cluster.await(this::isThere, () -> "a store to read: " + refused);
            return store;
        }

        private boolean isThere() {
            try {
                store = app.store(asked);
                return true;
            } catch (InvalidStateStoreException notYet) {
                refused = notYet;
                return false;
            }
        }
    }
}
