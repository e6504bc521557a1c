package org.stoatflow.simulation.stores;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.kafka.common.serialization.BytesSerializer;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.KeyValueStore;

/** Key-value stores: a sorted map from keys to values. */
class KeyValueSubject extends Subject<Bytes, Row> {
    private final Variant variant;
    private final Shape shape;

    KeyValueSubject(Variant variant, Shape shape) {
        this(variant, shape, 0);
    }

    KeyValueSubject(Variant variant, Shape shape, int numbers) {
        super(numbers);
        this.variant = variant;
        this.shape = shape;
    }

    @SuppressWarnings("unchecked") // the store is made of what the variant says
    private static KeyValueStore<Bytes, Object> typed(StateStore store) {
        return (KeyValueStore<Bytes, Object>) store;
    }

    /** What a use of a key does to the model. */
    void used(Bytes key) {}

    /** Whether scans show values as they are when they are given out, and not as they were when the scan began. */
    boolean scansLive() {
        return !variant.persistent();
    }

    /** The number of rows, where it is known. */
    @Nullable
    Long count() {
        return variant.cached() ? null : (long) rows().size();
    }

    // ---- writes

    @Override
    void write(StateStore store, Draw draw) {
        KeyValueStore<Bytes, Object> rows = typed(store);
        Bytes key = draw.key();
        switch (draw.below(10)) {
            case 0 -> delete(rows, key);
            case 1 -> putIfAbsent(rows, key, draw.oneIn(8) ? null : value(draw));
            case 2 -> putAll(rows, draw);
            default -> {
                Value value = draw.oneIn(6) ? null : value(draw);
                note("put", key, value);
                rows.put(key, put(value));
                model(key, value);
            }
        }
    }

    private Value value(Draw draw) {
        return new Value(
                draw.oneIn(20) ? Numbers.NOTHING : draw.number(),
                draw.before(record().timestamp()),
                Draw.list(draw.headers()));
    }

    private @Nullable Object put(@Nullable Value value) {
        return value == null ? null : shape.put(value);
    }

    private void delete(KeyValueStore<Bytes, Object> rows, Bytes key) {
        note("delete", key);
        used(key);
        Difference.require(shown(key), shape.read(rows.delete(key)), "deleted", key);
        model(key, null);
    }

    private void putIfAbsent(KeyValueStore<Bytes, Object> rows, Bytes key, @Nullable Value value) {
        note("putIfAbsent", key, value);
        used(key);
        Value before = shown(key);
        Difference.require(before, shape.read(rows.putIfAbsent(key, put(value))), "present", key);
        if (before == null) {
            model(key, value);
        }
    }

    private void putAll(KeyValueStore<Bytes, Object> rows, Draw draw) {
        List<KeyValue<Bytes, Object>> entries = new ArrayList<>();
        for (int left = draw.below(4); left > 0; left--) {
            Bytes key = draw.key();
            Value value = draw.oneIn(4) ? null : value(draw);
            note("putAll with", key, value);
            entries.add(KeyValue.pair(key, put(value)));
            model(key, value);
        }
        rows.putAll(entries);
    }

    /** A put, in the model. */
    void model(Bytes key, @Nullable Value value) {
        long recordMs = record().timestamp();
        if (value == null || value.number() == Numbers.NOTHING) {
            rows().remove(key);
            now().log(logged(key, null, recordMs, shape.hasHeaders() ? recordHeaders() : List.of()));
        } else {
            long timestamp = shape == Shape.PLAIN ? recordMs : value.timestamp();
            Value stored = new Value(value.number(), timestamp, shape.hasHeaders() ? value.headers() : List.of());
            rows().put(key, new Row(stored, 0));
            now().log(logged(key, Numbers.bytes(value.number()), timestamp, stored.headers()));
        }
    }

    private @Nullable Value shown(Bytes key) {
        Row row = rows().get(key);
        return row == null ? null : shape.shown(row.value());
    }

    // ---- reads

    @Override
    void read(StateStore store, Draw draw) {
        KeyValueStore<Bytes, Object> rows = typed(store);
        int choice = draw.below(20);
        if (choice < 9) {
            Bytes key = draw.key();
            note("get", key);
            used(key);
            Difference.require(shown(key), shape.read(rows.get(key)), "value", key);
        } else if (choice < 10) {
            note("approximateNumEntries");
            Long count = count();
            if (count != null) {
                Difference.require(count, rows.approximateNumEntries(), "number of entries");
            }
        } else {
            scan(rows, draw);
        }
    }

