package org.stoatflow.state.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.stoatflow.state.CommittedScan;
import org.stoatflow.state.RestoredRows;
import org.stoatflow.state.RowLayout;
import org.stoatflow.state.RowRestorer;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.TestStores;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.state.overlay.SealedState;
import org.stoatflow.state.rocks.RocksSettings;
import org.stoatflow.state.window.WindowFormat;
import org.stoatflow.state.window.WindowRows;
import org.stoatflow.state.window.WindowSettings;
import org.stoatflow.state.window.WindowStart;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.errors.InvalidStateStoreException;
import org.stoatflow.streams.errors.ProcessorStateException;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.ValueAndTimestamp;

/** Window stores of a lane, on disk and in memory: epochs, retention, expiry, restore. */
class WindowStoreTest {
    private static final WindowSettings WINDOWS = new WindowSettings(100, 50, false);

    /** A changelog record. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Logged(byte[] key, byte[] value, long timestamp) {
        @Override
        public String toString() {
            return HexFormat.of().formatHex(key) + "="
                    + (value == null ? "null" : new String(value, StandardCharsets.UTF_8)) + "@" + timestamp;
        }
    }

    @TempDir
    Path folder;

    private final TestStores.ManualRecord record = new TestStores.ManualRecord();
    private final List<Logged> log = new ArrayList<>();
    private WindowFormat format;
    private LaneState lane;

    private StateEngine open(boolean persistent, String name) {
        StoreDescription store = store(persistent, false);
        return persistent
                ? StateEngines.openRocks(
                        folder.resolve(name),
                        List.of(store),
                        RocksSettings.defaults().withMemoryBytes(8 << 20))
                : StateEngines.inMemory(List.of(store));
    }

    private static StoreDescription store(boolean persistent, boolean timestamped) {
        return TestStores.store(timestamped, "w", persistent, Serdes.String(), Serdes.String());
    }

    @SuppressWarnings("unchecked") // the store is described above
    private <V> WindowRows<String, V> rows(StateEngine engine, StoreDescription store, WindowSettings windows) {
        format = new WindowFormat(store, windows);
        lane = new LaneState(engine, List.of(store), record, TestStores.BYTES_BY_DEFAULT, null, described -> format);
        lane.partition(3);
        return (WindowRows<String, V>) lane.store("w");
    }

    private SealedState seal() {
        return lane.seal((store, partition, key, value, timestamp, headers) -> {
            assertEquals(3, partition);
            assertNull(headers);
            log.add(new Logged(key, value, timestamp));
        });
    }

    private void commit(StateEngine engine) {
        SealedState sealed = seal();
        StateBatch batch = new StateBatch(0);
        sealed.addTo(batch);
        engine.apply(batch);
        sealed.markApplied();
    }

    private static int committed(StateEngine engine, int partition) {
        int count = 0;
        try (CommittedScan scan = engine.scan(engine.storeId("w"), partition, null, null, true)) {
            while (scan.next()) {
                count++;
            }
        }
        return count;
    }

    private static <K, V> List<String> read(KeyValueIterator<K, V> rows) {
        List<String> found = new ArrayList<>();
        try (rows) {
            while (rows.hasNext()) {
                KeyValue<K, V> row = rows.next();
                found.add((row.key instanceof WindowStart<?> start ? start.key() + "@" + start.startMs() : row.key)
                        + "=" + row.value);
            }
        }
        return found;
    }

    @Test
    void shouldLogTheBytesOfKafkaStreams() {
        try (StateEngine engine = open(false, "a")) {
            WindowRows<String, String> store = rows(engine, store(false, false), WINDOWS);
            record.timestamp = 7;
            store.put("v", "x", 1_000);
            store.put("v", "y", 1_000);
            record.timestamp = 8;
            store.put("w", null, 1_000);
            seal();
            assertEquals(
                    List.of("7600000000000003e800000000=y@7", "7700000000000003e800000000=null@8"),
                    log.stream().map(Logged::toString).toList());
            assertEquals(RowLayout.WINDOW, format.layout());
        }
    }

    @Test
    void shouldNumberDuplicatesFromOne() {
        try (StateEngine engine = open(false, "a")) {
            WindowRows<String, String> store = rows(engine, store(false, false), new WindowSettings(100, 50, true));
            store.put("k", "x", 10);
            store.put("k", "y", 10);
            store.put("k", null, 10);
            store.put("k", "z", 10);
            assertEquals(List.of("10=x", "10=y", "10=z"), read(store.fetch("k", 0, 100)));
            assertEquals("z", store.fetch("k", 10));
            seal();
            assertEquals(
                    List.of(
                            "6b000000000000000a00000001=x@0",
                            "6b000000000000000a00000002=y@0",
                            "6b000000000000000a00000004=z@0",
                            "6b000000000000000a00000003=null@0"),
                    log.stream().map(Logged::toString).toList());
        }
    }

    @Test
    void shouldKeepTimestampsInRowsAndRecords() {
        try (StateEngine engine = open(false, "a")) {
            WindowRows<String, ValueAndTimestamp<String>> store = rows(engine, store(false, true), WINDOWS);
            record.timestamp = 7;
            store.put("k", ValueAndTimestamp.make("x", 5), 10);
            store.put("l", null, 10);
            commit(engine);
            assertEquals(ValueAndTimestamp.make("x", 5), store.fetch("k", 10));
            assertEquals(List.of("10=" + ValueAndTimestamp.make("x", 5)), read(store.fetch("k", 0, 10)));
            assertEquals(
                    List.of("6b000000000000000a00000000=x@5", "6c000000000000000a00000000=null@7"),
                    log.stream().map(Logged::toString).toList());
            assertEquals(RowLayout.TIMESTAMPED_WINDOW, format.layout());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldReadThroughTheLayersByKeyAndTime(boolean persistent) {
        try (StateEngine engine = open(persistent, "a")) {
            WindowRows<String, String> store =
                    rows(engine, store(persistent, false), new WindowSettings(1_000, 50, false));
            store.put("a", "1", 10);
            store.put("ab", "2", 10);
            store.put("a", "3", 60);
            commit(engine);
            store.put("a", "4", 120);
            SealedState sealed = seal();
            assertFalse(sealed.isEmpty());
            store.put("a", "5", 10);
            store.put("ab", null, 10);
            store.put("b", "6", 700);
            assertEquals(List.of("10=5", "60=3", "120=4"), read(store.fetch("a", 0, 1_000)));
            assertEquals(List.of("60=3", "10=5"), read(store.backwardFetch("a", 10, 60)));
            assertEquals(List.of(), read(store.fetch("ab", 0, 1_000)));
            assertEquals(List.of("a@60=3", "a@120=4", "b@700=6"), read(store.fetchAll(11, Long.MAX_VALUE)));
            assertEquals(List.of("b@700=6"), read(store.fetch("aa", null, 0, 1_000)));
            assertEquals(List.of("a@10=5", "a@60=3", "a@120=4", "b@700=6"), read(store.all()));
            assertEquals(List.of("b@700=6", "a@120=4", "a@60=3", "a@10=5"), read(store.backwardAll()));
            assertEquals("3", store.fetch("a", 60));
            assertNull(store.fetch("a", 61));
            lane.partition(4);
            assertEquals(List.of(), read(store.all()));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldNotShowWhatHasExpiredAndDeleteASegmentByOneRange(boolean persistent) {
        try (StateEngine engine = open(persistent, "a")) {
            WindowRows<String, String> store = rows(engine, store(persistent, false), WINDOWS);
            for (int start = 0; start < 150; start += 10) {
                store.put("k" + start, "v", start);
            }
            commit(engine);
            assertEquals(15, committed(engine, 3));
            assertEquals("k50@50=v", read(store.all()).getFirst(), "less than the retention before the last one");
            assertNull(store.fetch("k40", 40));
            store.expire(3, 149);
            assertTrue(seal().isEmpty(), "no segment has expired as a whole");
            store.expire(3, 150);
            store.expire(3, 199);
            log.clear();
            SealedState sealed = seal();
            assertEquals(List.of(), log, "expiry is not logged");
            List<String> changes = new ArrayList<>();
            StateBatch batch = new StateBatch(0);
            sealed.addTo(batch);
            batch.writeTo(new StateBatch.RowSink<RuntimeException>() {
                @Override
                public void row(int id, int partition, byte[] key, byte[] stored) {
                    changes.add("row");
                }

                @Override
                public void deleteRange(int id, int partition, byte[] from, byte[] to) {
                    changes.add(partition + " to " + HexFormat.of().formatHex(to));
                }
            });
            assertEquals(List.of("3 to 0000000000000001"), changes);
            engine.apply(batch);
            sealed.markApplied();
            assertEquals(10, committed(engine, 3));
            assertEquals("k100@100=v", read(store.all()).getFirst(), "time has gone on to 199");
        }
    }

    @Test
    void shouldLogAndNotStoreWhatComesTooLate() {
        try (StateEngine engine = open(false, "a")) {
            WindowRows<String, String> store = rows(engine, store(false, false), WINDOWS);
            store.put("k", "live", 160);
            record.timestamp = 9;
            store.put("k", "late", 49);
            commit(engine);
            assertEquals(1, committed(engine, 3));
            assertEquals("6b000000000000003100000000=late@9", log.getLast().toString());
            store.put("k", "in its segment", 50);
            commit(engine);
            assertEquals(2, committed(engine, 3));
            assertNull(store.fetch("k", 50), "stored with its segment, and too old to be shown");
            assertThrows(IllegalArgumentException.class, () -> store.put("k", "v", -1));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldRestoreRowsAndSkipWhatHasExpired(boolean persistent) {
        try (StateEngine engine = open(persistent, "a");
                StateEngine restored = open(persistent, "b")) {
            WindowRows<String, String> store = rows(engine, store(persistent, false), WINDOWS);
            for (int start = 0; start < 400; start += 20) {
                store.put("k", "v" + start, start);
                store.put("gone", "v", start);
                store.put("gone", null, start);
                commit(engine);
            }
            int tailFrom = log.size() / 2;
            int[] puts = new int[1];
            restore(restored, log.subList(0, tailFrom), puts);
            assertEquals(7, committed(restored, 3), "from 60 to 180: the segments that live at 180");
            restore(restored, log.subList(tailFrom, log.size()), puts);
            WindowRows<String, String> anew = rows(restored, store(persistent, false), WINDOWS);
            anew.expire(3, 380);
            assertEquals(read(store.all()), read(anew.all()));
            assertEquals(
                    List.of("300=v300", "320=v320", "340=v340", "360=v360", "380=v380"), read(anew.fetch("k", 0, 999)));
            puts[0] = 0;
            restore(restored, log.reversed(), puts);
            assertEquals(2 * 7, puts[0], "only what lives at the greatest time, which comes first");
        }
    }

    private void restore(StateEngine engine, List<Logged> records, int[] puts) {
        RowRestorer restorer = format.restorer();
        StateBatch batch = new StateBatch(0);
        RestoredRows rows = new RestoredRows() {
            @Override
            public void put(byte[] key, byte[] stored) {
                puts[0]++;
                batch.put(engine.storeId("w"), 3, key, stored);
            }

            @Override
            public void deleteRange(byte[] from, byte[] to) {
                batch.deleteRange(engine.storeId("w"), 3, from, to);
            }
        };
        for (Logged logged : records) {
            restorer.restore(logged.key, logged.value, logged.timestamp, new RecordHeaders(), rows);
        }
        engine.apply(batch);
    }

    @Test
    void shouldRefuseAChangelogOfAnotherKind() {
        RowRestorer restorer = new WindowFormat(store(true, false), WINDOWS).restorer();
        ProcessorStateException refused = assertThrows(
                ProcessorStateException.class,
                () -> restorer.restore(new byte[11], null, 0, new RecordHeaders(), null));
        assertTrue(refused.getMessage().contains("11 bytes"), refused.getMessage());
    }

    @Test
    void shouldTakeBackWhatARecordHasPut() {
        try (StateEngine engine = open(false, "a")) {
            WindowRows<String, String> store = rows(engine, store(false, false), WINDOWS);
            store.put("k", "1", 200);
            lane.save();
            store.put("k", "2", 200);
            store.put("k", "late", 0);
            lane.rollback();
            assertEquals("1", store.fetch("k", 200));
            seal();
            assertEquals(1, log.size());
        }
    }

    @Test
    void shouldFindTheFewSegmentsThatHaveRows() {
        try (StateEngine engine = open(false, "a")) {
            WindowRows<String, String> store =
                    rows(engine, store(false, false), new WindowSettings(Long.MAX_VALUE / 2, 1, false));
            store.put("k", "1", 5);
            store.put("other", "x", 6);
            commit(engine);
            store.put("k", "2", 1_000_000_000_000L);
            assertEquals(List.of("5=1", "1000000000000=2"), read(store.fetch("k", 0, Long.MAX_VALUE)));
            assertEquals(List.of("1000000000000=2", "5=1"), read(store.backwardFetch("k", 0, Long.MAX_VALUE)));
        }
    }

    @Test
    void shouldFindKeysThatArePrefixesOfTheUpperBound() {
        try (StateEngine engine = open(false, "a")) {
            WindowRows<String, String> store =
                    rows(engine, store(false, false), new WindowSettings(1_000_000, 50, false));
            store.put("a", "1", 300_000);
            store.put("", "2", 300_000);
            store.put("a\0\0", "3", 300_000);
            assertEquals(List.of("@300000=2", "a@300000=1"), read(store.fetch(null, "a\0", 0, 1_000_000)));
            assertEquals(List.of("a@300000=1"), read(store.fetch("\0", "a\0", 0, 1_000_000)));
        }
    }

    @Test
    void shouldRefuseUseAfterClose() {
        try (StateEngine engine = open(false, "a")) {
            WindowRows<String, String> store = rows(engine, store(false, false), WINDOWS);
            store.put("k", "1", 5);
            KeyValueIterator<WindowStart<String>, String> closed = store.all();
            assertTrue(closed.hasNext());
            closed.close();
            assertThrows(InvalidStateStoreException.class, closed::hasNext);
            KeyValueIterator<WindowStart<String>, String> left = store.all();
            assertTrue(left.hasNext());
            lane.close();
            assertThrows(InvalidStateStoreException.class, left::next);
            assertThrows(InvalidStateStoreException.class, store::all);
            assertThrows(InvalidStateStoreException.class, () -> store.put("k", "1", 5));
            assertThrows(InvalidStateStoreException.class, () -> store.fetch("k", 5));
        }
    }
}
