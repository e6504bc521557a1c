package org.stoatflow.state.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.file.Path;
import java.util.List;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.TestStores;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.state.overlay.SealedState;
import org.stoatflow.state.rocks.RocksSettings;
import org.stoatflow.state.store.VersionReads;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.stores.StoreSettings;
import org.stoatflow.streams.state.VersionedKeyValueStore;
import org.stoatflow.streams.state.VersionedRecordIterator;

/** Readers of a committed versioned store see nothing that is older than its history, as its lane does. */
class CommittedVersionsTest {
    private static final StoreDescription STORE =
            TestStores.store(new StoreSettings.Versioned(1_000, 500), "s", true, Serdes.String(), Serdes.String());

    @TempDir
    Path folder;

    @Test
    void shouldHideOnDiskWhatIsOlderThanTheHistory() {
        RocksSettings settings = RocksSettings.defaults().withMemoryBytes(8 << 20);
        try (StateEngine engine = StateEngines.openRocks(folder, List.of(STORE), settings)) {
            hides(engine);
        }
        try (StateEngine opened = StateEngines.openRocks(folder, List.of(STORE), settings)) {
            assertEquals("first", view(opened).get("k", 600).value(), "no put since the opening says what is old");
        }
    }

    @Test
    void shouldHideInMemoryWhatIsOlderThanTheHistory() {
        try (StateEngine engine = StateEngines.inMemory(List.of(STORE))) {
            hides(engine);
        }
    }

    private static void hides(StateEngine engine) {
        LaneState lane =
                new LaneState(engine, List.of(STORE), new TestStores.ManualRecord(), TestStores.BYTES_BY_DEFAULT);
        lane.partition(0);
        @SuppressWarnings("unchecked") // the store is described above
        VersionedKeyValueStore<String, String> own = (VersionedKeyValueStore<String, String>) lane.store("s");
        VersionedKeyValueStore<String, String> view = view(engine);
        own.put("k", "first", 500);
        own.put("k", "second", 1_200);
        commit(lane, engine);
        assertEquals("first", view.get("k", 600).value());

        own.put("other", "far", 1_700);
        assertEquals("first", view.get("k", 600).value(), "what is not committed makes nothing old");
        commit(lane, engine);
        assertNull(view.get("k", 600));
        assertEquals("first", view.get("k", 700).value());
        assertEquals("second", view.get("k", 1_300).value());
        assertNull(reads(engine).versionAt("k", 600));
        try (VersionedRecordIterator<String> none = reads(engine).versions("k", 0, 600, true)) {
            assertFalse(none.hasNext());
        }
        engine.wipe(engine.storeId("s"), 0);
        assertEquals(-1, engine.reachedMs(engine.storeId("s"), 0));
        lane.close();
        lane = new LaneState(engine, List.of(STORE), new TestStores.ManualRecord(), TestStores.BYTES_BY_DEFAULT);
        lane.partition(0);
        @SuppressWarnings("unchecked") // likewise
        VersionedKeyValueStore<String, String> again = (VersionedKeyValueStore<String, String>) lane.store("s");
        again.put("k", "first", 500);
        commit(lane, engine);
        assertEquals("first", view.get("k", 600).value());
        lane.close();
    }

    @SuppressWarnings("unchecked") // the store is described above
    private static VersionedKeyValueStore<String, String> view(StateEngine engine) {
        return (VersionedKeyValueStore<String, String>)
                CommittedStores.of(engine, STORE, 0, TestStores.BYTES_BY_DEFAULT);
    }

    @SuppressWarnings("unchecked") // likewise
    private static VersionReads<String, String> reads(StateEngine engine) {
        return (VersionReads<String, String>) CommittedStores.of(engine, STORE, 0, TestStores.BYTES_BY_DEFAULT);
    }

    private static void commit(LaneState lane, StateEngine engine) {
        SealedState sealed = lane.seal((id, partition, key, value, timestamp, headers) -> {});
        StateBatch batch = new StateBatch(0);
        sealed.addTo(batch);
        engine.apply(batch);
        sealed.markApplied();
    }
}
