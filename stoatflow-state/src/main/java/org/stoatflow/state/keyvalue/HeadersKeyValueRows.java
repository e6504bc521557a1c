package org.stoatflow.state.keyvalue;

import java.util.List;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.stoatflow.operator.CachedStore;
import org.stoatflow.operator.Change;
import org.stoatflow.operator.FlushListener;
import org.stoatflow.operator.TimestampedAccess;
import org.stoatflow.record.CopyOnWriteHeaders;
import org.stoatflow.record.RecordAccess;
import org.stoatflow.state.HeaderBytes;
import org.stoatflow.state.cache.RowCache;
import org.stoatflow.state.overlay.RowCursor;
import org.stoatflow.state.overlay.RowStore;
import org.stoatflow.state.store.HeadersAccess;
import org.stoatflow.state.store.KeyFromValueIterator;
import org.stoatflow.state.store.StoreContext;
import org.stoatflow.state.store.StoreSerdes;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.TimestampedKeyValueStoreWithHeaders;
import org.stoatflow.streams.state.ValueAndTimestamp;
import org.stoatflow.streams.state.ValueTimestampHeaders;

/**
 * A key-value store whose values carry the timestamp and the headers that their changelog records have. Serdes are
 * given the value's headers, and what serializers write into them is stored and logged. A deletion is logged with a
 * copy of the headers of the record in process.
 *
 * @param <K> the type of keys
 * @param <V> the type of plain values
 */
final class HeadersKeyValueRows<K, V> extends KeyValueRows<K, ValueTimestampHeaders<V>>
        implements TimestampedKeyValueStoreWithHeaders<K, V>,
                HeadersAccess,
                TimestampedAccess<K, V>,
                CachedStore<K, V> {
    private final StoreSerdes<K, V> serdes;
    private final boolean keepsHeaders;
    private final boolean keepsTimestamps;
    private final @Nullable RowCache cache;

    HeadersKeyValueRows(StoreDescription store, StoreContext context, RowStore rows, StoreSerdes<K, V> serdes) {
        super(store, context, rows);
        this.serdes = serdes;
        keepsHeaders = store.keepsHeaders();
        keepsTimestamps = store.keepsTimestamps();
        cache = rows instanceof RowCache cached ? cached : null;
    }

    @Override
    public boolean keepsHeaders() {
        return keepsHeaders;
    }

    @Override
    public boolean keepsTimestamps() {
        return keepsTimestamps;
    }

    @Override
    byte[] keyBytes(K key) {
        return serdes.keyBytes(key);
    }

    @Override
    K key(byte[] bytes) {
        return serdes.key(bytes);
    }

    /** The headers, and behind them the plain value. */
    @Override
    byte @Nullable [] plain(ValueTimestampHeaders<V> value) {
        V plain = value.value();
        byte[] bytes = plain == null ? null : serdes.valueBytes(plain, value.headers());
        return bytes == null ? null : HeaderBytes.before(value.headers(), bytes);
    }

    @Override
    long timestamp(ValueTimestampHeaders<V> value) {
        return value.timestamp();
    }

    @Override
    @Nullable
    ValueTimestampHeaders<V> value(byte[] plain, long timestamp) {
        Headers headers = HeaderBytes.headers(plain);
        return ValueTimestampHeaders.make(serdes.value(HeaderBytes.plain(plain), headers), timestamp, headers);
    }

    @Override
    public void put(K key, @Nullable ValueTimestampHeaders<V> value) {
        context().requireOpen(name());
        requireKey(key);
        Headers headers = value == null ? copyOfCurrent() : value.headers();
        byte[] bytes = serdes.keyBytes(key, headers);
        write(bytes, value, value == null ? null : plain(value), headers);
    }

    private void write(byte[] key, @Nullable ValueTimestampHeaders<V> value, byte @Nullable [] plain, Headers headers) {
        if (value != null && plain != null) {
            requireLogged(value.timestamp());
            requireLoggable(key, plain);
            rows().write(context().partition(), key, plain, value.timestamp());
        } else {
            delete(key, value == null ? headers : context().headers());
        }
    }

    private void delete(byte[] key, Headers headers) {
        requireLoggable(key, null, headers);
        rows().delete(
                        context().partition(),
                        key,
                        context().timestamp(),
                        CopyOnWriteHeaders.of(headers).detached());
    }

    // ---- for the DSL's operators, which write no headers

    @Override
    public @Nullable V readValue(K key) {
        byte[] plain = readPlain(key);
        return plain == null ? null : serdes.value(HeaderBytes.plain(plain), HeaderBytes.headers(plain));
    }

    @Override
    public void writeValue(K key, @Nullable V value, long timestamp) {
        put(key, ValueTimestampHeaders.make(value, timestamp, new RecordHeaders()));
    }

    @Override
    public boolean setFlushListener(FlushListener<K, V> listener, boolean sendOldValues) {
        if (cache == null) {
            return false;
        }
        cache.listener(
                (key, newValue, newTimestamp, oldValue, oldTimestamp, context) -> {
                    // Only values are read with their own headers. As of stores without headers, what the key's
                    // deserializer writes is forwarded.
                    CopyOnWriteHeaders headers = context.headers().own();
                    K typedKey = serdes.key(key, headers);
                    listener.onFlush(RecordAccess.sharing(
                            typedKey,
                            new Change<>(flushed(newValue, newTimestamp), flushed(oldValue, oldTimestamp)),
                            context.timestamp(),
                            headers.share()));
                },
                sendOldValues);
        return true;
    }

    private @Nullable ValueAndTimestamp<V> flushed(byte @Nullable [] plain, long timestamp) {
        return plain == null
                ? null
                : ValueAndTimestamp.make(serdes.value(HeaderBytes.plain(plain), HeaderBytes.headers(plain)), timestamp);
    }

    private Headers copyOfCurrent() {
        return new RecordHeaders(context().headers());
    }

    @Override
    public @Nullable ValueTimestampHeaders<V> putIfAbsent(K key, @Nullable ValueTimestampHeaders<V> value) {
        context().requireOpen(name());
        requireKey(key);
        Headers headers = value == null ? copyOfCurrent() : value.headers();
        byte[] bytes = serdes.keyBytes(key, headers);
        byte[] plain = value == null ? null : plain(value); // also where it is not written, as in Kafka Streams
        ValueTimestampHeaders<V> present = read(bytes);
        if (present == null) {
            write(bytes, value, plain, headers);
        }
        return present;
    }

    @Override
    public void putAll(List<KeyValue<K, ValueTimestampHeaders<V>>> entries) {
        for (KeyValue<K, ValueTimestampHeaders<V>> entry : entries) {
            requireKey(entry.key);
        }
        for (KeyValue<K, ValueTimestampHeaders<V>> entry : entries) {
            put(entry.key, entry.value);
        }
    }

    @Override
    public @Nullable ValueTimestampHeaders<V> delete(K key) {
        context().requireOpen(name());
        requireKey(key);
        Headers headers = copyOfCurrent();
        byte[] bytes = serdes.keyBytes(key, headers);
        ValueTimestampHeaders<V> present = read(bytes);
        delete(bytes, headers);
        return present;
    }

    @Override
    KeyValueIterator<K, ValueTimestampHeaders<V>> found(RowCursor rows) {
        return new KeyFromValueIterator<>(
                found(rows, bytes -> bytes), (bytes, value) -> serdes.key(bytes, value.headers()));
    }
}
