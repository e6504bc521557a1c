package org.stoatflow.state.window;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;
import org.stoatflow.state.segment.Retention;
import org.stoatflow.state.segment.UserRange;
import org.stoatflow.state.store.UserRows;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.kstream.internals.TimeWindow;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.WindowStore;
import org.stoatflow.streams.state.WindowStoreIterator;

/** Rows in a user's window store, which holds one value for each key and window, or each that was put. */
final class WindowUserRows implements UserRows {
    private static final WindowKeys KEYS = WindowKeys.ON_DISK;
    private static final int NO_SEQUENCE = 0;

    private final WindowStore<Bytes, byte[]> store;
    private final Retention retention;
    private final @Nullable DuplicateNumbers duplicates; // null where there are none

    WindowUserRows(WindowStore<Bytes, byte[]> store, Retention retention, @Nullable DuplicateNumbers duplicates) {
        this.store = store;
        this.retention = retention;
        this.duplicates = duplicates;
    }

    private byte[] row(byte[] key, long startMs, int sequence) {
        return KEYS.row(retention.segment(startMs), key, startMs, sequence);
    }

    @Override
    public byte @Nullable [] get(byte[] key) {
        byte[] user = KEYS.key(key);
        long startMs = KEYS.timeMs(key);
        if (duplicates == null) {
            return store.fetch(Bytes.wrap(user), startMs);
        }
        for (Row row : ofKey(user, startMs, startMs)) {
            if (Arrays.equals(row.key(), key)) {
                return row.stored();
            }
        }
        return null;
    }

    @Override
    public List<Row> read(byte @Nullable [] from, byte @Nullable [] to) {
        UserRange range = UserRange.of(KEYS, KEYS.suffixBytes(), retention, from, to);
        return range.key() == null ? all(range) : ofKey(range.key(), range.fromMs(), range.toMs());
    }

    @Override
    public List<byte[]> keys(byte @Nullable [] from, int max) {
        UserRange range = UserRange.of(KEYS, KEYS.suffixBytes(), retention, from, null);
        List<byte[]> keys = new ArrayList<>();
        try (KeyValueIterator<Windowed<Bytes>, byte[]> found = store.fetchAll(range.fromMs(), range.toMs())) {
            while (keys.size() < max && found.hasNext()) {
                Windowed<Bytes> window = found.next().key;
                keys.add(row(window.key().get(), window.window().start(), NO_SEQUENCE));
            }
        }
        return keys;
    }

    private List<Row> ofKey(byte[] key, long fromMs, long toMs) {
        Bytes user = Bytes.wrap(key);
        Found rows = new Found();
        try (WindowStoreIterator<byte[]> found = store.fetch(user, fromMs, toMs)) {
            while (found.hasNext()) {
                KeyValue<Long, byte[]> window = found.next();
                rows.add(user, window.key, window.value);
            }
        }
        return rows.numbered();
    }

    private List<Row> all(UserRange range) {
        Found rows = new Found();
        try (KeyValueIterator<Windowed<Bytes>, byte[]> found = store.fetchAll(range.fromMs(), range.toMs())) {
            while (found.hasNext()) {
                KeyValue<Windowed<Bytes>, byte[]> window = found.next();
                rows.add(window.key.key(), window.key.window().start(), window.value);
            }
        }
        return rows.numbered();
    }

    /** What the store has given, of which rows are made. */
    private final class Found {
        private final List<Row> rows = new ArrayList<>();
        private final Map<Windowed<Bytes>, List<byte[]>> repeated = new LinkedHashMap<>();

        void add(Bytes key, long startMs, byte[] value) {
            if (duplicates == null) {
                rows.add(new Row(row(key.get(), startMs, NO_SEQUENCE), value));
            } else {
                Windowed<Bytes> at = new Windowed<>(key, new TimeWindow(startMs, Long.MAX_VALUE));
                repeated.computeIfAbsent(at, none -> new ArrayList<>()).add(value);
            }
        }

        List<Row> numbered() {
            if (duplicates != null) {
                repeated.forEach((at, values) -> number(at.key(), at.window().start(), values, duplicates));
            }
            return rows;
        }

        private void number(Bytes key, long startMs, List<byte[]> values, DuplicateNumbers numbers) {
            List<Integer> known = numbers.of(key, startMs, values.size());
            for (int i = 0; i < values.size(); i++) {
                rows.add(new Row(row(key.get(), startMs, known.get(i)), values.get(i)));
            }
        }
    }

    @Override
    public void restored(byte[] key) {
        if (duplicates != null) {
            duplicates.add(Bytes.wrap(KEYS.key(key)), KEYS.timeMs(key), KEYS.sequence(key));
        }
    }

    @Override
    public void put(byte[] key, byte @Nullable [] stored) {
        if (stored != null) {
            restored(key);
        }
        store.put(Bytes.wrap(KEYS.key(key)), stored, KEYS.timeMs(key));
    }

    /** Window stores do not tell. */
    @Override
    public long approximateEntries() {
        return 0;
    }

    @Override
    public byte[] logged(byte[] key) {
        return KEYS.logged(key);
    }
}
