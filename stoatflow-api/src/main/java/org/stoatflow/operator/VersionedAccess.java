package org.stoatflow.operator;

import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.state.VersionedKeyValueStore;
import org.stoatflow.streams.state.VersionedRecord;

/** A versioned store in the form that the operators of tables use, to which the newest version is the row. */
final class VersionedAccess<K, V> implements TimestampedAccess<K, V> {
    private final VersionedKeyValueStore<K, V> store;
    private long timestamp;

    VersionedAccess(VersionedKeyValueStore<K, V> store) {
        this.store = store;
    }

    @Override
    public @Nullable V readValue(K key) {
        return value(store.get(key));
    }

    @Override
    public boolean versioned() {
        return true;
    }

    @Override
    public @Nullable V readValue(K key, long asOfMs) {
        return value(store.get(key, asOfMs));
    }

    private @Nullable V value(@Nullable VersionedRecord<V> version) {
        if (version == null) {
            return null;
        }
        timestamp = version.timestamp();
        return version.value();
    }

    @Override
    public long readTimestamp() {
        return timestamp;
    }

    @Override
    public void writeValue(K key, @Nullable V value, long newTimestamp) {
        store.put(key, value, newTimestamp);
    }

    @Override
    public long update(K key, @Nullable V value, long newTimestamp) {
        return store.put(key, value, newTimestamp);
    }
}
