package org.stoatflow.state.store;

import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.state.KeyValueIterator;

/**
 * Rows whose keys are read with what their values say, such as headers. Thread: the user's.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public final class KeyFromValueIterator<K, V> implements KeyValueIterator<K, V> {
    private final KeyValueIterator<byte[], V> rows;
    private final BiFunction<byte[], V, K> toKey;
    private @Nullable KeyValue<K, V> next; // was peeked at

    /**
     * Makes an iterator.
     *
     * @param rows the rows, which are closed with the iterator
     * @param toKey makes the key of its bytes and the value
     */
    public KeyFromValueIterator(KeyValueIterator<byte[], V> rows, BiFunction<byte[], V, K> toKey) {
        this.rows = rows;
        this.toKey = toKey;
    }

    @Override
    public boolean hasNext() {
        return next != null || rows.hasNext();
    }

    @Override
    public KeyValue<K, V> next() {
        KeyValue<K, V> row = peek();
        next = null;
        return row;
    }

    @Override
    public K peekNextKey() {
        return peek().key;
    }

    private KeyValue<K, V> peek() {
        if (next == null) {
            KeyValue<byte[], V> row = rows.next();
            next = new KeyValue<>(toKey.apply(row.key, row.value), row.value);
        }
        return next;
    }

    @Override
    public void close() {
        rows.close();
    }
}
