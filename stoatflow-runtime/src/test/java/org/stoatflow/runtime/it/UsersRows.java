package org.stoatflow.runtime.it;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.processor.StateStoreContext;
import org.stoatflow.streams.state.KeyValueBytesStoreSupplier;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.KeyValueStore;

/** A store as a user writes it: for one thread, in a map that knows nothing of others, restored by its callback. */
final class UsersRows implements KeyValueStore<Bytes, byte[]> {
    private final String name;
    private final Consumer<String> told;
    private final NavigableMap<Bytes, byte[]> rows = new TreeMap<>();
    private boolean open;

    UsersRows(String name, Consumer<String> told) {
        this.name = name;
        this.told = told;
    }

    static KeyValueBytesStoreSupplier supplier(String name, Consumer<String> told) {
        return new KeyValueBytesStoreSupplier() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public KeyValueStore<Bytes, byte[]> get() {
                return new UsersRows(name, told);
            }

            @Override
            public String metricsScope() {
                return "users";
            }
        };
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void init(StateStoreContext context, StateStore root) {
        told.accept("init " + context.taskId());
        context.register(root, (key, value) -> {
            told.accept("restored " + context.taskId());
            put(Bytes.wrap(key), value);
        });
        open = true;
    }

    @Override
    public void close() {
        open = false;
    }

    @Override
    public boolean persistent() {
        return false;
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    @Override
    public void put(Bytes key, byte[] value) {
        if (value == null) {
            rows.remove(key);
        } else {
            rows.put(key, value);
        }
    }

    @Override
    public byte[] putIfAbsent(Bytes key, byte[] value) {
        return rows.putIfAbsent(key, value);
    }

    @Override
    public void putAll(List<KeyValue<Bytes, byte[]>> entries) {
        entries.forEach(entry -> put(entry.key, entry.value));
    }

    @Override
    public byte[] delete(Bytes key) {
        return rows.remove(key);
    }

    @Override
    public byte[] get(Bytes key) {
        return rows.get(key);
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> range(Bytes from, Bytes to) {
        NavigableMap<Bytes, byte[]> behind = from == null ? rows : rows.tailMap(from, true);
        return new Found(to == null ? behind : behind.headMap(to, true));
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> all() {
        return new Found(rows);
    }

    @Override
    public long approximateNumEntries() {
        return rows.size();
    }

    /** Goes through the map itself, which fails where somebody writes to it meanwhile. */
    private static final class Found implements KeyValueIterator<Bytes, byte[]> {
        private final Iterator<Map.Entry<Bytes, byte[]>> rows;

        Found(Map<Bytes, byte[]> rows) {
            this.rows = rows.entrySet().iterator();
        }

        @Override
        public boolean hasNext() {
            return rows.hasNext();
        }

        @Override
        public KeyValue<Bytes, byte[]> next() {
            Map.Entry<Bytes, byte[]> row = rows.next();
            return new KeyValue<>(row.getKey(), row.getValue());
        }

        @Override
        public Bytes peekNextKey() {
            throw new UnsupportedOperationException("nobody peeks here");
        }

        @Override
        public void close() {
            // nothing is held
        }
    }
}
