package org.stoatflow.state.keyvalue;

import org.jspecify.annotations.Nullable;
import org.stoatflow.state.overlay.RowStore;
import org.stoatflow.state.store.StoreContext;
import org.stoatflow.state.store.StoreSerdes;

/**
 * A key-value store without timestamps; its changelog records carry the timestamp of the record in process.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
final class PlainKeyValueRows<K, V> extends KeyValueRows<K, V> {
    private final StoreSerdes<K, V> serdes;

    PlainKeyValueRows(
            final String name,
            final boolean persistent,
            final StoreContext context,
            final RowStore rows,
            final StoreSerdes<K, V> serdes) {
        super(name, persistent, context, rows);
        this.serdes = serdes;
    }

    @Override
    byte[] keyBytes(final K key) {
        return serdes.keyBytes(key);
    }

    @Override
    K key(final byte[] bytes) {
        return serdes.key(bytes);
    }

    @Override
    byte @Nullable [] plain(final V value) {
        return serdes.valueBytes(value);
    }

    @Override
    long timestamp(final V value) {
        return context().timestamp();
    }

    @Override
    @Nullable
    V value(final byte[] plain, final long timestamp) {
        return serdes.value(plain);
    }
}
