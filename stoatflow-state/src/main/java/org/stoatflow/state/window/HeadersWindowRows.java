package org.stoatflow.state.window;

import java.util.Objects;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.stoatflow.operator.HeadersHidden;
import org.stoatflow.record.CopyOnWriteHeaders;
import org.stoatflow.state.HeaderBytes;
import org.stoatflow.state.overlay.RowCursor;
import org.stoatflow.state.overlay.RowStore;
import org.stoatflow.state.store.HeadersAccess;
import org.stoatflow.state.store.KeyFromValueIterator;
import org.stoatflow.state.store.StoreContext;
import org.stoatflow.state.store.StoreSerdes;
import org.stoatflow.state.store.TypedIterator;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.TimestampedWindowStoreWithHeaders;
import org.stoatflow.streams.state.ValueTimestampHeaders;

/**
 * A window store whose values carry the timestamp and the headers that their changelog records have. Headers are
 * treated as in key-value stores.
 *
 * @param <K> the type of keys
 * @param <V> the type of plain values
 */
final class HeadersWindowRows<K, V> extends WindowRows<K, ValueTimestampHeaders<V>>
        implements TimestampedWindowStoreWithHeaders<K, V>, HeadersAccess, HeadersHidden {
    private final StoreSerdes<K, V> serdes;
    private final boolean keepsHeaders;
    private final boolean keepsTimestamps;
    private final WindowsWithoutHeaders<K, V> withoutHeaders;

    HeadersWindowRows(
            StoreDescription store, Kept kept, StoreContext context, RowStore rows, StoreSerdes<K, V> serdes) {
        super(store, kept, context, rows, serdes);
        this.serdes = serdes;
        keepsHeaders = store.keepsHeaders();
        keepsTimestamps = store.keepsTimestamps();
        withoutHeaders = new WindowsWithoutHeaders<>(this, store, kept, context, rows, serdes);
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
    public WindowsWithoutHeaders<K, V> withoutHeaders() {
        return withoutHeaders;
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
    ValueTimestampHeaders<V> value(byte[] plain, long timestamp) {
        Headers headers = HeaderBytes.headers(plain);
        return ValueTimestampHeaders.make(serdes.value(HeaderBytes.plain(plain), headers), timestamp, headers);
    }

    @Override
    public void put(K key, @Nullable ValueTimestampHeaders<V> value, long startMs) {
        context().requireOpen(name());
        Objects.requireNonNull(key, "key cannot be null");
        Headers headers = value == null ? new RecordHeaders(context().headers()) : value.headers();
        byte[] bytes = serdes.keyBytes(key, headers);
        byte[] plain = value == null ? null : plain(value);
        if (value != null && plain != null) {
            write(bytes, plain, startMs, value.timestamp(), null);
        } else {
            Headers logged = value == null ? headers : context().headers();
            write(
                    bytes,
                    null,
                    startMs,
                    context().timestamp(),
                    CopyOnWriteHeaders.of(logged).detached());
        }
    }

    @Override
    KeyValueIterator<Windowed<K>, ValueTimestampHeaders<V>> found(RowCursor found) {
        return new KeyFromValueIterator<>(
                new TypedIterator<>(found, row -> row, this::value),
                (row, value) -> new Windowed<>(
                        serdes.key(keyBytes(row), value == null ? new RecordHeaders() : value.headers()),
                        windowAt(startMs(row))));
    }
}
