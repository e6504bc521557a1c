package org.stoatflow.stores;

import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.state.KeyValueBytesStoreSupplier;
import org.stoatflow.streams.state.TimestampedKeyValueStore;

/**
 * Describes a key-value store with timestamps.
 *
 * @param <K> the type of keys
 * @param <V> the type of the plain values
 */
public final class TimestampedKeyValueStoreBuilder<K, V> extends AbstractStoreBuilder<TimestampedKeyValueStore<K, V>> {
    /**
     * Creates the builder.
     *
     * @param supplier makes the inner stores
     * @param keySerde serde of keys; null for the default one
     * @param valueSerde serde of the plain values; null for the default one
     */
    public TimestampedKeyValueStoreBuilder(
            KeyValueBytesStoreSupplier supplier, @Nullable Serde<K> keySerde, @Nullable Serde<V> valueSerde) {
        super(new StoreSettings.KeyValue(true), supplier, new SerdeChoice(keySerde, valueSerde));
    }
}
