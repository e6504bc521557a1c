package org.stoatflow.state.session;

import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;
import org.stoatflow.operator.CachedStore;
import org.stoatflow.operator.Change;
import org.stoatflow.operator.FlushListener;
import org.stoatflow.record.CopyOnWriteHeaders;
import org.stoatflow.record.RecordAccess;
import org.stoatflow.state.cache.RowCache;
import org.stoatflow.state.overlay.RowStore;
import org.stoatflow.state.store.StoreContext;
import org.stoatflow.state.store.StoreSerdes;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.state.ValueAndTimestamp;

/**
 * A session store of plain values, whose changelog records have the timestamp of the record in process.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
final class PlainSessionRows<K, V> extends SessionRows<K, V> implements CachedStore<Windowed<K>, V> {
    private final StoreSerdes<K, V> serdes;
    private final @Nullable RowCache cache;

    PlainSessionRows(StoreDescription store, Kept kept, StoreContext context, RowStore rows, StoreSerdes<K, V> serdes) {
        super(store, kept, context, rows, serdes);
        this.serdes = serdes;
        cache = rows instanceof RowCache cached ? cached : null;
    }

    @Override
    byte @Nullable [] plain(V value) {
        return serdes.valueBytes(value);
    }

    @Override
    V value(byte[] plain) {
        return serdes.value(plain);
    }

    /** The values that the listener is told carry the timestamp of the record that wrote last. */
    @Override
    public boolean setFlushListener(FlushListener<Windowed<K>, V> listener, boolean sendOldValues) {
        if (cache == null) {
            return false;
        }
        cache.listener(
                (row, newValue, newTimestamp, oldValue, oldTimestamp, context) -> {
                    // As of key-value stores: what the key's deserializer writes into the headers is forwarded.
                    CopyOnWriteHeaders headers = context.headers().own();
                    Windowed<K> session = session(row, serdes.key(keyBytes(row), headers));
                    CopyOnWriteHeaders forwarded = headers.share();
                    listener.onFlush(RecordAccess.sharing(
                            session,
                            new Change<>(
                                    flushed(newValue, context.timestamp(), headers),
                                    flushed(oldValue, context.timestamp(), headers)),
                            context.timestamp(),
                            forwarded));
                },
                sendOldValues);
        return true;
    }

    private @Nullable ValueAndTimestamp<V> flushed(byte @Nullable [] plain, long timestamp, Headers headers) {
        return plain == null ? null : ValueAndTimestamp.make(serdes.value(plain, headers), timestamp);
    }
}
