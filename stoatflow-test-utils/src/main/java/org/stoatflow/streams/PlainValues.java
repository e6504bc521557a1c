package org.stoatflow.streams;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serializer;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.processor.StateStoreContext;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.TimestampedKeyValueStore;
import org.stoatflow.streams.state.ValueAndTimestamp;

/**
 * A store of values with timestamps, seen without these. What is put has the timestamp -1, as in Kafka Streams.
 *
 * @param <K> type of the keys
 * @param <V> type of the values
 */
final class PlainValues<K, V> implements KeyValueStore<K, V> {
    private final TimestampedKeyValueStore<K, V> inner;

    PlainValues(TimestampedKeyValueStore<K, V> inner) {
        this.inner = inner;
    }

    private static <V> ValueAndTimestamp<V> timed(V value) {
        return ValueAndTimestamp.make(value, ConsumerRecord.NO_TIMESTAMP);
    }

    private static <V> V plain(ValueAndTimestamp<V> timed) {
        return timed == null ? null : timed.value();
    }

    @Override
    public void put(K key, V value) {
        inner.put(key, timed(value));
    }

    @Override
    public V putIfAbsent(K key, V value) {
        return plain(inner.putIfAbsent(key, timed(value)));
    }

    @Override
    public void putAll(List<KeyValue<K, V>> entries) {
        entries.forEach(entry -> put(entry.key, entry.value));
    }

    @Override
    public V delete(K key) {
        return plain(inner.delete(key));
    }

    @Override
    public V get(K key) {
        return plain(inner.get(key));
    }

    @Override
    public KeyValueIterator<K, V> range(K from, K to) {
        return new Rows<>(inner.range(from, to));
    }

    @Override
    public KeyValueIterator<K, V> reverseRange(K from, K to) {
        return new Rows<>(inner.reverseRange(from, to));
    }

    @Override
    public KeyValueIterator<K, V> all() {
        return new Rows<>(inner.all());
    }

    @Override
    public KeyValueIterator<K, V> reverseAll() {
        return new Rows<>(inner.reverseAll());
    }

    @Override
    public <PS extends Serializer<P>, P> KeyValueIterator<K, V> prefixScan(P prefix, PS prefixKeySerializer) {
        return new Rows<>(inner.prefixScan(prefix, prefixKeySerializer));
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

    /** The rows of a scan, without timestamps. */
    private record Rows<K, V>(KeyValueIterator<K, ValueAndTimestamp<V>> timed) implements KeyValueIterator<K, V> {
        @Override
        public boolean hasNext() {
            return timed.hasNext();
        }

        @Override
        public KeyValue<K, V> next() {
            KeyValue<K, ValueAndTimestamp<V>> row = timed.next();
            return new KeyValue<>(row.key, plain(row.value));
        }

        @Override
        public K peekNextKey() {
            return timed.peekNextKey();
        }

        @Override
        public void close() {
            timed.close();
        }
    }
}
