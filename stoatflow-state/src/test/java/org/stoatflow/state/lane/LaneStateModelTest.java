package org.stoatflow.state.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.apache.kafka.common.serialization.BytesSerializer;
import org.apache.kafka.common.utils.Bytes;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.TestStores;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.state.overlay.SealedState;
import org.stoatflow.state.rocks.OpenNatives;
import org.stoatflow.state.rocks.RocksSettings;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.TimestampedKeyValueStore;
import org.stoatflow.streams.state.ValueAndTimestamp;

/** A lane and its stores against sorted maps: epochs, seals, applies in order, drops, scans held over writes. */
class LaneStateModelTest {
    private static final int STEPS = 6_000;
    private static final int PARTITIONS = 3;
    private static final int LAYERS_MAX = 4;

    private record Row(String value, long timestamp) {}

    private record Place(String store, int partition, Bytes key) {}

    /** What all stores hold at one moment. */
    private static final class World {
        final Map<String, NavigableMap<Bytes, Row>> tables = new HashMap<>();

        NavigableMap<Bytes, Row> table(String store, int partition) {
            return tables.computeIfAbsent(store + partition, name -> new TreeMap<>());
        }

        World copy() {
            World copy = new World();
            tables.forEach((name, table) -> copy.tables.put(name, new TreeMap<>(table)));
            return copy;
        }
    }

    private record Sealed(SealedState state, World after) {}

    @TempDir
    Path folder;

    private Random random;
    private LaneState lane;
    private TestStores.ManualRecord record;
    private World now = new World();
    private World applied = new World();
    private final Deque<Sealed> sealed = new ArrayDeque<>();
    private Map<Place, Row> written = new LinkedHashMap<>();
    private int partition;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void shouldBehaveAsSortedMapsInMemory(long seed) {
        try (StateEngine engine =
                StateEngines.inMemory(List.of(TestStores.plain("plain"), TestStores.timestamped("stamped")))) {
            run(engine, seed);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13, 14})
    void shouldBehaveAsSortedMapsOnDisk(long seed) {
        long open = OpenNatives.count();
        try (StateEngine engine = StateEngines.openRocks(
                folder,
                List.of(TestStores.plain("plain"), TestStores.timestamped("stamped")),
                RocksSettings.defaults().withMemoryBytes(8 << 20))) {
            run(engine, seed);
        }
        assertEquals(open, OpenNatives.count());
    }

    private void run(StateEngine engine, long seed) {
        random = new Random(seed);
        record = new TestStores.ManualRecord();
        lane = new LaneState(
                engine,
                List.of(TestStores.plain("plain"), TestStores.timestamped("stamped")),
                record,
                TestStores.BYTES_BY_DEFAULT);
        for (int step = 0; step < STEPS; step++) {
            record.timestamp = step;
            partition = random.nextInt(PARTITIONS);
            lane.partition(partition);
            step(engine);
        }
        lane.close();
    }

    private void step(StateEngine engine) {
        int choice = random.nextInt(100);
        if (choice < 45) {
            write(random.nextBoolean() ? "plain" : "stamped");
        } else if (choice < 50) {
            writeFromASavepoint();
        } else if (choice < 70) {
            readOne(random.nextBoolean() ? "plain" : "stamped");
        } else if (choice < 94) {
            scan(random.nextBoolean() ? "plain" : "stamped");
        } else if (choice < 97) {
            seal(engine);
        } else if (choice < 99) {
            applyOldest(engine);
        } else if (random.nextInt(4) == 0) {
            lane.drop();
            sealed.clear();
            written.clear();
            now = applied.copy();
        }
        assertEquals(written.isEmpty(), lane.uncommittedBytes() == 0);
    }

    /** Writes, reads and scans that stay, or that are taken back as if they had never been. */
    private void writeFromASavepoint() {
        World before = now.copy();
        Map<Place, Row> writtenBefore = new LinkedHashMap<>(written);
        long bytesBefore = lane.uncommittedBytes();
        lane.save();
        for (int writes = random.nextInt(30); writes > 0; writes--) {
            write(random.nextBoolean() ? "plain" : "stamped");
            if (random.nextInt(10) == 0) {
                scan(random.nextBoolean() ? "plain" : "stamped");
            }
        }
        if (random.nextBoolean()) {
            lane.release();
            return;
        }
        lane.rollback();
        now = before;
        written = writtenBefore;
        assertEquals(bytesBefore, lane.uncommittedBytes());
    }

