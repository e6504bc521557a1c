package org.stoatflow.state.window;

import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.stoatflow.operator.CachedStore;
import org.stoatflow.operator.Change;
import org.stoatflow.operator.FlushListener;
import org.stoatflow.record.CopyOnWriteHeaders;
import org.stoatflow.record.RecordAccess;
import org.stoatflow.state.cache.RowCache;
import org.stoatflow.state.overlay.RowCursor;
import org.stoatflow.state.overlay.RowStore;
import org.stoatflow.state.store.StoreContext;
import org.stoatflow.state.store.StoreSerdes;
import org.stoatflow.stores.MappedIterator;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.TimestampedWindowStore;
import org.stoatflow.streams.state.ValueAndTimestamp;
import org.stoatflow.streams.state.ValueTimestampHeaders;

/**
 * What the DSL's operators see of a window store with headers. They write none; serdes are given those of the row.
 *
 * @param <K> the type of keys
 * @param <V> the type of plain values
 */
final class WindowsWithoutHeaders<K, V> extends WindowRows<K, ValueAndTimestamp<V>>
        implements TimestampedWindowStore<K, V>, CachedStore<Windowed<K>, V> {
    private final HeadersWindowRows<K, V> windows;
    private final StoreSerdes<K, V> serdes;
    private final @Nullable RowCache cache;

    WindowsWithoutHeaders(
            HeadersWindowRows<K, V> windows,
            StoreDescription store,
            Kept kept,
            StoreContext context,
            RowStore rows,
            StoreSerdes<K, V> serdes) {
        super(store, kept, context, rows, serdes);
        this.windows = windows;
        this.serdes = serdes;
        cache = rows instanceof RowCache cached ? cached : null;
    }

    @Override
    byte @Nullable [] plain(ValueAndTimestamp<V> value) {
        return windows.plain(withHeaders(value));
    }

    @Override
    long timestamp(ValueAndTimestamp<V> value) {
        return value.timestamp();
    }

    @Override
    ValueAndTimestamp<V> value(byte[] plain, long timestamp) {
        return withoutHeaders(windows.value(plain, timestamp));
    }

    @Override
    public void put(K key, @Nullable ValueAndTimestamp<V> value, long startMs) {
        windows.put(key, value == null ? null : withHeaders(value), startMs);
    }

    private static <V> ValueTimestampHeaders<V> withHeaders(ValueAndTimestamp<V> value) {
        return ValueTimestampHeaders.make(value.value(), value.timestamp(), new RecordHeaders());
    }

    private static <V> ValueAndTimestamp<V> withoutHeaders(ValueTimestampHeaders<V> value) {
        return ValueAndTimestamp.make(
                ValueTimestampHeaders.getValueOrNull(value), value == null ? 0 : value.timestamp());
    }

    @Override
    KeyValueIterator<Windowed<K>, ValueAndTimestamp<V>> found(RowCursor found) {
        return new MappedIterator<>(windows.found(found), WindowsWithoutHeaders::withoutHeaders);
    }

    @Override
    public boolean setFlushListener(FlushListener<Windowed<K>, V> listener, boolean sendOldValues) {
        if (cache == null) {
            return false;
        }
        cache.listener(
                (row, newValue, newTimestamp, oldValue, oldTimestamp, context) -> {
                    // Only values are read with their own headers. As of stores without headers, what the key's
                    // deserializer writes is forwarded.
                    CopyOnWriteHeaders headers = context.headers().own();
                    K key = serdes.key(keyBytes(row), headers);
                    listener.onFlush(RecordAccess.sharing(
                            new Windowed<>(key, windowAt(startMs(row))),
                            new Change<>(flushed(newValue, newTimestamp), flushed(oldValue, oldTimestamp)),
                            context.timestamp(),
                            headers.share()));
                },
                sendOldValues);
        return true;
    }

    private @Nullable ValueAndTimestamp<V> flushed(byte @Nullable [] plain, long timestamp) {
        return plain == null ? null : value(plain, timestamp);
    }
}
