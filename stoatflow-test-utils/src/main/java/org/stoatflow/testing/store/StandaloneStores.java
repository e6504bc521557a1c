package org.stoatflow.testing.store;

import java.util.Map;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.stores.ChangelogSettings;
import org.stoatflow.stores.InnerStore;
import org.stoatflow.stores.KeyValueSupplier;
import org.stoatflow.stores.SerdeChoice;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.stores.StoreProvider;
import org.stoatflow.stores.StoreSettings;
import org.stoatflow.streams.DslStoreFormat;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.state.KeyValueStore;

/**
 * Makes the stores of builders and suppliers that a test calls itself. They are the engine's stores over rows in
 * memory, also where they are declared as persistent, and have no cache and no changelog.
 */
public final class StandaloneStores implements StoreProvider {
    /** For the service loader. */
    public StandaloneStores() {}

    @Override
    public StateStore store(StoreDescription description) {
        if (description.customSupplier() != null) {
            throw new UnsupportedOperationException("Store " + description.name()
                    + " is over a supplier of the user's, and is made inside of an application only. Call the"
                    + " supplier's own get(), or run the topology in a test driver");
        }
        return StandaloneStore.of(description);
    }

    @Override
    @SuppressWarnings("unchecked") // a plain key-value store of bytes
    public KeyValueStore<Bytes, byte[]> keyValueBytes(KeyValueSupplier supplier) {
        return (KeyValueStore<Bytes, byte[]>) store(new StoreDescription(
                supplier.name(),
                StoreSettings.KeyValue.of(supplier, DslStoreFormat.PLAIN),
                InnerStore.of(supplier),
                new SerdeChoice(Serdes.Bytes(), Serdes.ByteArray()),
                false,
                new ChangelogSettings(false, Map.of())));
    }
}
