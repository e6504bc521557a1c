package org.stoatflow.streams;

import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.processor.StateStoreContext;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.TimestampedWindowStore;
import org.stoatflow.streams.state.ValueAndTimestamp;
import org.stoatflow.streams.state.WindowStore;
import org.stoatflow.streams.state.WindowStoreIterator;

/**
 * A window store of values with timestamps, seen without these. What is put has the timestamp -1, as in Kafka Streams.
 *
 * @param <K> type of the keys
 * @param <V> type of the values
 */
final class PlainWindows<K, V> implements WindowStore<K, V> {
    private final TimestampedWindowStore<K, V> inner;

    PlainWindows(TimestampedWindowStore<K, V> inner) {
        this.inner = inner;
    }

    private static <V> V plain(ValueAndTimestamp<V> timed) {
        return timed == null ? null : timed.value();
    }

    @Override
    public void put(K key, V value, long windowStartTimestamp) {
        inner.put(key, ValueAndTimestamp.make(value, ConsumerRecord.NO_TIMESTAMP), windowStartTimestamp);
    }

    @Override
    public V fetch(K key, long time) {
        return plain(inner.fetch(key, time));
    }

    @Override
    public WindowStoreIterator<V> fetch(K key, long timeFrom, long timeTo) {
        return new OfKey<>(inner.fetch(key, timeFrom, timeTo));
    }

    @Override
    public WindowStoreIterator<V> backwardFetch(K key, long timeFrom, long timeTo) {
        return new OfKey<>(inner.backwardFetch(key, timeFrom, timeTo));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> fetch(K keyFrom, K keyTo, long timeFrom, long timeTo) {
        return new Rows<>(inner.fetch(keyFrom, keyTo, timeFrom, timeTo));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> backwardFetch(K keyFrom, K keyTo, long timeFrom, long timeTo) {
        return new Rows<>(inner.backwardFetch(keyFrom, keyTo, timeFrom, timeTo));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> fetchAll(long timeFrom, long timeTo) {
        return new Rows<>(inner.fetchAll(timeFrom, timeTo));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> backwardFetchAll(long timeFrom, long timeTo) {
        return new Rows<>(inner.backwardFetchAll(timeFrom, timeTo));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> all() {
        return new Rows<>(inner.all());
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> backwardAll() {
        return new Rows<>(inner.backwardAll());
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

    /** The windows of a scan, without timestamps. */
    private static class Rows<K, V> implements KeyValueIterator<K, V> {
        private final KeyValueIterator<K, ValueAndTimestamp<V>> timed;

        Rows(KeyValueIterator<K, ValueAndTimestamp<V>> timed) {
            this.timed = timed;
        }

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

    /** The windows of one key, without timestamps. */
    private static final class OfKey<V> extends Rows<Long, V> implements WindowStoreIterator<V> {
        OfKey(WindowStoreIterator<ValueAndTimestamp<V>> timed) {
            super(timed);
        }
    }
}
