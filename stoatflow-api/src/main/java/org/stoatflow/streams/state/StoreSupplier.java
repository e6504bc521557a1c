package org.stoatflow.streams.state;

import org.stoatflow.streams.processor.StateStore;

/**
 * Makes the inner stores, of bytes, of one state store; one for each partition. Called from several threads.
 *
 * @param <T> the type of the store
 */
public interface StoreSupplier<T extends StateStore> {
    /**
     * The name of the stores.
     *
     * @return the name
     */
    String name();

    /**
     * Makes a store.
     *
     * @return a new instance at each call
     */
    T get();

    /**
     * A word for the kind of store in the names of metrics, such as {@code rocksdb} or {@code in-memory}.
     *
     * @return the word
     */
    String metricsScope();
}
