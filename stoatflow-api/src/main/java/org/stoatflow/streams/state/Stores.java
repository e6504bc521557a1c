package org.stoatflow.streams.state;

import java.util.Objects;
import org.apache.kafka.common.serialization.Serde;
import org.stoatflow.stores.BuiltInStoreBuilder;
import org.stoatflow.stores.KeyValueSupplier;
import org.stoatflow.stores.SerdeChoice;
import org.stoatflow.stores.StoreSettings;

/** Makes the suppliers and builders of the built-in state stores. */
public final class Stores {
    /** Creates an object without use; all methods are static. */
    public Stores() {}

    /**
     * A key-value store on disk, in RocksDB. It keeps no timestamps: under {@link #timestampedKeyValueStoreBuilder}
     * they read as -1.
     *
     * @param name the store's name
     * @return the supplier
     */
    public static KeyValueBytesStoreSupplier persistentKeyValueStore(String name) {
        return KeyValueSupplier.persistent(name, false);
    }

    /**
     * A key-value store on disk, in RocksDB, that keeps timestamps.
     *
     * @param name the store's name
     * @return the supplier
     */
    public static KeyValueBytesStoreSupplier persistentTimestampedKeyValueStore(String name) {
        return KeyValueSupplier.persistent(name, true);
    }

    /**
     * A key-value store in memory.
     *
     * @param name the store's name
     * @return the supplier
     */
    public static KeyValueBytesStoreSupplier inMemoryKeyValueStore(String name) {
        return KeyValueSupplier.inMemory(name);
    }

    /**
     * Describes a key-value store. Caching is off by default, logging on.
     *
     * @param supplier makes the inner stores; its values must not be timestamped
     * @param keySerde serde of keys; null for the default one
     * @param valueSerde serde of values; null for the default one
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return the builder
     */
    public static <K, V> StoreBuilder<KeyValueStore<K, V>> keyValueStoreBuilder(
            KeyValueBytesStoreSupplier supplier, Serde<K> keySerde, Serde<V> valueSerde) {
        Objects.requireNonNull(supplier, "supplier cannot be null");
        return new BuiltInStoreBuilder<>(
                new StoreSettings.KeyValue(false), supplier, new SerdeChoice(keySerde, valueSerde));
    }

    /**
     * Describes a key-value store with timestamps. Caching is off by default, logging on.
     *
     * @param supplier makes the inner stores
     * @param keySerde serde of keys; null for the default one
     * @param valueSerde serde of the plain values; null for the default one
     * @param <K> the type of keys
     * @param <V> the type of the plain values
     * @return the builder
     */
    public static <K, V> StoreBuilder<TimestampedKeyValueStore<K, V>> timestampedKeyValueStoreBuilder(
            KeyValueBytesStoreSupplier supplier, Serde<K> keySerde, Serde<V> valueSerde) {
        Objects.requireNonNull(supplier, "supplier cannot be null");
        return new BuiltInStoreBuilder<>(
                new StoreSettings.KeyValue(true), supplier, new SerdeChoice(keySerde, valueSerde));
    }
}