    @SuppressWarnings("unchecked")
    private KeyValueStore<Bytes, Bytes> plain() {
        return (KeyValueStore<Bytes, Bytes>) lane.store("plain");
    }

    @SuppressWarnings("unchecked")
    private TimestampedKeyValueStore<Bytes, Bytes> stamped() {
        return (TimestampedKeyValueStore<Bytes, Bytes>) lane.store("stamped");
    }

    private Bytes key() {
        byte[] key = new byte[random.nextInt(4)];
        for (int i = 0; i < key.length; i++) {
            key[i] = new byte[] {0, 1, 0x7f, (byte) 0x80, (byte) 0xff}[random.nextInt(5)];
        }
        return Bytes.wrap(key);
    }

    private void write(String store) {
        Bytes key = key();
        NavigableMap<Bytes, Row> table = now.table(store, partition);
        Row before = table.get(key);
        switch (random.nextInt(4)) {
            case 0 -> {
                assertEquals(before, deleted(store, key));
                model(store, key, null);
            }
            case 1 -> {
                Row row = row(store);
                assertEquals(before, putIfAbsent(store, key, row));
                if (before == null) {
                    model(store, key, row);
                }
            }
            default -> {
                Row row = random.nextInt(6) == 0 ? null : row(store);
                put(store, key, row);
                model(store, key, row);
            }
        }
    }

    /** Rows of the plain store are written with the record's timestamp, which cannot be read back. */
    private Row row(String store) {
        String value = "v" + random.nextInt(1_000);
        return store.equals("plain") ? new Row(value, -1) : new Row(value, random.nextInt(1_000));
    }

    private void model(String store, Bytes key, Row row) {
        NavigableMap<Bytes, Row> table = now.table(store, partition);
        if (row == null) {
            table.remove(key);
        } else {
            table.put(key, row);
        }
        long logged = row == null || store.equals("plain") ? record.timestamp : row.timestamp();
        written.put(new Place(store, partition, key), new Row(row == null ? null : row.value(), logged));
    }