    private void scan(KeyValueStore<Bytes, Object> rows, Draw draw) {
        Bytes from = draw.bound();
        Bytes to = draw.bound();
        Bytes prefix = draw.key();
        int form = draw.below(7);
        note(
                "scan",
                List.of("range", "range", "reverseRange", "reverseRange", "all", "reverseAll", "prefixScan")
                        .get(form),
                from,
                to,
                prefix);
        NavigableMap<Bytes, Row> expected = switch (form) {
            case 0, 1 -> between(from, to);
            case 2, 3 -> between(from, to).descendingMap();
            case 4 -> new TreeMap<>(rows());
            case 5 -> new TreeMap<>(rows()).descendingMap();
            default -> prefixed(prefix);
        };
        try (KeyValueIterator<Bytes, Object> found = switch (form) {
            case 0, 1 -> rows.range(from, to);
            case 2, 3 -> rows.reverseRange(from, to);
            case 4 -> rows.all();
            case 5 -> rows.reverseAll();
            default -> rows.prefixScan(prefix, new BytesSerializer());
        }) {
            compare(rows, expected, found, draw);
        }
    }

    private NavigableMap<Bytes, Row> between(@Nullable Bytes from, @Nullable Bytes to) {
        NavigableMap<Bytes, Row> found = new TreeMap<>(rows());
        found.keySet()
                .removeIf(key -> (from != null && key.compareTo(from) < 0) || (to != null && key.compareTo(to) > 0));
        return found;
    }

    private NavigableMap<Bytes, Row> prefixed(Bytes prefix) {
        byte[] wanted = prefix.get();
        NavigableMap<Bytes, Row> found = new TreeMap<>(rows());
        found.keySet()
                .removeIf(key -> key.get().length < wanted.length
                        || !Arrays.equals(key.get(), 0, wanted.length, wanted, 0, wanted.length));
        return found;
    }

    /** Reads an iterator to its end, and writes meanwhile. */
    private void compare(
            KeyValueStore<Bytes, Object> rows,
            NavigableMap<Bytes, Row> expected,
            KeyValueIterator<Bytes, Object> found,
            Draw draw) {
        boolean writes = draw.oneIn(3);
        Iterator<Map.Entry<Bytes, Row>> left = expected.entrySet().iterator();
        while (true) {
            if (writes && draw.oneIn(4)) {
                write(rows, draw);
            }
            Value next = null;
            Bytes key = null;
            while (next == null && left.hasNext()) {
                Map.Entry<Bytes, Row> entry = left.next();
                key = entry.getKey();
                next = scansLive() ? shown(key) : shape.shown(entry.getValue().value());
            }
            Difference.require(next != null, found.hasNext(), "whether the scan has more", key);
            if (next == null) {
                return;
            }
            Difference.require(key, found.peekNextKey(), "the scan's next key");
            KeyValue<Bytes, Object> row = found.next();
            Difference.require(key, row.key, "the scan's key");
            Difference.require(next, shape.read(row.value), "the scan's value", key);
        }
    }

    // ---- committed rows

    @Override
    void compareCommitted(StateStore view, NavigableMap<Bytes, Row> rows) {
        try (KeyValueIterator<Bytes, Object> found = typed(view).all()) {
            rows.forEach((key, row) -> {
                Difference.require(true, found.hasNext(), "whether it is committed", key);
                KeyValue<Bytes, Object> next = found.next();
                Difference.require(key, next.key, "committed key");
                Difference.require(shape.shown(row.value()), shape.read(next.value), "committed value", key);
            });
            Difference.require(false, found.hasNext(), "whether more is committed");
        }
    }

    @Override
    void restore(Logged logged) {
        if (logged.value() == null) {
            now().rows(logged.partition()).remove(logged.key());
        } else {
            int number = Numbers.number(Objects.requireNonNull(logged.value()).get());
            Value value = new Value(number, logged.timestamp(), shape.hasHeaders() ? logged.headers() : List.of());
            now().rows(logged.partition()).put(logged.key(), new Row(value, 0));
        }
    }
}
