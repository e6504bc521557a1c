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
    private final KeyValueBytesStoreSupplier supplier;
    private final @Nullable Serde<K> keySerde;
    private final @Nullable Serde<V> valueSerde;

    /**
     * Creates the builder.
     *
     * @param supplier makes the inner stores
     * @param keySerde serde of keys; null for the default one
     * @param valueSerde serde of values; null for the default one
     */
    public KeyValueStoreBuilder(
            final KeyValueBytesStoreSupplier supplier,
            final @Nullable Serde<K> keySerde,
            final @Nullable Serde<V> valueSerde) {
        super(supplier.name());
        this.supplier = supplier;
        this.keySerde = keySerde;
        this.valueSerde = valueSerde;
    }

    @Override
    public StoreDescription description() {
        return StoreDescription.of(StoreKind.KEY_VALUE, supplier, keySerde, valueSerde, caching(), this);
    }
}
