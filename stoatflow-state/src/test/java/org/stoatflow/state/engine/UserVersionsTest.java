package org.stoatflow.state.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.state.RestoredRows;
import org.stoatflow.state.RowRestorer;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.TestStores;
import org.stoatflow.state.kind.StoreFormats;
import org.stoatflow.state.lane.CommittedStores;
import org.stoatflow.state.lane.LaneState;
import org.stoatflow.state.overlay.SealedState;
import org.stoatflow.stores.EngineStoreBuilder;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.streams.state.Stores;
import org.stoatflow.streams.state.VersionedKeyValueStore;
import org.stoatflow.streams.state.VersionedRecord;

/** A user's versioned store below a lane: written at once, logged with the epoch, restored with the times. */
class UserVersionsTest {
    private static final Map<String, List<Integer>> PARTITIONS = Map.of("rows", List.of(0));

    @TempDir
    Path folder;

    private final List<MapVersions> made = new ArrayList<>();
    private final List<String> logged = new ArrayList<>();
    private StateEngine engine;
    private StoreDescription store;
    private LaneState lane;

    private VersionedKeyValueStore<String, String> opened(boolean persistent) {
        store = ((EngineStoreBuilder) Stores.versionedKeyValueStoreBuilder(
                        MapVersions.supplier("rows", persistent, made), Serdes.String(), Serdes.String()))
                .description()
                .known();
        made.clear(); // the one that was asked what it is
        engine = StateEngines.inMemory(List.of(store));
        engine.openUsers(new TestHome(folder, true), PARTITIONS);
        return lane();
    }

    @SuppressWarnings("unchecked") // a store of the test's
    private VersionedKeyValueStore<String, String> lane() {
        lane = new LaneState(engine, List.of(store), new TestStores.ManualRecord(), TestStores.BYTES_BY_DEFAULT);
        lane.partition(0);
        lane.commitUsers(); // as a run begins
        return (VersionedKeyValueStore<String, String>) lane.store("rows");
    }

    @AfterEach
    void close() {
        engine.close();
    }

    private SealedState sealed() {
        logged.clear();
        return lane.seal((id, partition, key, value, timestamp, headers) ->
                logged.add(new String(key) + "@" + timestamp + "=" + (value == null ? "" : new String(value))));
    }

    private void commit() {
        SealedState sealed = sealed();
        StateBatch batch = new StateBatch(0);
        sealed.addTo(batch);
        batch.position(engine.storeId("rows"), 0, logged.size());
        engine.apply(batch);
        sealed.markApplied();
    }

    @Test
    void shouldWriteAtOnceAndLogEachPutWithTheEpoch() {
        VersionedKeyValueStore<String, String> rows = opened(false);
        rows.put("a", "1", 10);
        rows.put("a", "2", 20);
        rows.put("a", "1b", 10);
        assertEquals(new VersionedRecord<>("2", 20), rows.delete("a", 30));
        assertEquals(List.of("a@10=1b", "a@20=2", "a@30="), made.getFirst().all());
        assertNull(rows.get("a"));
        assertEquals(new VersionedRecord<>("1b", 10), rows.get("a", 19));
        commit();
        assertEquals(List.of("a@10=1", "a@20=2", "a@10=1b", "a@30="), logged);
        assertTrue(sealed().isEmpty());
    }

    /** The user's store keeps what a savepoint takes back elsewhere, so the changelog has it too. */
    @Test
    void shouldLogWhatASavepointCannotTakeBack() {
        VersionedKeyValueStore<String, String> rows = opened(false);
        rows.put("a", "before", 10);
        lane.save();
        rows.put("a", "failed", 20);
        lane.rollback();
        lane.save();
        rows.put("a", "again", 30);
        lane.release();
        rows.put("a", "behind", 40);
        commit();
        assertEquals(List.of("a@10=before", "a@20=failed", "a@30=again", "a@40=behind"), logged);
        assertEquals(logged, made.getFirst().all());
    }

