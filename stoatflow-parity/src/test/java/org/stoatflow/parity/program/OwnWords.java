package org.stoatflow.parity.program;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.processor.StateStoreContext;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.StoreBuilder;

/** The builder of a user's own store of words, which is for several threads. */
record OwnWords(String name, Consumer<String> told) implements StoreBuilder<KeyValueStore<String, String>> {
    @Override
    public StoreBuilder<KeyValueStore<String, String>> withCachingEnabled() {
        return this;
    }

    @Override
    public StoreBuilder<KeyValueStore<String, String>> withCachingDisabled() {
        return this;
    }

    @Override
    public StoreBuilder<KeyValueStore<String, String>> withLoggingEnabled(Map<String, String> config) {
        return this;
    }

    @Override
    public StoreBuilder<KeyValueStore<String, String>> withLoggingDisabled() {
        return this;
    }

    @Override
    public KeyValueStore<String, String> build() {
        return new Words(name, told);
    }

    @Override
    public Map<String, String> logConfig() {
        return Map.of();
    }

    @Override
    public boolean loggingEnabled() {
        return false;
    }

    private static final class Words implements KeyValueStore<String, String> {
        private final String name;
        private final Consumer<String> told;
        private final NavigableMap<String, String> rows = new ConcurrentSkipListMap<>();
        private volatile boolean open;

        Words(String name, Consumer<String> told) {
            this.name = name;
            this.told = told;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public void init(StateStoreContext context, StateStore root) {
            told.accept("init " + context.taskId() + " root " + root.name() + " in "
                    + context.stateDir().getName());
            context.register(root, (key, value) -> put(new String(key), value == null ? null : new String(value)));
            open = true;
        }

        @Override
        public void close() {
            if (open) {
                told.accept("close " + rows);
            }
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
        public void put(String key, String value) {
            if (value == null) {
                rows.remove(key);
            } else {
                rows.put(key, value);
            }
        }

        @Override
        public String putIfAbsent(String key, String value) {
            return rows.putIfAbsent(key, value);
        }

        @Override
        public void putAll(List<KeyValue<String, String>> entries) {
            entries.forEach(entry -> put(entry.key, entry.value));
        }

        @Override
        public String delete(String key) {
            return rows.remove(key);
        }

        @Override
        public String get(String key) {
            return rows.get(key);
        }

        @Override
        public KeyValueIterator<String, String> range(String from, String to) {
            return found(rows.subMap(from, true, to, true));
        }

        @Override
        public KeyValueIterator<String, String> all() {
            return found(rows);
        }

        private static KeyValueIterator<String, String> found(Map<String, String> rows) {
            List<KeyValue<String, String>> found = new ArrayList<>();
            rows.forEach((key, value) -> found.add(KeyValue.pair(key, value)));
            return new ListIterator<>(found);
        }

        @Override
        public long approximateNumEntries() {
            return rows.size();
        }
    }
}
