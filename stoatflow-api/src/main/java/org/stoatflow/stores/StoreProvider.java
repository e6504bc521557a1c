package org.stoatflow.stores;

import java.util.ServiceLoader;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.state.KeyValueStore;

/**
 * Makes built-in stores outside of an engine, for users who call a supplier's {@code get()} or a builder's {@code
 * build()} themselves. {@link ServiceLoader} finds it; stoatflow-test-utils has one. An engine makes its own stores.
 */
public interface StoreProvider {
    /**
     * Makes a store that its caller initializes and closes.
     *
     * @param description describes the store
     * @return a new store of the type that the description's kind names
     */
    StateStore store(StoreDescription description);

    /**
     * Makes an inner store, of bytes.
     *
     * @param supplier describes the store
     * @return a new store
     */
    KeyValueStore<Bytes, byte[]> keyValueBytes(KeyValueSupplier supplier);

    /**
     * The provider on the class path.
     *
     * @return the provider
     * @throws IllegalStateException if there is none
     */
    static StoreProvider installed() {
        return ServiceLoader.load(StoreProvider.class)
                .findFirst()
                .orElseThrow(() -> new OutsideOfEngineException(
                        "State stores are made inside of an application only. Give the builder or the supplier to a"
                                + " topology, and get the store from the context of a processor; or, in a test, put"
                                + " stoatflow-test-utils on the class path."));
    }
}