    @Test
    void shouldOpenAnotherAfterAFailureWhichIsRestoredWithTheTimes() {
        opened(false).put("a", "dropped", 10);
        lane.close();
        MapVersions before = made.getFirst();
        engine.openUsers(new TestHome(folder, true), PARTITIONS);
        assertFalse(before.open);
        MapVersions next = made.getLast();
        assertNotSame(before, next);
        assertEquals(List.of(), next.all());
        assertNull(engine.changelogPosition(engine.storeId("rows"), 0));
        restore("a@10=1", "b@15=x", "a@20=2", "b@25=", "a@20=3");
        assertEquals(List.of("a@10=1", "a@20=3", "b@15=x", "b@25="), next.all());
        VersionedKeyValueStore<String, String> rows = lane();
        assertEquals(new VersionedRecord<>("1", 10), rows.get("a", 19));
        assertEquals(new VersionedRecord<>("3", 20), rows.get("a"));
        assertNull(rows.get("b"));
        assertEquals(5, engine.changelogPosition(engine.storeId("rows"), 0).nextOffset());
    }

    private void restore(String... records) {
        int id = engine.storeId("rows");
        StateBatch batch = new StateBatch(0);
        batch.restores();
        RowRestorer restorer = StoreFormats.of(store).restorer();
        RestoredRows rows = new RestoredRows() {
            @Override
            public void put(byte[] key, byte[] stored) {
                batch.put(id, 0, key, stored);
            }

            @Override
            public void deleteRange(byte[] from, byte[] to) {
                batch.deleteRange(id, 0, from, to);
            }
        };
        for (String record : records) {
            String[] parts = record.split("[@=]", -1);
            byte[] value = parts[2].isEmpty() ? null : parts[2].getBytes();
            restorer.restore(parts[0].getBytes(), value, Long.parseLong(parts[1]), new RecordHeaders(), rows);
        }
        batch.position(id, 0, records.length);
        engine.apply(batch);
    }

    /** It would be committed at its last position, with what was never committed in it. */
    @Test
    void shouldForgetThePositionOfAStoreOnDiskThatHasWhatIsNotCommitted() {
        opened(true).put("a", "1", 10);
        commit();
        assertEquals(1, engine.changelogPosition(engine.storeId("rows"), 0).nextOffset());
        lane.commitUsers();
        assertEquals(2, made.getFirst().commits);
        engine.openUsers(new TestHome(folder, true), PARTITIONS);
        assertNull(engine.changelogPosition(engine.storeId("rows"), 0));
    }

    @Test
    void shouldKeepThePositionOfAStoreOnDiskThatHasWhatIsCommitted() {
        opened(true).put("a", "1", 10);
        commit();
        engine.settleUsers();
        engine.openUsers(new TestHome(folder, true), PARTITIONS);
        assertEquals(1, engine.changelogPosition(engine.storeId("rows"), 0).nextOffset());
    }

    @Test
    @SuppressWarnings("unchecked") // a store of the test's
    void shouldRefuseWritesOfReaders() {
        opened(false).put("a", "1", 10);
        VersionedKeyValueStore<String, String> seen = (VersionedKeyValueStore<String, String>)
                CommittedStores.of(engine, store, 0, TestStores.BYTES_BY_DEFAULT);
        assertEquals(new VersionedRecord<>("1", 10), seen.get("a"));
        assertThrows(UnsupportedOperationException.class, () -> seen.put("a", "2", 20));
        assertThrows(UnsupportedOperationException.class, () -> seen.delete("a", 20));
        assertEquals(List.of("a@10=1"), made.getFirst().all());
    }

    @Test
    void shouldRefuseATimeThatNoChangelogRecordHas() {
        VersionedKeyValueStore<String, String> rows = opened(false);
        assertThrows(IllegalArgumentException.class, () -> rows.put("a", "1", -1));
        assertEquals(List.of(), made.getFirst().all());
    }
}
