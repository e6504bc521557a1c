package org.stoatflow.streams.state;

import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.state.internals.StateStoreProvider;

/**
 * How a store is read from outside of the topology. {@link QueryableStoreTypes} has those of the built-in stores.
 * Called by any thread.
 *
 * @param <T> what queries are made with
 */
public interface QueryableStoreType<T> {
    /**
     * Whether a store can be read in this way.
     *
     * @param stateStore one partition of the store
     * @return true if it can
     */
    boolean accepts(StateStore stateStore);

    /**
     * Makes what queries are made with. It asks the provider for the stores in each of its calls, since they change
     * when the application restarts or partitions move.
     *
     * @param storeProvider finds the local partitions of the store
     * @param storeName the store
     * @return for any thread
     */
    T create(StateStoreProvider storeProvider, String storeName);
}
