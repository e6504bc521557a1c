package org.stoatflow.operator;

import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.state.ValueAndTimestamp;
import org.stoatflow.streams.state.WindowStore;
import org.stoatflow.streams.state.WindowStoreIterator;

/** The records of one side of a stream-stream join, as long as the join keeps them. Belongs to one lane. */
final class JoinRows<K, V> {
    private final WindowStore<K, Object> rows;
    private final boolean timestamped;

    JoinRows(WindowStore<K, Object> rows, boolean timestamped) {
        this.rows = rows;
        this.timestamped = timestamped;
    }

    void add(K key, @Nullable V value, long timestamp) {
        rows.put(key, timestamped ? ValueAndTimestamp.make(value, timestamp) : value, timestamp);
    }

    /** The rows from {@code beforeMs} before a time to {@code afterMs} after it, the earliest first. */
    WindowStoreIterator<Object> around(K key, long timeMs, long beforeMs, long afterMs) {
        return rows.fetch(key, Math.max(0, timeMs - beforeMs), Math.max(0, timeMs + afterMs));
    }

    /** The value of a row of {@link #around}. */
    @SuppressWarnings("unchecked") // the store has the values that add has put
    V value(Object row) {
        return timestamped ? ((ValueAndTimestamp<V>) row).value() : (V) row;
    }
}