    private static Bytes bytes(String value) {
        return Bytes.wrap(value.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }

    private static String text(byte[] value) {
        return value == null ? null : new String(value, java.nio.charset.StandardCharsets.UTF_8);
    }

    private static Row row(Bytes plain) {
        return plain == null ? null : new Row(text(plain.get()), -1);
    }

    private static Row row(ValueAndTimestamp<Bytes> value) {
        return value == null ? null : new Row(text(value.value().get()), value.timestamp());
    }

    private static ValueAndTimestamp<Bytes> stampedValue(Row row) {
        return row == null ? null : ValueAndTimestamp.make(bytes(row.value()), row.timestamp());
    }

    private Row deleted(String store, Bytes key) {
        return store.equals("plain") ? row(plain().delete(key)) : row(stamped().delete(key));
    }

    private Row putIfAbsent(String store, Bytes key, Row row) {
        return store.equals("plain")
                ? row(plain().putIfAbsent(key, bytes(row.value())))
                : row(stamped().putIfAbsent(key, stampedValue(row)));
    }

    private void put(String store, Bytes key, Row row) {
        if (store.equals("plain")) {
            plain().put(key, row == null ? null : bytes(row.value()));
        } else {
            stamped().put(key, stampedValue(row));
        }
    }

    private void readOne(String store) {
        Bytes key = key();
        Row read = store.equals("plain") ? row(plain().get(key)) : row(stamped().get(key));
        assertEquals(now.table(store, partition).get(key), read);
        long count = store.equals("plain")
                ? plain().approximateNumEntries()
                : stamped().approximateNumEntries();
        assertEquals(now.table(store, partition).size(), count);
    }

    private void scan(String store) {
        NavigableMap<Bytes, Row> table = now.table(store, partition);
        Bytes from = random.nextInt(3) == 0 ? null : key();
        Bytes to = random.nextInt(3) == 0 ? null : key();
        boolean forward = random.nextBoolean();
        NavigableMap<Bytes, Row> expected = new TreeMap<>(
                random.nextInt(4) == 0 && from != null ? prefixed(table, from) : between(table, from, to));
        boolean prefix = !expected.equals(between(table, from, to));
        KeyValueStore<Bytes, ?> read = store.equals("plain") ? plain() : stamped();
        try (KeyValueIterator<Bytes, ?> rows = prefix
                ? read.prefixScan(from, new BytesSerializer())
                : forward ? read.range(from, to) : read.reverseRange(from, to)) {
            check(store, forward || prefix ? expected : expected.descendingMap(), rows);
        }
    }

    private static NavigableMap<Bytes, Row> between(NavigableMap<Bytes, Row> table, Bytes from, Bytes to) {
        if (from != null && to != null && from.compareTo(to) > 0) {
            return new TreeMap<>();
        }
        NavigableMap<Bytes, Row> high = to == null ? table : table.headMap(to, true);
        return from == null ? high : high.tailMap(from, true);
    }

    private static NavigableMap<Bytes, Row> prefixed(NavigableMap<Bytes, Row> table, Bytes prefix) {
        NavigableMap<Bytes, Row> rows = new TreeMap<>();
        table.forEach((key, row) -> {
            byte[] bytes = key.get();
            byte[] wanted = prefix.get();
            if (bytes.length >= wanted.length
                    && java.util.Arrays.equals(bytes, 0, wanted.length, wanted, 0, wanted.length)) {
                rows.put(key, row);
            }
        });
        return rows;
    }

    /** Reads an iterator to its end while the lane goes on writing: it shows what was there when it was made. */
    private void check(String store, NavigableMap<Bytes, Row> expected, KeyValueIterator<Bytes, ?> rows) {
        for (Map.Entry<Bytes, Row> row : new ArrayList<>(expected.entrySet())) {
            assertTrue(rows.hasNext());
            assertEquals(row.getKey(), rows.peekNextKey());
            if (random.nextInt(4) == 0) {
                write(store);
            }
            KeyValue<Bytes, ?> read = rows.next();
            assertEquals(row.getKey(), read.key);
            assertEquals(row.getValue(), asRow(read.value));
        }
        assertFalse(rows.hasNext());
    }

    @SuppressWarnings("unchecked")
    private static Row asRow(Object value) {
        return value instanceof Bytes plain ? row(plain) : row((ValueAndTimestamp<Bytes>) value);
    }

    private void seal(StateEngine engine) {
        if (sealed.size() == LAYERS_MAX) {
            applyOldest(engine);
        }
        Map<Place, Row> logged = new LinkedHashMap<>();
        SealedState state = lane.seal((storeId, at, key, value, timestamp, headers) -> {
            String store = storeId == engine.storeId("plain") ? "plain" : "stamped";
            logged.put(new Place(store, at, Bytes.wrap(key)), new Row(text(value), timestamp));
        });
        assertEquals(
                inOrderOf("plain"),
                logged.entrySet().stream()
                        .filter(row -> row.getKey().store().equals("plain"))
                        .toList());
        assertEquals(
                inOrderOf("stamped"),
                logged.entrySet().stream()
                        .filter(row -> row.getKey().store().equals("stamped"))
                        .toList());
        assertEquals(written.isEmpty(), state.isEmpty());
        written = new LinkedHashMap<>();
        sealed.add(new Sealed(state, now.copy()));
    }

    private List<Map.Entry<Place, Row>> inOrderOf(String store) {
        return written.entrySet().stream()
                .filter(row -> row.getKey().store().equals(store))
                .toList();
    }

    private void applyOldest(StateEngine engine) {
        int count = random.nextInt(sealed.size() + 1);
        StateBatch batch = new StateBatch(0);
        List<Sealed> taken = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Sealed oldest = sealed.removeFirst();
            oldest.state().addTo(batch);
            taken.add(oldest);
            applied = oldest.after();
        }
        engine.apply(batch);
        if (random.nextBoolean()) {
            readOne("plain");
        }
        taken.forEach(oldest -> oldest.state().markApplied());
    }
}
