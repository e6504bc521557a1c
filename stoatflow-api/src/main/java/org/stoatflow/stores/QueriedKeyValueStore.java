package org.stoatflow.stores;

import java.util.List;
import java.util.Objects;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.QueryableStoreType;
import org.stoatflow.streams.state.ReadOnlyKeyValueStore;
import org.stoatflow.streams.state.internals.StateStoreProvider;

/**
 * The partitions of a key-value store that are here, read as one. Any thread may use it; each call looks for the
 * partitions anew.
 */
final class QueriedKeyValueStore<K, V> implements ReadOnlyKeyValueStore<K, V> {
    private final StateStoreProvider provider;
    private final QueryableStoreType<ReadOnlyKeyValueStore<K, V>> type;
    private final String name;

    QueriedKeyValueStore(
            StateStoreProvider provider, QueryableStoreType<ReadOnlyKeyValueStore<K, V>> type, String name) {
        this.provider = provider;
        this.type = type;
        this.name = name;
    }

    private List<ReadOnlyKeyValueStore<K, V>> partitions() {
        return provider.stores(name, type);
    }

    @Override
    public @Nullable V get(K key) {
        Objects.requireNonNull(key, "key cannot be null");
        return QueryViews.first(name, partitions(), partition -> partition.get(key));
    }

    @Override
    public KeyValueIterator<K, V> range(K from, K to) {
        return new QueriedIterator<>(name, partitions(), partition -> partition.range(from, to));
    }

    @Override
    public KeyValueIterator<K, V> reverseRange(K from, K to) {
        return new QueriedIterator<>(name, partitions(), partition -> partition.reverseRange(from, to));
    }

    @Override
    public KeyValueIterator<K, V> all() {
        return new QueriedIterator<>(name, partitions(), partition -> partition.all());
    }

    @Override
    public KeyValueIterator<K, V> reverseAll() {
        return new QueriedIterator<>(name, partitions(), partition -> partition.reverseAll());
    }

    @Override
    public <PS extends Serializer<P>, P> KeyValueIterator<K, V> prefixScan(P prefix, PS prefixKeySerializer) {
        Objects.requireNonNull(prefix, "prefix cannot be null");
        Objects.requireNonNull(prefixKeySerializer, "prefixKeySerializer cannot be null");
        return new QueriedIterator<>(
                name, partitions(), partition -> partition.prefixScan(prefix, prefixKeySerializer));
    }

    @Override
    public long approximateNumEntries() {
        long entries = 0;
        for (ReadOnlyKeyValueStore<K, V> partition : partitions()) {
            entries += partition.approximateNumEntries();
            if (entries < 0) {
                return Long.MAX_VALUE;
            }
        }
        return entries;
    }

    /** Shows committed rows at either level. */
    @Override
    public ReadOnlyKeyValueStore<K, V> readOnly(IsolationLevel isolationLevel) {
        Objects.requireNonNull(isolationLevel, "isolationLevel cannot be null");
        return this;
    }
}
