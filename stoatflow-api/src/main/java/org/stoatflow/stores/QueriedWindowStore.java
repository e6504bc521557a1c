package org.stoatflow.stores;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.common.IsolationLevel;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.QueryableStoreType;
import org.stoatflow.streams.state.ReadOnlyWindowStore;
import org.stoatflow.streams.state.WindowStoreIterator;
import org.stoatflow.streams.state.internals.StateStoreProvider;

/**
 * The partitions of a window store that are here, read as one. Any thread may use it; each call looks for the
 * partitions anew.
 */
final class QueriedWindowStore<K, V> implements ReadOnlyWindowStore<K, V> {
    private final StateStoreProvider provider;
    private final QueryableStoreType<ReadOnlyWindowStore<K, V>> type;
    private final String name;

    QueriedWindowStore(StateStoreProvider provider, QueryableStoreType<ReadOnlyWindowStore<K, V>> type, String name) {
        this.provider = provider;
        this.type = type;
        this.name = name;
    }

    private List<ReadOnlyWindowStore<K, V>> partitions() {
        return provider.stores(name, type);
    }

    @Override
    public @Nullable V fetch(K key, long time) {
        Objects.requireNonNull(key, "key cannot be null");
        return QueryViews.first(name, partitions(), partition -> partition.fetch(key, time));
    }

    @Override
    public WindowStoreIterator<V> fetch(K key, Instant timeFrom, Instant timeTo) {
        Objects.requireNonNull(key, "key cannot be null");
        return QueriedIterator.begun(new QueriedIterator.OfWindows<>(
                name, partitions(), partition -> partition.fetch(key, timeFrom, timeTo)));
    }

    @Override
    public WindowStoreIterator<V> backwardFetch(K key, Instant timeFrom, Instant timeTo) {
        Objects.requireNonNull(key, "key cannot be null");
        return QueriedIterator.begun(new QueriedIterator.OfWindows<>(
                name, partitions(), partition -> partition.backwardFetch(key, timeFrom, timeTo)));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> fetch(K keyFrom, K keyTo, Instant timeFrom, Instant timeTo) {
        return new QueriedIterator<>(
                name, partitions(), partition -> partition.fetch(keyFrom, keyTo, timeFrom, timeTo));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> backwardFetch(K keyFrom, K keyTo, Instant timeFrom, Instant timeTo) {
        return new QueriedIterator<>(
                name, partitions(), partition -> partition.backwardFetch(keyFrom, keyTo, timeFrom, timeTo));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> all() {
        return new QueriedIterator<>(name, partitions(), partition -> partition.all());
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> backwardAll() {
        return new QueriedIterator<>(name, partitions(), partition -> partition.backwardAll());
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> fetchAll(Instant timeFrom, Instant timeTo) {
        return new QueriedIterator<>(name, partitions(), partition -> partition.fetchAll(timeFrom, timeTo));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> backwardFetchAll(Instant timeFrom, Instant timeTo) {
        return new QueriedIterator<>(name, partitions(), partition -> partition.backwardFetchAll(timeFrom, timeTo));
    }

    /** Shows committed rows at either level. */
    @Override
    public ReadOnlyWindowStore<K, V> readOnly(IsolationLevel isolationLevel) {
        Objects.requireNonNull(isolationLevel, "isolationLevel cannot be null");
        return this;
    }
}
