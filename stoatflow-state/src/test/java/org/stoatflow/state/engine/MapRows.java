package org.stoatflow.state.engine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.processor.StateStoreContext;
import org.stoatflow.streams.query.PositionBound;
import org.stoatflow.streams.query.Query;
import org.stoatflow.streams.query.QueryConfig;
import org.stoatflow.streams.query.QueryResult;
import org.stoatflow.streams.state.KeyValueBytesStoreSupplier;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.KeyValueStore;

/** A user's store, in a map, which gives its rows in the wrong order. */
final class MapRows implements KeyValueStore<Bytes, byte[]> {
    final List<String> restored = new ArrayList<>();
    boolean failing;
    boolean persistent;
    boolean keeping;
    int mostRead; // by one iterator
    Runnable inGet = () -> {};
    Runnable inPut = () -> {};
    Runnable atClose = () -> {};
    String answer; // to each query
    private final String name;
    private final NavigableMap<Bytes, byte[]> rows = new TreeMap<>();
    private boolean open;

    private MapRows(String name) {
        this.name = name;
    }

    static KeyValueBytesStoreSupplier supplier(String name, List<MapRows> made) {
        return new KeyValueBytesStoreSupplier() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public KeyValueStore<Bytes, byte[]> get() {
                MapRows store = new MapRows(name);
                made.add(store);
                return store;
            }

            @Override
            public String metricsScope() {
                return "map";
            }
        };
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void init(StateStoreContext context, StateStore root) {
        context.register(root, (key, value) -> {
            restored.add(new String(key));
            rows.put(Bytes.wrap(key), value);
        });
        open = true;
    }

    @Override
    public void close() {
        open = false;
        atClose.run();
    }

    @Override
    public boolean persistent() {
        return persistent;
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    @Override
    @SuppressWarnings("unchecked") // tests ask for texts
    public <R> QueryResult<R> query(Query<R> query, PositionBound positionBound, QueryConfig config) {
        return answer == null
                ? KeyValueStore.super.query(query, positionBound, config)
                : (QueryResult<R>) QueryResult.forResult(answer);
    }

    @Override
    public void put(Bytes key, byte[] value) {
        inPut.run();
        if (failing) {
            throw new IllegalStateException("as asked");
        }
        rows.put(key, value);
    }

    @Override
    public byte[] putIfAbsent(Bytes key, byte[] value) {
        throw new UnsupportedOperationException("not called here");
    }

    @Override
    public void putAll(List<KeyValue<Bytes, byte[]>> entries) {
        throw new UnsupportedOperationException("not called here");
    }

    @Override
    public byte[] delete(Bytes key) {
        return keeping ? rows.get(key) : rows.remove(key);
    }

    @Override
    public byte[] get(Bytes key) {
        inGet.run();
        return rows.get(key);
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> range(Bytes from, Bytes to) {
        NavigableMap<Bytes, byte[]> found = from == null ? rows : rows.tailMap(from, true);
        return new Found((to == null ? found : found.headMap(to, true)).descendingMap());
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> all() {
        return new Found(rows.descendingMap());
    }

    @Override
    public long approximateNumEntries() {
        return rows.size();
    }

    private final class Found implements KeyValueIterator<Bytes, byte[]> {
        private final Deque<KeyValue<Bytes, byte[]>> left = new ArrayDeque<>();
        private int read;

        Found(Map<Bytes, byte[]> rows) {
            rows.forEach((key, value) -> left.add(new KeyValue<>(key, value)));
        }

        @Override
        public boolean hasNext() {
            return !left.isEmpty();
        }

        @Override
        public KeyValue<Bytes, byte[]> next() {
            mostRead = Math.max(mostRead, ++read);
            return left.removeFirst();
        }

        @Override
        public Bytes peekNextKey() {
            return left.getFirst().key;
        }

        @Override
        public void close() {
            left.clear();
        }
    }
}
