package org.stoatflow.parity.program;

import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.processor.StateStoreContext;
import org.stoatflow.streams.query.Position;
import org.stoatflow.streams.state.KeyValueBytesStoreSupplier;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.KeyValueStore;

/** A user's key-value store of bytes, in a map, which tells of its life and of what it is restored from. */
class TreeStore implements KeyValueStore<Bytes, byte[]> {
    private final String name;
    private final boolean persistent;
    private final Consumer<String> told;
    private final NavigableMap<Bytes, byte[]> rows = new TreeMap<>();
    private final Position position = Position.emptyPosition();
    private boolean open;

    TreeStore(String name, boolean persistent, Consumer<String> told) {
        this.name = name;
        this.persistent = persistent;
        this.told = told;
    }

    static KeyValueBytesStoreSupplier supplier(String name, boolean persistent, Consumer<String> told) {
        return new KeyValueBytesStoreSupplier() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public KeyValueStore<Bytes, byte[]> get() {
                return new TreeStore(name, persistent, told);
            }

            @Override
            public String metricsScope() {
                return "tree";
            }
        };
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void init(StateStoreContext context, StateStore root) {
        told.accept(name + " init " + context.applicationId() + " " + context.taskId() + " root " + root.name() + " in "
                + context.stateDir().getName() + ", config "
                + context.appConfigs().get("application.id"));
        context.register(root, (key, value) -> {
            told.accept(name + " restored");
            put(Bytes.wrap(key), value);
        });
        open = true;
    }

    @Override
    public void commit(Map<TopicPartition, Long> changelogOffsets) {
        // nothing to write
    }

    @Override
    public void close() {
        if (open) {
            told.accept(name + " close");
        }
        open = false;
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
    public void put(Bytes key, byte[] value) {
        if (value == null) {
            rows.remove(key);
        } else {
            rows.put(key, value);
        }
    }

    @Override
    public byte[] putIfAbsent(Bytes key, byte[] value) {
        byte[] before = rows.get(key);
        if (before == null) {
            put(key, value);
        }
        return before;
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
        return rows.get(Objects.requireNonNull(key));
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> range(Bytes from, Bytes to) {
        return found(between(from, to));
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> reverseRange(Bytes from, Bytes to) {
        return found(between(from, to).descendingMap());
    }

    private NavigableMap<Bytes, byte[]> between(Bytes from, Bytes to) {
        NavigableMap<Bytes, byte[]> behind = from == null ? rows : rows.tailMap(from, true);
        return to == null ? behind : behind.headMap(to, true);
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> all() {
        return found(rows);
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> reverseAll() {
        return found(rows.descendingMap());
    }

    private static KeyValueIterator<Bytes, byte[]> found(Map<Bytes, byte[]> rows) {
        return new ListIterator<>(rows.entrySet().stream()
                .map(row -> new KeyValue<>(row.getKey(), row.getValue()))
                .toList());
    }

    @Override
    public long approximateNumEntries() {
        return rows.size();
    }

    /** Kafka Streams asks for it with each changelog record. */
    @Override
    public Position getPosition() {
        return position;
    }
}
