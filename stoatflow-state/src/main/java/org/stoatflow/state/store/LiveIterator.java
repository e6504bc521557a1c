package org.stoatflow.state.store;

import java.util.NoSuchElementException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.stoatflow.state.overlay.RowCursor;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.state.KeyValueIterator;

/**
 * What the scans of a store in memory give its users: the keys that were there when the iterator was made, with the
 * values that they have when they are given out. A key that was deleted meanwhile is left out, one that was added is
 * not seen. So it is in Kafka Streams, and programs that write while they iterate depend on it. Thread: the user's.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public final class LiveIterator<K, V> implements KeyValueIterator<K, V> {
    private final String store;
    private final RowCursor rows;
    private final Function<byte[], K> toKey;
    private final Function<byte[], @Nullable V> read;
    private byte @Nullable [] next;
    private boolean atEnd;
    private boolean closed;

    /** @param read gives the value of a key now, or null */
    public LiveIterator(String store, RowCursor rows, Function<byte[], K> toKey, Function<byte[], @Nullable V> read) {
        this.store = store;
        this.rows = rows;
        this.toKey = toKey;
        this.read = read;
    }

    @Override
    public boolean hasNext() {
        return found() != null;
    }

    /** The value of the next key; null at the end. */
    private @Nullable V found() {
        if (closed) {
            throw new IllegalStateException("An iterator of store " + store + " is used after it was closed");
        }
        while (!atEnd) {
            V value = next == null ? null : read.apply(next);
            if (value != null) {
                return value;
            }
            atEnd = !rows.advance();
            next = atEnd ? null : rows.key();
        }
        return null;
    }

    @Override
    public KeyValue<K, V> next() {
        V value = found();
        KeyValue<K, V> row = new KeyValue<>(toKey.apply(atNext(value)), value);
        next = null;
        return row;
    }

    @Override
    public K peekNextKey() {
        return toKey.apply(atNext(found()));
    }

    private byte[] atNext(@Nullable V value) {
        if (value == null || next == null) {
            throw new NoSuchElementException("The iterator is at its end");
        }
        return next;
    }

    @Override
    public void close() {
        closed = true;
        rows.close();
    }
}
