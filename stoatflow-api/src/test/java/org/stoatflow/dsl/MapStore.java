package org.stoatflow.dsl;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.stoatflow.operator.CachedStore;
import org.stoatflow.operator.Change;
import org.stoatflow.operator.FlushListener;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.processor.StateStoreContext;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.TimestampedKeyValueStore;
import org.stoatflow.streams.state.ValueAndTimestamp;

/** A store in a map, with a cache that forwards on demand if asked for. */
final class MapStore implements TimestampedKeyValueStore<Object, Object>, CachedStore<Object, Object> {
    private final String name;
    private final boolean cached;
    private final Map<Object, ValueAndTimestamp<Object>> rows = new TreeMap<>();
    private final Map<Object, ValueAndTimestamp<Object>> flushed = new TreeMap<>();
    private final Map<Object, Boolean> dirty = new LinkedHashMap<>();
    private FlushListener<Object, Object> listener;
    private boolean sendOldValues;

    MapStore(String name, boolean cached) {
        this.name = name;
        this.cached = cached;
    }

    @Override
    public boolean setFlushListener(FlushListener<Object, Object> newListener, boolean withOldValues) {
        if (cached) {
            listener = newListener;
            sendOldValues = withOldValues;
        }
        return cached;
    }

    void flushCache() {
        for (Object key : dirty.keySet()) {
            ValueAndTimestamp<Object> newest = rows.get(key);
            ValueAndTimestamp<Object> old = flushed.get(key);
            if (newest != null || old != null) {
                listener.onFlush(new Record<>(key, new Change<>(newest, sendOldValues ? old : null), 1000));
            }
            flushed.put(key, newest);
        }
        dirty.clear();
    }

    Map<Object, ValueAndTimestamp<Object>> rows() {
        return rows;
    }

    @Override
    public void put(Object key, ValueAndTimestamp<Object> value) {
        if (value == null) {
            rows.remove(key);
        } else {
            rows.put(key, value);
        }
        dirty.put(key, true);
    }

    @Override
    public ValueAndTimestamp<Object> get(Object key) {
        return rows.get(key);
    }

    @Override
    public ValueAndTimestamp<Object> putIfAbsent(Object key, ValueAndTimestamp<Object> value) {
        return rows.putIfAbsent(key, value);
    }

    @Override
    public void putAll(List<KeyValue<Object, ValueAndTimestamp<Object>>> entries) {
        entries.forEach(entry -> put(entry.key, entry.value));
    }

    @Override
    public ValueAndTimestamp<Object> delete(Object key) {
        return rows.remove(key);
    }

    @Override
    public KeyValueIterator<Object, ValueAndTimestamp<Object>> range(Object from, Object to) {
        throw new UnsupportedOperationException("no scans here");
    }

    @Override
    public KeyValueIterator<Object, ValueAndTimestamp<Object>> all() {
        throw new UnsupportedOperationException("no scans here");
    }

    @Override
    public long approximateNumEntries() {
        return rows.size();
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
        return false;
    }

    @Override
    public boolean isOpen() {
        return true;
    }
}
