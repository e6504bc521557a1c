package org.stoatflow.streams;

import java.util.Objects;
import org.stoatflow.streams.state.QueryableStoreType;

/**
 * Which store {@link KafkaStreams#store} gives, and how it is read. Immutable.
 *
 * @param <T> what queries are made with
 */
public class StoreQueryParameters<T> {
    private final String name;
    private final QueryableStoreType<T> type;
    private final Integer partition;
    private final boolean stale;

    /**
     * Parameters.
     *
     * @param storeName the store
     * @param queryableStoreType how it is read
     * @param partition the only partition to read, or null for all
     * @param staleStores whether to read also while the store is being restored
     */
    protected StoreQueryParameters(
            String storeName, QueryableStoreType<T> queryableStoreType, Integer partition, boolean staleStores) {
        name = storeName;
        type = queryableStoreType;
        this.partition = partition;
        stale = staleStores;
    }

    /**
     * Parameters for all local partitions of a store, while the application runs.
     *
     * @param storeName the store
     * @param queryableStoreType how it is read
     * @param <T> what queries are made with
     * @return the parameters
     */
    public static <T> StoreQueryParameters<T> fromNameAndType(
            String storeName, QueryableStoreType<T> queryableStoreType) {
        return new StoreQueryParameters<>(storeName, queryableStoreType, null, false);
    }

    /**
     * The same for one partition.
     *
     * @param partition the partition; null for all
     * @return new parameters
     */
    public StoreQueryParameters<T> withPartition(Integer partition) {
        return new StoreQueryParameters<>(name, type, partition, stale);
    }

    /**
     * The same, also while the store may be behind: before the application runs, and while it is being restored.
     *
     * @return new parameters
     */
    public StoreQueryParameters<T> enableStaleStores() {
        return new StoreQueryParameters<>(name, type, partition, true);
    }

    /**
     * The store.
     *
     * @return its name
     */
    public String storeName() {
        return name;
    }

    /**
     * How the store is read.
     *
     * @return the type
     */
    public QueryableStoreType<T> queryableStoreType() {
        return type;
    }

    /**
     * The only partition to read.
     *
     * @return the partition; null for all
     */
    public Integer partition() {
        return partition;
    }

    /**
     * Whether the store is read also while it may be behind.
     *
     * @return true after {@link #enableStaleStores()}
     */
    public boolean staleStoresEnabled() {
        return stale;
    }

    @Override
    public boolean equals(Object obj) {
        return obj instanceof StoreQueryParameters<?> other
                && Objects.equals(partition, other.partition)
                && stale == other.stale
                && Objects.equals(name, other.name)
                && Objects.equals(type, other.type);
    }

    @Override
    public String toString() {
        return "StoreQueryParameters {partition=" + partition + ", staleStores=" + stale + ", storeName=" + name
                + ", queryableStoreType=" + type + "}";
    }

    @Override
    public int hashCode() {
        return Objects.hash(partition, stale, name, type);
    }
}
