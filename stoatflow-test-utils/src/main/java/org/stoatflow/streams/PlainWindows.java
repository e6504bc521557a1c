package org.stoatflow.streams;

import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.stores.MappedIterator;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.processor.StateStoreContext;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.WindowStore;
import org.stoatflow.streams.state.WindowStoreIterator;

/**
 * A window store of values with timestamps, or with headers too, seen without what is not asked for.
 *
 * @param <K> type of the keys
 * @param <A> type of the values that the store has
 * @param <V> type of the values that are seen
 */
final class PlainWindows<K, A, V> implements WindowStore<K, V> {
    private final WindowStore<K, A> inner;
    private final ShownValues<A, V> values;

    PlainWindows(WindowStore<K, A> inner, ShownValues<A, V> values) {
        this.inner = inner;
        this.values = values;
    }

    @Override
    public void put(K key, V value, long windowStartTimestamp) {
        inner.put(key, values.made(value), windowStartTimestamp);
    }

    @Override
    public V fetch(K key, long time) {
        return values.shown(inner.fetch(key, time));
    }

    @Override
    public WindowStoreIterator<V> fetch(K key, long timeFrom, long timeTo) {
        return new OfKey<>(inner.fetch(key, timeFrom, timeTo), values);
    }

    @Override
    public WindowStoreIterator<V> backwardFetch(K key, long timeFrom, long timeTo) {
        return new OfKey<>(inner.backwardFetch(key, timeFrom, timeTo), values);
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> fetch(K keyFrom, K keyTo, long timeFrom, long timeTo) {
        return rows(inner.fetch(keyFrom, keyTo, timeFrom, timeTo));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> backwardFetch(K keyFrom, K keyTo, long timeFrom, long timeTo) {
        return rows(inner.backwardFetch(keyFrom, keyTo, timeFrom, timeTo));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> fetchAll(long timeFrom, long timeTo) {
        return rows(inner.fetchAll(timeFrom, timeTo));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> backwardFetchAll(long timeFrom, long timeTo) {
        return rows(inner.backwardFetchAll(timeFrom, timeTo));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> all() {
        return rows(inner.all());
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> backwardAll() {
        return rows(inner.backwardAll());
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

    private KeyValueIterator<Windowed<K>, V> rows(KeyValueIterator<Windowed<K>, A> found) {
        return new MappedIterator<>(found, values::shown);
    }

    /** The windows of one key. */
    private record OfKey<A, V>(WindowStoreIterator<A> found, ShownValues<A, V> values)
            implements WindowStoreIterator<V> {
        @Override
        public boolean hasNext() {
            return found.hasNext();
        }

        @Override
        public KeyValue<Long, V> next() {
            KeyValue<Long, A> row = found.next();
            return new KeyValue<>(row.key, values.shown(row.value));
        }

        @Override
        public Long peekNextKey() {
            return found.peekNextKey();
        }

        @Override
        public void close() {
            found.close();
        }
    }
}
