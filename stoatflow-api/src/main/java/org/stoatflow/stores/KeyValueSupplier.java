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
 */
public record KeyValueSupplier(String name, boolean persistent, boolean timestamped)
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
        return new KeyValueSupplier(name, true, timestamped);
    }

    /**
     * A store in memory. It keeps the objects that it is given, timestamps included.
     *
     * @param name the store's name
     * @return the supplier
     */
    public static KeyValueSupplier inMemory(String name) {
        return new KeyValueSupplier(name, false, true);
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
        return persistent ? "rocksdb" : "in-memory";
    }
}
