package org.stoatflow.state.lane;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.record.CopyOnWriteHeaders;
import org.stoatflow.state.ChangelogCollector;
import org.stoatflow.state.CommittedScan;
import org.stoatflow.state.RestoredRows;
import org.stoatflow.state.RowLayout;
import org.stoatflow.state.RowRestorer;
import org.stoatflow.state.SerdeDefaults;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.TestStores;
import org.stoatflow.state.ValueLayout;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.state.overlay.RowStore;
import org.stoatflow.state.overlay.SealedState;
import org.stoatflow.state.overlay.WrittenRows;
import org.stoatflow.state.rocks.RocksSettings;
import org.stoatflow.state.store.EngineStore;
import org.stoatflow.state.store.StoreContext;
import org.stoatflow.state.store.StoreFormat;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.streams.processor.StateStore;

/** What a format may do that key-value stores do not: a row says whether and as what it is logged. */
class StoreFormatTest {
    private static final StoreDescription STORE = TestStores.plain("s");

    private final TestStores.ManualRecord record = new TestStores.ManualRecord();
    private final List<String> log = new ArrayList<>();

    /** Rows whose keys begin with 'i' are an index and not logged; of others that byte is left out of the log. */
    private static final class IndexedFormat implements StoreFormat {
        private static final CopyOnWriteHeaders HEADERS =
                CopyOnWriteHeaders.of(new RecordHeaders().add("v", new byte[] {3}));

        @Override
        public RowLayout layout() {
            return RowLayout.PLAIN;
        }

        @Override
        public ValueLayout values() {
            return ValueLayout.PLAIN;
        }

        @Override
        public StateStore view(StoreContext context, RowStore rows, SerdeDefaults defaults) {
            return new View(context, rows);
        }

        @Override
        public void log(int storeId, WrittenRows rows, ChangelogCollector out) {
            for (int entry = 0; entry < rows.size(); entry++) {
                byte[] key = rows.key(entry);
                if (key[0] != 'i') {
                    out.append(
                            storeId,
                            rows.partition(entry),
                            Arrays.copyOfRange(key, 1, key.length),
                            rows.value(entry),
                            ChangelogCollector.NO_TIMESTAMP,
                            HEADERS);
                }
            }
        }

        @Override
        public RowRestorer restorer() {
            return (key, value, timestamp, headers, rows) -> {
                rows.put(join('r', key), value);
                rows.put(join('i', key), value == null ? null : new byte[0]);
            };
        }

        private static byte[] join(char tag, byte[] key) {
            return bytes(tag + new String(key, StandardCharsets.UTF_8));
        }

        private static final class View extends EngineStore {
            private final RowStore rows;

            View(StoreContext context, RowStore rows) {
                super(STORE, context);
                this.rows = rows;
            }

            void put(String key, String value) {
                rows.write(context().partition(), bytes(key), value == null ? null : bytes(value), 1);
            }

            void log(String key, String value, long timestamp) {
                rows.log(context().partition(), bytes(key), value == null ? null : bytes(value), timestamp, null);
            }

            void deleteRange(String from, String to) {
                rows.deleteRange(
                        context().partition(), from == null ? null : bytes(from), to == null ? null : bytes(to));
            }
        }
    }

    @TempDir
    Path folder;

    private LaneState lane(StateEngine engine) {
        LaneState lane = new LaneState(
                engine, List.of(STORE), record, TestStores.BYTES_BY_DEFAULT, null, store -> new IndexedFormat());
        lane.partition(2);
        return lane;
    }

