package org.stoatflow.state.session;

import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.stoatflow.operator.HeadersHidden;
import org.stoatflow.record.CopyOnWriteHeaders;
import org.stoatflow.state.HeaderBytes;
import org.stoatflow.state.overlay.RowCursor;
import org.stoatflow.state.overlay.RowStore;
import org.stoatflow.state.store.HeadersAccess;
import org.stoatflow.state.store.HeadersLog;
import org.stoatflow.state.store.KeyFromValueIterator;
import org.stoatflow.state.store.StoreContext;
import org.stoatflow.state.store.StoreSerdes;
import org.stoatflow.state.store.TypedIterator;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.state.AggregationWithHeaders;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.SessionStoreWithHeaders;

/**
 * A session store whose values carry the headers that their changelog records have. These have the timestamp of the
 * record in process. Headers are treated as in key-value stores.
 *
 * @param <K> the type of keys
 * @param <V> the type of plain values
 */
final class HeadersSessionRows<K, V> extends SessionRows<K, AggregationWithHeaders<V>>
        implements SessionStoreWithHeaders<K, V>, HeadersAccess, HeadersHidden {
    private final StoreSerdes<K, V> serdes;
    private final boolean keepsHeaders;
    private final boolean keepsTimestamps;
    private final SessionsWithoutHeaders<K, V> withoutHeaders;

    HeadersSessionRows(
            StoreDescription store, Kept kept, StoreContext context, RowStore rows, StoreSerdes<K, V> serdes) {
        super(store, kept, context, rows, serdes);
        this.serdes = serdes;
        keepsHeaders = store.keepsHeaders();
        keepsTimestamps = store.keepsTimestamps();
        withoutHeaders = new SessionsWithoutHeaders<>(this, store, kept, context, rows, serdes);
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
    public SessionsWithoutHeaders<K, V> withoutHeaders() {
        return withoutHeaders;
    }

    /** The headers, and behind them the plain value. */
    @Override
    byte @Nullable [] plain(AggregationWithHeaders<V> value) {
        V plain = value.aggregation();
        byte[] bytes = plain == null ? null : serdes.valueBytes(plain, value.headers());
        return bytes == null ? null : HeaderBytes.before(value.headers(), bytes);
    }

    @Override
    AggregationWithHeaders<V> value(byte[] plain) {
        Headers headers = HeaderBytes.headers(plain);
        return AggregationWithHeaders.make(serdes.value(HeaderBytes.plain(plain), headers), headers);
    }

    @Override
    public void put(Windowed<K> session, @Nullable AggregationWithHeaders<V> value) {
        Windowed<K> checked = checkedSession(session);
        rows().requireWritable();
        Headers headers = value == null ? copyOfCurrent() : value.headers();
        byte[] key = serdes.keyBytes(checked.key(), headers);
        byte[] plain = value == null ? null : plain(value);
        put(
                checked.window(),
                key,
                plain,
                plain != null
                        ? null
                        : logged(value == null ? headers : context().headers()));
    }

    @Override
    public void remove(Windowed<K> session) {
        Windowed<K> checked = checkedSession(session);
        Headers headers = copyOfCurrent();
        remove(checked.window(), serdes.keyBytes(checked.key(), headers), logged(headers));
    }

    private Headers copyOfCurrent() {
        return new RecordHeaders(context().headers());
    }

    private static CopyOnWriteHeaders logged(Headers headers) {
        return CopyOnWriteHeaders.of(headers).detached();
    }

    @Override
    void log(int partition, byte[] key, byte @Nullable [] plain, @Nullable CopyOnWriteHeaders headers) {
        if (plain == null) {
            super.log(partition, key, null, headers);
        } else {
            HeadersLog.append(rows(), partition, key, plain, context().timestamp());
        }
    }

    @Override
    KeyValueIterator<Windowed<K>, AggregationWithHeaders<V>> found(RowCursor found) {
        return new KeyFromValueIterator<>(
                new TypedIterator<>(found, row -> row, this::value),
                (row, value) ->
                        session(row, serdes.key(keyBytes(row), value == null ? new RecordHeaders() : value.headers())));
    }
}
