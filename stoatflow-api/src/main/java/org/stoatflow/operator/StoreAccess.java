package org.stoatflow.operator;

import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.state.TimestampedKeyValueStore;
import org.stoatflow.streams.state.ValueAndTimestamp;
import org.stoatflow.streams.state.VersionedKeyValueStore;

/** A store that the engine did not make, such as one of the user's, in the form that the operators of tables use. */
final class StoreAccess<K, V> implements TimestampedAccess<K, V> {
    private final TimestampedKeyValueStore<K, V> store;
    private long timestamp;

    private StoreAccess(TimestampedKeyValueStore<K, V> store) {
        this.store = store;
    }

    @SuppressWarnings("unchecked") // the engine's store has the types that it is known by
    static <K, V> TimestampedAccess<K, V> of(StateStore store) {
        return switch (store) {
            case TimestampedAccess<?, ?> own -> (TimestampedAccess<K, V>) own;
            case VersionedKeyValueStore<?, ?> versions ->
                new VersionedAccess<>((VersionedKeyValueStore<K, V>) versions);
            default -> new StoreAccess<>((TimestampedKeyValueStore<K, V>) store);
        };
    }

    @Override
    public @Nullable V readValue(K key) {
        ValueAndTimestamp<V> stored = store.get(key);
        if (stored == null) {
            return null;
        }
        timestamp = stored.timestamp();
        return stored.value();
    }

    @Override
    public long readTimestamp() {
        return timestamp;
    }

    @Override
    public void writeValue(K key, @Nullable V value, long newTimestamp) {
        store.put(key, ValueAndTimestamp.make(value, newTimestamp));
    }
}
