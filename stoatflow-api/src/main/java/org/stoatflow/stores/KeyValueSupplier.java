package org.stoatflow.stores;

import java.util.Objects;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.streams.state.KeyValueBytesStoreSupplier;
import org.stoatflow.streams.state.KeyValueStore;

/**
 * A built-in key-value store, as data. The engine reads the data and makes the store itself; {@link #get()} is for
 * users who want a store outside of an engine.
 *
 * @param name the store's name
 * @param persistent whether it is on disk
 * @param timestamped whether rows have room for a timestamp
 * @param entriesMax how many entries of a partition are kept, those that were used last; {@link
 *     StoreSettings.KeyValue#UNLIMITED} for all
 */
public record KeyValueSupplier(String name, boolean persistent, boolean timestamped, int entriesMax)
        implements KeyValueBytesStoreSupplier, BuiltInSupplier {
    /** Checks the name. */
    public KeyValueSupplier {
        Objects.requireNonNull(name, "name cannot be null");
    }

    /**
     * A store on disk.
     *
     * @param name the store's name
     * @param timestamped whether rows have room for a timestamp
     * @return the supplier
     */
    public static KeyValueSupplier persistent(String name, boolean timestamped) {
        return new KeyValueSupplier(name, true, timestamped, StoreSettings.KeyValue.UNLIMITED);
    }

    /**
     * A store in memory. It keeps the objects that it is given, timestamps included.
     *
     * @param name the store's name
     * @return the supplier
     */
    public static KeyValueSupplier inMemory(String name) {
        return new KeyValueSupplier(name, false, true, StoreSettings.KeyValue.UNLIMITED);
    }

    /**
     * A store in memory that keeps the entries that were used last.
     *
     * @param name the store's name
     * @param entriesMax how many entries of a partition are kept
     * @return the supplier
     * @throws IllegalArgumentException if the number is negative
     */
    public static KeyValueSupplier recent(String name, int entriesMax) {
        Objects.requireNonNull(name, "name cannot be null");
        if (entriesMax < 0) {
            throw new IllegalArgumentException("maxCacheSize cannot be negative");
        }
        return new KeyValueSupplier(name, false, true, entriesMax);
    }

    @Override
    public KeyValueStore<Bytes, byte[]> get() {
        return StoreProvider.installed().keyValueBytes(this);
    }

    @Override
    public InnerStore inner() {
        return new InnerStore(persistent, timestamped, null);
    }

    @Override
    public String metricsScope() {
        if (entriesMax != StoreSettings.KeyValue.UNLIMITED) {
            return "in-memory-lru";
        }
        return persistent ? "rocksdb" : "in-memory";
    }
}
