package org.stoatflow.state.session;

import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.stoatflow.operator.CachedStore;
import org.stoatflow.operator.Change;
import org.stoatflow.operator.FlushListener;
import org.stoatflow.record.CopyOnWriteHeaders;
import org.stoatflow.record.RecordAccess;
import org.stoatflow.state.cache.CachedContext;
import org.stoatflow.state.cache.RowCache;
import org.stoatflow.state.overlay.RowCursor;
import org.stoatflow.state.overlay.RowStore;
import org.stoatflow.state.store.StoreContext;
import org.stoatflow.state.store.StoreSerdes;
import org.stoatflow.stores.MappedIterator;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.AggregationWithHeaders;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.ValueAndTimestamp;

/**
 * What the DSL's operators see of a session store with headers. They write none; serdes are given those of the row.
 *
 * @param <K> the type of keys
 * @param <V> the type of plain values
 */
final class SessionsWithoutHeaders<K, V> extends SessionRows<K, V> implements CachedStore<Windowed<K>, V> {
    private final HeadersSessionRows<K, V> sessions;
    private final StoreSerdes<K, V> serdes;
    private final @Nullable RowCache cache;

    SessionsWithoutHeaders(
            HeadersSessionRows<K, V> sessions,
            StoreDescription store,
            Kept kept,
            StoreContext context,
            RowStore rows,
            StoreSerdes<K, V> serdes) {
        super(store, kept, context, rows, serdes);
        this.sessions = sessions;
        this.serdes = serdes;
        cache = rows instanceof RowCache cached ? cached : null;
    }

    @Override
    byte @Nullable [] plain(V value) {
        return sessions.plain(AggregationWithHeaders.make(value, new RecordHeaders()));
    }

    @Override
    V value(byte[] plain) {
        return AggregationWithHeaders.getAggregationOrNull(sessions.value(plain));
    }

    @Override
    public void put(Windowed<K> session, @Nullable V value) {
        sessions.put(session, value == null ? null : AggregationWithHeaders.make(value, new RecordHeaders()));
    }

    @Override
    public void remove(Windowed<K> session) {
        sessions.remove(session);
    }

    @Override
    KeyValueIterator<Windowed<K>, V> found(RowCursor found) {
        return new MappedIterator<>(sessions.found(found), AggregationWithHeaders::getAggregationOrNull);
    }

    /**
     * The values that the listener is told carry the timestamp of the record that wrote last. Records have the headers
     * of the new value, and of a removal none.
     */
    @Override
    public boolean setFlushListener(FlushListener<Windowed<K>, V> listener, boolean sendOldValues) {
        if (cache == null) {
            return false;
        }
        cache.listener(
                (row, newValue, newTimestamp, oldValue, oldTimestamp, context) ->
                        listener.onFlush(flushed(row, newValue, oldValue, context)),
                sendOldValues);
        return true;
    }

    private Record<Windowed<K>, Change<ValueAndTimestamp<V>>> flushed(
            byte[] row, byte @Nullable [] newValue, byte @Nullable [] oldValue, CachedContext context) {
        Windowed<K> session =
                session(row, serdes.key(keyBytes(row), context.headers().own()));
        AggregationWithHeaders<V> aggregation = newValue == null ? null : sessions.value(newValue);
        AggregationWithHeaders<V> before = oldValue == null ? null : sessions.value(oldValue);
        Headers headers = aggregation == null ? null : aggregation.headers();
        Change<ValueAndTimestamp<V>> change =
                new Change<>(stamped(aggregation, context.timestamp()), stamped(before, context.timestamp()));
        return RecordAccess.sharing(session, change, context.timestamp(), CopyOnWriteHeaders.of(headers));
    }

    private @Nullable ValueAndTimestamp<V> stamped(@Nullable AggregationWithHeaders<V> value, long timestamp) {
        return value == null ? null : ValueAndTimestamp.make(value.aggregation(), timestamp);
    }
}
