package org.stoatflow.streams;

import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serializer;
import org.stoatflow.stores.MappedIterator;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.processor.StateStoreContext;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.KeyValueStore;

/**
 * A store of values with timestamps, or with headers too, seen without what is not asked for.
 *
 * @param <K> type of the keys
 * @param <A> type of the values that the store has
 * @param <V> type of the values that are seen
 */
final class PlainValues<K, A, V> implements KeyValueStore<K, V> {
    private final KeyValueStore<K, A> inner;
    private final ShownValues<A, V> values;

    PlainValues(KeyValueStore<K, A> inner, ShownValues<A, V> values) {
        this.inner = inner;
        this.values = values;
    }

    @Override
    public void put(K key, V value) {
        inner.put(key, values.made(value));
    }

    @Override
    public V putIfAbsent(K key, V value) {
        V present = get(key);
        if (present == null) {
            put(key, value);
        }
        return present;
    }

    @Override
    public void putAll(List<KeyValue<K, V>> entries) {
        entries.forEach(entry -> put(entry.key, entry.value));
    }

    @Override
    public V delete(K key) {
        return values.shown(inner.delete(key));
    }

    @Override
    public V get(K key) {
        return values.shown(inner.get(key));
    }

    @Override
    public KeyValueIterator<K, V> range(K from, K to) {
        return rows(inner.range(from, to));
    }

    @Override
    public KeyValueIterator<K, V> reverseRange(K from, K to) {
        return rows(inner.reverseRange(from, to));
    }

    @Override
    public KeyValueIterator<K, V> all() {
        return rows(inner.all());
    }

    @Override
    public KeyValueIterator<K, V> reverseAll() {
        return rows(inner.reverseAll());
    }

    @Override
    public <PS extends Serializer<P>, P> KeyValueIterator<K, V> prefixScan(P prefix, PS prefixKeySerializer) {
        return rows(inner.prefixScan(prefix, prefixKeySerializer));
    }

    @Override
    public long approximateNumEntries() {
        return inner.approximateNumEntries();
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

    private KeyValueIterator<K, V> rows(KeyValueIterator<K, A> found) {
        return new MappedIterator<>(found, values::shown);
    }
}
