package org.stoatflow.dsl;

import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.stoatflow.stores.StoreSettings;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.kstream.internals.TimeWindow;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.processor.StateStoreContext;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.TimestampedWindowStore;
import org.stoatflow.streams.state.ValueAndTimestamp;
import org.stoatflow.streams.state.WindowStoreIterator;

/** A window store in a map, by key and start, which shows what a store of Kafka Streams shows. */
final class MapWindowStore implements TimestampedWindowStore<Object, Object> {
    private record Row(String key, long start) {}

    private final String name;
    private final StoreSettings.Window settings;
    private final boolean persistent;
    private final TreeMap<Row, ValueAndTimestamp<Object>> rows =
            new TreeMap<>(Comparator.comparing(Row::key).thenComparingLong(Row::start));
    private long observed = -1;

    MapWindowStore(String name, StoreSettings.Window settings, boolean persistent) {
        this.name = name;
        this.settings = settings;
        this.persistent = persistent;
    }

    @Override
    public void put(Object key, ValueAndTimestamp<Object> value, long start) {
        observed = Math.max(observed, start);
        Row row = new Row((String) key, start);
        if (value == null) {
            rows.remove(row);
        } else {
            rows.put(row, value);
        }
    }

    private boolean isVisible(long start) {
        return start > observed - settings.retentionMs();
    }

    @Override
    public ValueAndTimestamp<Object> fetch(Object key, long start) {
        return isVisible(start) ? rows.get(new Row((String) key, start)) : null;
    }

    @Override
    public WindowStoreIterator<ValueAndTimestamp<Object>> fetch(Object key, long from, long to) {
        return new Starts(found((String) key, from, to).stream()
                .map(row -> KeyValue.pair(row.getKey().start(), row.getValue()))
                .iterator());
    }

    private List<Map.Entry<Row, ValueAndTimestamp<Object>>> found(String key, long from, long to) {
        return rows.entrySet().stream()
                .filter(row -> key == null || key.equals(row.getKey().key()))
                .filter(row -> row.getKey().start() >= from && row.getKey().start() <= to)
                .filter(row -> isVisible(row.getKey().start()))
                .toList();
    }

    @Override
    public KeyValueIterator<Windowed<Object>, ValueAndTimestamp<Object>> fetchAll(long from, long to) {
        return new Entries<>(found(null, from, to).stream()
                .map(row -> KeyValue.pair(
                        new Windowed<>(
                                (Object) row.getKey().key(), window(row.getKey().start())),
                        row.getValue()))
                .iterator());
    }

    private TimeWindow window(long start) {
        long end = start + settings.sizeMs();
        return new TimeWindow(start, end < 0 ? Long.MAX_VALUE : end);
    }

    @Override
    public KeyValueIterator<Windowed<Object>, ValueAndTimestamp<Object>> fetch(
            Object fromKey, Object toKey, long from, long to) {
        throw new UnsupportedOperationException("no ranges of keys here");
    }

    @Override
    public KeyValueIterator<Windowed<Object>, ValueAndTimestamp<Object>> all() {
        return fetchAll(0, Long.MAX_VALUE);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void init(StateStoreContext stateStoreContext, StateStore root) {}

    @Override
    public void close() {}

    @Override
    public boolean persistent() {
        return persistent;
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    /** Entries in their order. */
    static class Entries<K, V> implements KeyValueIterator<K, V> {
        private final Iterator<KeyValue<K, V>> entries;

        Entries(Iterator<KeyValue<K, V>> entries) {
            this.entries = entries;
        }

        @Override
        public boolean hasNext() {
            return entries.hasNext();
        }

        @Override
        public KeyValue<K, V> next() {
            return entries.next();
        }

        @Override
        public K peekNextKey() {
            throw new UnsupportedOperationException("no peeking here");
        }

        @Override
        public void close() {}
    }

    private static final class Starts extends Entries<Long, ValueAndTimestamp<Object>>
            implements WindowStoreIterator<ValueAndTimestamp<Object>> {
        Starts(Iterator<KeyValue<Long, ValueAndTimestamp<Object>>> entries) {
            super(entries);
        }
    }
}
