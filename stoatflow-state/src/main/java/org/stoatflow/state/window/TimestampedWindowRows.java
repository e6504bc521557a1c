package org.stoatflow.state.window;

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
import org.stoatflow.state.store.TimestampsAccess;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.state.TimestampedWindowStore;
import org.stoatflow.streams.state.ValueAndTimestamp;

/**
 * A window store whose values carry the timestamp that their changelog records have.
 *
 * @param <K> the type of keys
 * @param <V> the type of plain values
 */
final class TimestampedWindowRows<K, V> extends WindowRows<K, ValueAndTimestamp<V>>
        implements TimestampedWindowStore<K, V>, TimestampsAccess, CachedStore<Windowed<K>, V> {
    private final StoreSerdes<K, V> serdes;
    private final @Nullable RowCache cache;
    private final boolean keepsTimestamps;

    TimestampedWindowRows(
            StoreDescription store, Kept kept, StoreContext context, RowStore rows, StoreSerdes<K, V> serdes) {
        super(store, kept, context, rows, serdes);
        this.serdes = serdes;
        cache = rows instanceof RowCache cached ? cached : null;
        keepsTimestamps = store.keepsTimestamps();
    }

    @Override
    public boolean keepsTimestamps() {
        return keepsTimestamps;
    }

    @Override
    byte @Nullable [] plain(ValueAndTimestamp<V> value) {
        V plain = value.value();
        return plain == null ? null : serdes.valueBytes(plain);
    }

    @Override
    long timestamp(ValueAndTimestamp<V> value) {
        return value.timestamp();
    }

    @Override
    ValueAndTimestamp<V> value(byte[] plain, long timestamp) {
        return ValueAndTimestamp.make(serdes.value(plain), timestamp);
    }

    @Override
    public boolean setFlushListener(FlushListener<Windowed<K>, V> listener, boolean sendOldValues) {
        if (cache == null) {
            return false;
        }
        cache.listener(
                (row, newValue, newTimestamp, oldValue, oldTimestamp, context) -> {
                    // As of key-value stores: what the key's deserializer writes into the headers is forwarded.
                    CopyOnWriteHeaders headers = context.headers().own();
                    K key = serdes.key(keyBytes(row), headers);
                    CopyOnWriteHeaders forwarded = headers.share();
                    listener.onFlush(RecordAccess.sharing(
                            new Windowed<>(key, windowAt(startMs(row))),
                            new Change<>(
                                    flushed(newValue, newTimestamp, headers), flushed(oldValue, oldTimestamp, headers)),
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
