package org.stoatflow.operator;

import org.jspecify.annotations.Nullable;

/** Reads a table from its store, which other operators of the lane may read too. */
final class StoreReader<K, V> implements TableReader<K, V> {
    private final TimestampedAccess<K, V> rows;

    StoreReader(TimestampedAccess<K, V> rows) {
        this.rows = rows;
    }

    @Override
    public @Nullable V read(K key) {
        return rows.readValue(key);
    }

    @Override
    public boolean versioned() {
        return rows.versioned();
    }

    @Override
    public @Nullable V read(K key, long asOfMs) {
        return rows.readValue(key, asOfMs);
    }

    @Override
    public long timestamp() {
        return rows.readTimestamp();
    }
}
