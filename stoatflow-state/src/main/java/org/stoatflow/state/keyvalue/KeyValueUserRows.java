package org.stoatflow.state.keyvalue;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;
import org.stoatflow.state.store.UserRows;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.KeyValueStore;

/** Rows in a user's key-value store: a row's key is the store's. */
final class KeyValueUserRows implements UserRows {
    private final KeyValueStore<Bytes, byte[]> store;

    KeyValueUserRows(KeyValueStore<Bytes, byte[]> store) {
        this.store = store;
    }

    @Override
    public byte @Nullable [] get(byte[] key) {
        return store.get(Bytes.wrap(key));
    }

    @Override
    public List<Row> read(byte @Nullable [] from, byte @Nullable [] to) {
        List<Row> rows = new ArrayList<>();
        try (KeyValueIterator<Bytes, byte[]> found = found(from, to)) {
            while (found.hasNext()) {
                KeyValue<Bytes, byte[]> row = found.next();
                if (row.value != null) {
                    rows.add(new Row(row.key.get(), row.value));
                }
            }
        }
        return rows;
    }

    private KeyValueIterator<Bytes, byte[]> found(byte @Nullable [] from, byte @Nullable [] to) {
        return from == null && to == null ? store.all() : store.range(Bytes.wrap(from), Bytes.wrap(to));
    }

    @Override
    public List<byte[]> keys(byte @Nullable [] from, int max) {
        List<byte[]> keys = new ArrayList<>();
        try (KeyValueIterator<Bytes, byte[]> found = found(from, null)) {
            while (keys.size() < max && found.hasNext()) {
                KeyValue<Bytes, byte[]> row = found.next();
                if (row.value != null) {
                    keys.add(row.key.get());
                }
            }
        }
        return keys;
    }

    @Override
    public void put(byte[] key, byte @Nullable [] stored) {
        if (stored == null) {
            store.delete(Bytes.wrap(key));
        } else {
            store.put(Bytes.wrap(key), stored);
        }
    }

    @Override
    public long approximateEntries() {
        return store.approximateNumEntries();
    }

    @Override
    public byte[] logged(byte[] key) {
        return key;
    }
}
