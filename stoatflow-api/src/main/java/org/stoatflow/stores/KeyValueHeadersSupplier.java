package org.stoatflow.stores;

import java.util.Objects;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.streams.DslStoreFormat;
import org.stoatflow.streams.state.HeadersBytesStoreSupplier;
import org.stoatflow.streams.state.KeyValueBytesStoreSupplier;
import org.stoatflow.streams.state.KeyValueStore;

/**
 * A built-in key-value store on disk whose rows have room for headers, as data.
 *
 * @param name the store's name
 */
public record KeyValueHeadersSupplier(String name)
        implements KeyValueBytesStoreSupplier, HeadersBytesStoreSupplier, BuiltInSupplier {
    /** Checks the name. */
    public KeyValueHeadersSupplier {
        Objects.requireNonNull(name, "name cannot be null");
    }

    @Override
    @SuppressWarnings("unchecked") // the description is that of a key-value store of bytes
    public KeyValueStore<Bytes, byte[]> get() {
        StoreSettings settings = new StoreSettings.KeyValue(DslStoreFormat.PLAIN, StoreSettings.KeyValue.UNLIMITED);
        return (KeyValueStore<Bytes, byte[]>)
                StoreProvider.installed().store(StoreDescription.ofBytes(name, settings, inner()));
    }

    @Override
    public InnerStore inner() {
        return InnerStore.withHeaders();
    }

    @Override
    public String metricsScope() {
        return "rocksdb";
    }
}
