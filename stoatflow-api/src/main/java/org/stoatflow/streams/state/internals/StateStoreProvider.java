package org.stoatflow.streams.state.internals;

import java.util.List;
import org.stoatflow.streams.state.QueryableStoreType;

/** Finds the stores that a query reads. The engine makes it and gives it to {@link QueryableStoreType#create}. */
public interface StateStoreProvider {
    /**
     * The local partitions of a store, to be read by the calling thread before it asks again.
     *
     * @param storeName the store
     * @param queryableStoreType what the stores are asked as
     * @param <T> what the type makes
     * @return a view of each partition, one at least
     * @throws org.stoatflow.streams.errors.InvalidStateStoreException if the store cannot be read now, or is of
     *     another type
     */
    <T> List<T> stores(String storeName, QueryableStoreType<T> queryableStoreType);
}
