package org.stoatflow.state.window;

import org.jspecify.annotations.Nullable;
import org.stoatflow.state.overlay.RowStore;
import org.stoatflow.state.store.StoreContext;
import org.stoatflow.state.store.StoreSerdes;
import org.stoatflow.stores.StoreDescription;

/**
 * A window store of plain values, whose changelog records have the timestamp of the record in process.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
final class PlainWindowRows<K, V> extends WindowRows<K, V> {
    private final StoreSerdes<K, V> serdes;

    PlainWindowRows(StoreDescription store, Kept kept, StoreContext context, RowStore rows, StoreSerdes<K, V> serdes) {
        super(store, kept, context, rows, serdes);
        this.serdes = serdes;
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
    V value(byte[] plain, long timestamp) {
        return serdes.value(plain);
    }
}