    private static IndexedFormat.View view(LaneState lane) {
        return (IndexedFormat.View) lane.store("s");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(byte[] bytes) {
        return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
    }

    private SealedState seal(LaneState lane) {
        log.clear();
        return lane.seal((id, partition, key, value, timestamp, headers) -> log.add(partition + " " + text(key) + "="
                + text(value) + (timestamp == ChangelogCollector.NO_TIMESTAMP ? "" : "@" + timestamp)
                + (headers == null ? "" : " " + headers.lastHeader("v").key())));
    }

    private static void apply(StateEngine engine, SealedState sealed) {
        StateBatch batch = new StateBatch(0);
        sealed.addTo(batch);
        engine.apply(batch);
        sealed.markApplied();
    }

    @Test
    void shouldLogARowAsItsFormatSaysOrNotAtAll() {
        try (StateEngine engine = StateEngines.inMemory(List.of(STORE))) {
            LaneState lane = lane(engine);
            view(lane).put("ra", "1");
            view(lane).put("ia", "");
            view(lane).put("rb", null);
            apply(engine, seal(lane));
            assertEquals(List.of("2 a=1 v", "2 b=null v"), log);
            assertNotNull(engine.get(0, 2, bytes("ia")), "an index row is applied all the same");
        }
    }

    @Test
    void shouldLogEachWriteOfAKeyInTheOrderOfPuts() {
        try (StateEngine engine = StateEngines.inMemory(List.of(STORE))) {
            LaneState lane = lane(engine);
            view(lane).log("k", "1", 10);
            view(lane).put("ix", "");
            view(lane).log("k", "0", 5);
            view(lane).log("k", null, 20);
            assertFalse(seal(lane).isEmpty());
            assertEquals(List.of("2 k=1@10", "2 k=0@5", "2 k=null@20"), log);
            assertTrue(seal(lane).isEmpty());
            assertEquals(List.of(), log);
        }
    }

    @Test
    void shouldTakeBackWhatIsNoRow() {
        try (StateEngine engine = StateEngines.inMemory(List.of(STORE))) {
            LaneState lane = lane(engine);
            view(lane).log("k", "kept", 1);
            long before = lane.uncommittedBytes();
            lane.save();
            view(lane).log("k", "taken back", 2);
            view(lane).deleteRange(null, null);
            assertTrue(lane.uncommittedBytes() > before);
            lane.rollback();
            assertEquals(before, lane.uncommittedBytes());
            lane.save();
            view(lane).log("k", "stays", 3);
            lane.release();
            SealedState sealed = seal(lane);
            assertEquals(List.of("2 k=kept@1", "2 k=stays@3"), log);
            apply(engine, sealed);
            assertEquals(0, lane.uncommittedBytes());
            view(lane).log("k", "again", 4);
            lane.drop();
            assertEquals(0, lane.uncommittedBytes());
            assertTrue(seal(lane).isEmpty());
        }
    }

    @Test
    void shouldDeleteARangeBehindTheWritesOfItsEpochInMemory() {
        try (StateEngine engine = StateEngines.inMemory(List.of(STORE))) {
            deleteARange(engine);
        }
    }

    @Test
    void shouldDeleteARangeBehindTheWritesOfItsEpochOnDisk() {
        try (StateEngine engine = StateEngines.openRocks(
                folder, List.of(STORE), RocksSettings.defaults().withMemoryBytes(8 << 20))) {
            deleteARange(engine);
        }
    }

    private void deleteARange(StateEngine engine) {
        LaneState lane = lane(engine);
        lane.partition(1);
        view(lane).put("r1", "other partition");
        lane.partition(2);
        view(lane).put("r1", "v");
        view(lane).put("r2", "v");
        apply(engine, seal(lane));
        view(lane).put("r1x", "of this epoch");
        view(lane).deleteRange(null, "r2");
        view(lane).put("r0", "of this epoch too");
        SealedState sealed = seal(lane);
        assertEquals(List.of("2 1x=of this epoch v", "2 0=of this epoch too v"), log, "a range delete is not logged");
        apply(engine, sealed);
        assertEquals(List.of("r2"), keys(engine, 2));
        assertEquals(List.of("r1"), keys(engine, 1));
        view(lane).deleteRange("r2", null);
        apply(engine, seal(lane));
        assertEquals(List.of(), log);
        assertEquals(List.of(), keys(engine, 2));
    }

    private static List<String> keys(StateEngine engine, int partition) {
        List<String> keys = new ArrayList<>();
        try (CommittedScan scan = engine.scan(0, partition, null, null, true)) {
            while (scan.next()) {
                keys.add(text(scan.key()));
            }
        }
        return keys;
    }

    @Test
    void shouldRestoreSeveralRowsOfOneRecord() {
        try (StateEngine engine = StateEngines.inMemory(List.of(STORE))) {
            RowRestorer restorer = new IndexedFormat().restorer();
            StateBatch batch = new StateBatch(0);
            RestoredRows rows = new RestoredRows() {
                @Override
                public void put(byte[] key, byte[] stored) {
                    batch.put(0, 2, key, stored);
                }

                @Override
                public void deleteRange(byte[] from, byte[] to) {
                    batch.deleteRange(0, 2, from, to);
                }
            };
            Headers headers = new RecordHeaders();
            restorer.restore(bytes("a"), bytes("1"), 0, headers, rows);
            restorer.restore(bytes("b"), bytes("1"), 0, headers, rows);
            restorer.restore(bytes("a"), null, 0, headers, rows);
            engine.apply(batch);
            assertEquals(List.of("ib", "rb"), keys(engine, 2));
        }
    }

    @Test
    void shouldKeepTheOrderOfPutsAndRangeDeletesInABatch() {
        try (StateEngine engine = StateEngines.inMemory(List.of(STORE))) {
            StateBatch batch = new StateBatch(0);
            batch.put(0, 2, bytes("a"), bytes("before"));
            batch.deleteRange(0, 2, null, bytes("b"));
            batch.put(0, 2, bytes("a"), bytes("after"));
            engine.apply(batch);
            assertArrayEquals(bytes("after"), engine.get(0, 2, bytes("a")));
            assertNull(engine.get(0, 2, bytes("b")));
        }
    }
}
