package org.stoatflow.state.keyvalue;

import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;
import org.stoatflow.operator.CachedStore;
import org.stoatflow.operator.Change;
import org.stoatflow.operator.FlushListener;
import org.stoatflow.operator.TimestampedAccess;
import org.stoatflow.record.CopyOnWriteHeaders;
import org.stoatflow.record.RecordAccess;
import org.stoatflow.state.cache.RowCache;
import org.stoatflow.state.overlay.RowStore;
import org.stoatflow.state.store.StoreContext;
import org.stoatflow.state.store.StoreSerdes;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.streams.state.TimestampedKeyValueStore;
import org.stoatflow.streams.state.ValueAndTimestamp;

/**
 * A key-value store whose values carry the timestamp that their changelog records have.
 *
 * @param <K> the type of keys
 * @param <V> the type of plain values
 */
final class TimestampedKeyValueRows<K, V> extends KeyValueRows<K, ValueAndTimestamp<V>>
        implements TimestampedKeyValueStore<K, V>, TimestampedAccess<K, V>, CachedStore<K, V> {
    private final StoreSerdes<K, V> serdes;
    private final @Nullable RowCache cache;

    TimestampedKeyValueRows(StoreDescription store, StoreContext context, RowStore rows, StoreSerdes<K, V> serdes) {
        super(store, context, rows);
        this.serdes = serdes;
        cache = rows instanceof RowCache cached ? cached : null;
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
    byte @Nullable [] plain(ValueAndTimestamp<V> value) {
        V plain = value.value();
        return plain == null ? null : serdes.valueBytes(plain);
    }

    @Override
    long timestamp(ValueAndTimestamp<V> value) {
        return value.timestamp();
    }

    @Override
    @Nullable
    ValueAndTimestamp<V> value(byte[] plain, long timestamp) {
        return ValueAndTimestamp.make(serdes.value(plain), timestamp);
    }

    @Override
    public @Nullable V readValue(K key) {
        byte[] plain = readPlain(key);
        return plain == null ? null : serdes.value(plain);
    }

    @Override
    public void writeValue(K key, @Nullable V value, long timestamp) {
        byte[] bytes = checkedKey(key); // before the value, since serializers may write headers
        writePlain(bytes, value == null ? null : serdes.valueBytes(value), timestamp);
    }

    @Override
    public boolean setFlushListener(FlushListener<K, V> listener, boolean sendOldValues) {
        if (cache == null) {
            return false;
        }
        cache.listener(
                (key, newValue, newTimestamp, oldValue, oldTimestamp, context) -> {
                    // What the key's deserializer writes shows in the record, and what the value's writes does not, as
                    // in
                    // Kafka Streams.
                    CopyOnWriteHeaders headers = context.headers().own();
                    K typedKey = serdes.key(key, headers);
                    CopyOnWriteHeaders forwarded = headers.share();
                    listener.onFlush(RecordAccess.sharing(
                            typedKey,
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
