package org.stoatflow.streams;

import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.stoatflow.stores.MappedIterator;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.processor.StateStoreContext;
import org.stoatflow.streams.state.AggregationWithHeaders;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.SessionStore;
import org.stoatflow.streams.state.SessionStoreWithHeaders;

/**
 * A session store of values with headers, seen without them. What is put has none.
 *
 * @param <K> type of the keys
 * @param <V> type of the values
 */
final class PlainSessions<K, V> implements SessionStore<K, V> {
    private final SessionStoreWithHeaders<K, V> inner;

    PlainSessions(SessionStoreWithHeaders<K, V> inner) {
        this.inner = inner;
    }

    private KeyValueIterator<Windowed<K>, V> rows(KeyValueIterator<Windowed<K>, AggregationWithHeaders<V>> found) {
        return new MappedIterator<>(found, AggregationWithHeaders::getAggregationOrNull);
    }

    @Override
    public void put(Windowed<K> sessionKey, V aggregate) {
        inner.put(sessionKey, AggregationWithHeaders.make(aggregate, new RecordHeaders()));
    }

    @Override
    public void remove(Windowed<K> sessionKey) {
        inner.remove(sessionKey);
    }

    @Override
    public V fetchSession(K key, long sessionStartTime, long sessionEndTime) {
        return AggregationWithHeaders.getAggregationOrNull(inner.fetchSession(key, sessionStartTime, sessionEndTime));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> findSessions(long earliestSessionEndTime, long latestSessionEndTime) {
        return rows(inner.findSessions(earliestSessionEndTime, latestSessionEndTime));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> findSessions(
            K key, long earliestSessionEndTime, long latestSessionStartTime) {
        return rows(inner.findSessions(key, earliestSessionEndTime, latestSessionStartTime));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> backwardFindSessions(
            K key, long earliestSessionEndTime, long latestSessionStartTime) {
        return rows(inner.backwardFindSessions(key, earliestSessionEndTime, latestSessionStartTime));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> findSessions(
            K keyFrom, K keyTo, long earliestSessionEndTime, long latestSessionStartTime) {
        return rows(inner.findSessions(keyFrom, keyTo, earliestSessionEndTime, latestSessionStartTime));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> backwardFindSessions(
            K keyFrom, K keyTo, long earliestSessionEndTime, long latestSessionStartTime) {
        return rows(inner.backwardFindSessions(keyFrom, keyTo, earliestSessionEndTime, latestSessionStartTime));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> fetch(K key) {
        return rows(inner.fetch(key));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> backwardFetch(K key) {
        return rows(inner.backwardFetch(key));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> fetch(K keyFrom, K keyTo) {
        return rows(inner.fetch(keyFrom, keyTo));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> backwardFetch(K keyFrom, K keyTo) {
        return rows(inner.backwardFetch(keyFrom, keyTo));
    }

    @Override
    public String name() {
        return inner.name();
    }

    @Override
    public void init(StateStoreContext context, StateStore root) {
        inner.init(context, root);
    }

    @Override
    public void commit(Map<TopicPartition, Long> changelogOffsets) {
        inner.commit(changelogOffsets);
    }

    @Override
    public void close() {
        inner.close();
    }

    @Override
    public boolean persistent() {
        return inner.persistent();
    }

    @Override
    public boolean isOpen() {
        return inner.isOpen();
    }
}
