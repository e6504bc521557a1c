package org.stoatflow.stores;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.common.IsolationLevel;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.QueryableStoreType;
import org.stoatflow.streams.state.ReadOnlySessionStore;
import org.stoatflow.streams.state.internals.StateStoreProvider;

/**
 * The partitions of a session store that are here, read as one. Any thread may use it; each call looks for the
 * partitions anew. Kafka Streams looks for a session in the first partition only, and shows ranges of keys of the first
 * partition that has some; this looks at all partitions.
 */
final class QueriedSessionStore<K, V> implements ReadOnlySessionStore<K, V> {
    private final StateStoreProvider provider;
    private final QueryableStoreType<ReadOnlySessionStore<K, V>> type;
    private final String name;

    QueriedSessionStore(StateStoreProvider provider, QueryableStoreType<ReadOnlySessionStore<K, V>> type, String name) {
        this.provider = provider;
        this.type = type;
        this.name = name;
    }

    private List<ReadOnlySessionStore<K, V>> partitions() {
        return provider.stores(name, type);
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> findSessions(
            K key, long earliestSessionEndTime, long latestSessionStartTime) {
        Objects.requireNonNull(key, "key cannot be null");
        return QueriedIterator.begun(new QueriedIterator<>(
                name,
                partitions(),
                partition -> partition.findSessions(key, earliestSessionEndTime, latestSessionStartTime)));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> findSessions(
            K keyFrom, K keyTo, long earliestSessionEndTime, long latestSessionStartTime) {
        return new QueriedIterator<>(
                name,
                partitions(),
                partition -> partition.findSessions(keyFrom, keyTo, earliestSessionEndTime, latestSessionStartTime));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> findSessions(
            K key, Instant earliestSessionEndTime, Instant latestSessionStartTime) {
        Objects.requireNonNull(key, "key cannot be null");
        return QueriedIterator.begun(new QueriedIterator<>(
                name,
                partitions(),
                partition -> partition.findSessions(key, earliestSessionEndTime, latestSessionStartTime)));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> findSessions(
            K keyFrom, K keyTo, Instant earliestSessionEndTime, Instant latestSessionStartTime) {
        return new QueriedIterator<>(
                name,
                partitions(),
                partition -> partition.findSessions(keyFrom, keyTo, earliestSessionEndTime, latestSessionStartTime));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> backwardFindSessions(
            K key, long earliestSessionEndTime, long latestSessionStartTime) {
        Objects.requireNonNull(key, "key cannot be null");
        return QueriedIterator.begun(new QueriedIterator<>(
                name,
                partitions(),
                partition -> partition.backwardFindSessions(key, earliestSessionEndTime, latestSessionStartTime)));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> backwardFindSessions(
            K keyFrom, K keyTo, long earliestSessionEndTime, long latestSessionStartTime) {
        return new QueriedIterator<>(
                name,
                partitions(),
                partition ->
                        partition.backwardFindSessions(keyFrom, keyTo, earliestSessionEndTime, latestSessionStartTime));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> backwardFindSessions(
            K key, Instant earliestSessionEndTime, Instant latestSessionStartTime) {
        Objects.requireNonNull(key, "key cannot be null");
        return QueriedIterator.begun(new QueriedIterator<>(
                name,
                partitions(),
                partition -> partition.backwardFindSessions(key, earliestSessionEndTime, latestSessionStartTime)));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> backwardFindSessions(
            K keyFrom, K keyTo, Instant earliestSessionEndTime, Instant latestSessionStartTime) {
        return new QueriedIterator<>(
                name,
                partitions(),
                partition ->
                        partition.backwardFindSessions(keyFrom, keyTo, earliestSessionEndTime, latestSessionStartTime));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> fetch(K key) {
        Objects.requireNonNull(key, "key cannot be null");
        return QueriedIterator.begun(new QueriedIterator<>(name, partitions(), partition -> partition.fetch(key)));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> fetch(K keyFrom, K keyTo) {
        return new QueriedIterator<>(name, partitions(), partition -> partition.fetch(keyFrom, keyTo));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> backwardFetch(K key) {
        Objects.requireNonNull(key, "key cannot be null");
        return QueriedIterator.begun(
                new QueriedIterator<>(name, partitions(), partition -> partition.backwardFetch(key)));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> backwardFetch(K keyFrom, K keyTo) {
        return new QueriedIterator<>(name, partitions(), partition -> partition.backwardFetch(keyFrom, keyTo));
    }

    @Override
    public @Nullable V fetchSession(K key, long sessionStartTime, long sessionEndTime) {
        Objects.requireNonNull(key, "key cannot be null");
        return QueryViews.first(
                name, partitions(), partition -> partition.fetchSession(key, sessionStartTime, sessionEndTime));
    }

    @Override
    public @Nullable V fetchSession(K key, Instant sessionStartTime, Instant sessionEndTime) {
        Objects.requireNonNull(key, "key cannot be null");
        return QueryViews.first(
                name, partitions(), partition -> partition.fetchSession(key, sessionStartTime, sessionEndTime));
    }

    /** Shows committed rows at either level. */
    @Override
    public ReadOnlySessionStore<K, V> readOnly(IsolationLevel isolationLevel) {
        Objects.requireNonNull(isolationLevel, "isolationLevel cannot be null");
        return this;
    }
}
