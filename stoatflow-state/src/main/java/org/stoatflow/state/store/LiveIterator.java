package org.stoatflow.state.store;

import java.util.NoSuchElementException;
import java.util.Objects;
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
    private final Function<byte[], @Nullable Found<V>> read;
    private byte @Nullable [] next;
    private boolean atEnd;

    /** Shared. Written by: who closes. Read by: who reads. Safe: volatile, never unset. Proof: SharedFieldsTest. */
    private volatile boolean closed;

    /**
     * The row of a key.
     *
     * @param value what its value is read as, which may be null, as in Kafka Streams
     */
    public record Found<V>(@Nullable V value) {}

    /** @param read gives the row of a key now, or null where there is none */
    public LiveIterator(
            String store, RowCursor rows, Function<byte[], K> toKey, Function<byte[], @Nullable Found<V>> read) {
        this.store = store;
        this.rows = rows;
        this.toKey = toKey;
        this.read = read;
    }

    @Override
    public boolean hasNext() {
        return found() != null;
    }

    /** The row of the next key; null at the end. */
    private @Nullable Found<V> found() {
        if (closed) {
            throw new IllegalStateException("An iterator of store " + store + " is used after it was closed");
        }
        while (!atEnd) {
            Found<V> row = next == null ? null : read.apply(next);
            if (row != null) {
                return row;
            }
            atEnd = !rows.advance();
            next = atEnd ? null : rows.key();
        }
        return null;
    }

    @Override
    public KeyValue<K, V> next() {
        Found<V> found = found();
        if (found == null) {
            throw atEnd();
        }
        K key = toKey.apply(Objects.requireNonNull(next));
        next = null;
        return new KeyValue<>(key, found.value());
    }

    @Override
    public K peekNextKey() {
        if (found() == null) {
            throw atEnd();
        }
        return toKey.apply(Objects.requireNonNull(next));
    }

    private static NoSuchElementException atEnd() {
        return new NoSuchElementException("The iterator is at its end");
    }

    @Override
    public void close() {
        closed = true;
        rows.close();
    }
}
