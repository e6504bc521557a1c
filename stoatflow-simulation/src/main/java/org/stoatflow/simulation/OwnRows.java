package org.stoatflow.simulation;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.state.KeyValueBytesStoreSupplier;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.KeyValueStore;

/** The user's class below a store of ours. */
final class OwnRows extends OwnStore implements KeyValueStore<Bytes, byte[]> {
    OwnRows(String name, UserCalls calls, boolean persistent) {
        super(name, calls, persistent);
    }

    /** Supplies such stores. */
    record Supplier(String name, UserCode code, boolean persistent) implements KeyValueBytesStoreSupplier {
        @Override
        public KeyValueStore<Bytes, byte[]> get() {
            return new OwnRows(name, code.calls(), persistent);
        }

        @Override
        public String metricsScope() {
            return "users";
        }
    }

    @Override
    public byte @Nullable [] get(Bytes key) {
        return call(() -> rows().get(key));
    }

    @Override
    public void put(Bytes key, byte @Nullable [] value) {
        write(key, value);
    }

    @Override
    public byte @Nullable [] putIfAbsent(Bytes key, byte[] value) {
        byte[] before = get(key);
        if (before == null) {
            write(key, value);
        }
        return before;
    }

    @Override
    public void putAll(List<KeyValue<Bytes, byte[]>> entries) {
        entries.forEach(entry -> write(entry.key, entry.value));
    }

    @Override
    public byte @Nullable [] delete(Bytes key) {
        byte[] before = get(key);
        write(key, null);
        return before;
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> range(@Nullable Bytes from, @Nullable Bytes to) {
        return call(() -> {
            NavigableMap<Bytes, byte[]> some = from == null ? rows() : rows().tailMap(from, true);
            return new Rows(to == null ? some : some.headMap(to, true));
        });
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> all() {
        return range(null, null);
    }

    @Override
    public long approximateNumEntries() {
        return call(() -> (long) rows().size());
    }

    /** Rows as they were. */
    private static final class Rows implements KeyValueIterator<Bytes, byte[]> {
        private final NavigableMap<Bytes, byte[]> left;

        Rows(NavigableMap<Bytes, byte[]> some) {
            left = new TreeMap<>(some);
        }

        @Override
        public boolean hasNext() {
            return !left.isEmpty();
        }

        @Override
        public KeyValue<Bytes, byte[]> next() {
            Iterator<Map.Entry<Bytes, byte[]>> rest = left.entrySet().iterator();
            Map.Entry<Bytes, byte[]> first = rest.next();
            rest.remove();
            return new KeyValue<>(first.getKey(), first.getValue());
        }

        @Override
        public Bytes peekNextKey() {
            return left.firstKey();
        }

        @Override
        public void close() {}
    }
}
