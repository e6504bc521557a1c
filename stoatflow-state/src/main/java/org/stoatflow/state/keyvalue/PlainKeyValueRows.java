package org.stoatflow.state.keyvalue;

import org.jspecify.annotations.Nullable;
import org.stoatflow.state.overlay.RowStore;
import org.stoatflow.state.store.StoreContext;
import org.stoatflow.state.store.StoreSerdes;
import org.stoatflow.stores.StoreDescription;

/**
 * A key-value store without timestamps; its changelog records carry the timestamp of the record in process.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
final class PlainKeyValueRows<K, V> extends KeyValueRows<K, V> {
    private final StoreSerdes<K, V> serdes;

    PlainKeyValueRows(StoreDescription store, StoreContext context, RowStore rows, StoreSerdes<K, V> serdes) {
        super(store, context, rows);
        this.serdes = serdes;
    }

    @Override
    byte[] keyBytes(K key) {
        return serdes.keyBytes(key);
    }

    @Override
    K key(byte[] bytes) {
        return serdes.key(bytes);
    }

    @Override
    byte @Nullable [] plain(V value) {
        return serdes.valueBytes(value);
    }

    @Override
    long timestamp(V value) {
        return context().timestamp();
    }

    @Override
    @Nullable
    V value(byte[] plain, long timestamp) {
        return serdes.value(plain);
    }
}
