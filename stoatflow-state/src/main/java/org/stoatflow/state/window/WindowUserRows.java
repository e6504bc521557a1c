package org.stoatflow.state.window;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;
import org.stoatflow.state.segment.Retention;
import org.stoatflow.state.segment.UserRange;
import org.stoatflow.state.store.UserRows;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.WindowStore;
import org.stoatflow.streams.state.WindowStoreIterator;

/** Rows in a user's window store, which holds one value for each key and window. */
final class WindowUserRows implements UserRows {
    private static final WindowKeys KEYS = WindowKeys.ON_DISK;
    private static final int NO_SEQUENCE = 0;

    private final WindowStore<Bytes, byte[]> store;
    private final Retention retention;

    WindowUserRows(WindowStore<Bytes, byte[]> store, Retention retention) {
        this.store = store;
        this.retention = retention;
    }

    private byte[] row(byte[] key, long startMs) {
        return KEYS.row(retention.segment(startMs), key, startMs, NO_SEQUENCE);
    }

    @Override
    public byte @Nullable [] get(byte[] key) {
        return store.fetch(Bytes.wrap(KEYS.key(key)), KEYS.timeMs(key));
    }

    @Override
    public List<Row> read(byte @Nullable [] from, byte @Nullable [] to) {
        UserRange range = UserRange.of(KEYS, KEYS.suffixBytes(), retention, from, to);
        return range.key() == null ? all(range) : ofKey(range.key(), range);
    }

    private List<Row> ofKey(byte[] key, UserRange range) {
        List<Row> rows = new ArrayList<>();
        try (WindowStoreIterator<byte[]> found = store.fetch(Bytes.wrap(key), range.fromMs(), range.toMs())) {
            while (found.hasNext()) {
                KeyValue<Long, byte[]> window = found.next();
                rows.add(new Row(row(key, window.key), window.value));
            }
        }
        return rows;
    }

    private List<Row> all(UserRange range) {
        List<Row> rows = new ArrayList<>();
        try (KeyValueIterator<Windowed<Bytes>, byte[]> found = store.fetchAll(range.fromMs(), range.toMs())) {
            while (found.hasNext()) {
                KeyValue<Windowed<Bytes>, byte[]> window = found.next();
                rows.add(new Row(row(window.key.key().get(), window.key.window().start()), window.value));
            }
        }
        return rows;
    }

    @Override
    public void put(byte[] key, byte @Nullable [] stored) {
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
