package org.stoatflow.stores;

import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.state.KeyValueBytesStoreSupplier;
import org.stoatflow.streams.state.KeyValueStore;

/**
 * Describes a key-value store.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public final class KeyValueStoreBuilder<K, V> extends AbstractStoreBuilder<KeyValueStore<K, V>> {
    /**
     * Creates the builder.
     *
     * @param supplier makes the inner stores
     * @param keySerde serde of keys; null for the default one
     * @param valueSerde serde of values; null for the default one
     */
    public KeyValueStoreBuilder(
            KeyValueBytesStoreSupplier supplier, @Nullable Serde<K> keySerde, @Nullable Serde<V> valueSerde) {
        super(new StoreSettings.KeyValue(false), supplier, new SerdeChoice(keySerde, valueSerde));
    }
}
