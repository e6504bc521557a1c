package org.stoatflow.state.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.TestStores;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.state.overlay.SealedState;
import org.stoatflow.state.rocks.RocksSettings;
import org.stoatflow.stores.ChangelogSettings;
import org.stoatflow.stores.InnerStore;
import org.stoatflow.stores.SerdeChoice;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.stores.StoreSettings;
import org.stoatflow.streams.state.WindowStore;
import org.stoatflow.streams.state.WindowStoreIterator;

/** Nothing counts the puts of such a store: after an abort or a start, a put takes the place of no row of before. */
class DuplicatesWithoutChangelogTest {
    @TempDir
    Path folder;

    private static StoreDescription store(boolean persistent) {
        return new StoreDescription(
                "w",
                new StoreSettings.Window(false, 1_000, 500, 10, true),
                new InnerStore(persistent, false, null),
                new SerdeChoice(Serdes.String(), Serdes.String()),
                false,
                new ChangelogSettings(false, Map.of()));
    }

    private StateEngine open(boolean persistent) {
        return persistent
                ? StateEngines.openRocks(
                        folder, List.of(store(true)), RocksSettings.defaults().withMemoryBytes(8 << 20))
                : StateEngines.inMemory(List.of(store(false)));
    }

    private static LaneState lane(StateEngine engine, boolean persistent) {
        LaneState lane = new LaneState(
                engine, List.of(store(persistent)), new TestStores.ManualRecord(), TestStores.BYTES_BY_DEFAULT);
        lane.partition(0);
        return lane;
    }

    @SuppressWarnings("unchecked") // the store is described above
    private static WindowStore<String, String> windows(LaneState lane) {
        return (WindowStore<String, String>) lane.store("w");
    }

    private static void commit(StateEngine engine, LaneState lane) {
        SealedState sealed = lane.seal((store, partition, key, value, timestamp, headers) -> {});
        StateBatch batch = new StateBatch(0);
        sealed.addTo(batch);
        engine.apply(batch);
        sealed.markApplied();
    }

    private static List<String> values(LaneState lane) {
        List<String> found = new ArrayList<>();
        try (WindowStoreIterator<String> rows = windows(lane).fetch("k", 0, 1_000)) {
            rows.forEachRemaining(row -> found.add(row.key + "=" + row.value));
        }
        return found;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldKeepWhatWasCommittedBeforeAnAbort(boolean persistent) {
        try (StateEngine engine = open(persistent);
                LaneState lane = lane(engine, persistent)) {
            windows(lane).put("k", "first", 5);
            windows(lane).put("k", "second", 5);
            commit(engine, lane);
            windows(lane).put("k", "taken back", 5);
            lane.drop();
            windows(lane).put("k", "third", 5);
            windows(lane).put("k", "later", 700);
            commit(engine, lane);
            assertEquals(List.of("5=first", "5=second", "5=third", "700=later"), values(lane));
        }
    }

    @Test
    void shouldKeepWhatWasCommittedBeforeAStart() {
        try (StateEngine engine = open(true);
                LaneState lane = lane(engine, true)) {
            windows(lane).put("k", "first", 5);
            commit(engine, lane);
        }
        try (StateEngine engine = open(true);
                LaneState lane = lane(engine, true)) {
            lane.save();
            windows(lane).put("k", "taken back", 5);
            lane.rollback();
            windows(lane).put("k", "second", 5);
            assertEquals(List.of("5=first", "5=second"), values(lane));
            commit(engine, lane);
            assertEquals(List.of("5=first", "5=second"), values(lane));
        }
    }
}
