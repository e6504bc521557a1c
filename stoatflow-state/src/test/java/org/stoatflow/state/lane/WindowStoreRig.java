package org.stoatflow.state.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.state.CommittedScan;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.TestStores;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.state.kind.StoreFormats;
import org.stoatflow.state.overlay.SealedState;
import org.stoatflow.state.rocks.RocksSettings;
import org.stoatflow.state.store.StoreFormat;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.stores.StoreSettings;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.WindowStore;

/** A window store of a lane, on disk or in memory, and what tests do with it. */
abstract class WindowStoreRig {
    static final StoreSettings.Window WINDOWS = windows(100, 50);

    /** A changelog record. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Logged(byte[] key, byte[] value, long timestamp) {
        @Override
        public String toString() {
            return HexFormat.of().formatHex(key) + "="
                    + (value == null ? "null" : new String(value, StandardCharsets.UTF_8)) + "@" + timestamp;
        }
    }

    @TempDir
    Path folder;

    final TestStores.ManualRecord record = new TestStores.ManualRecord();
    final List<Logged> log = new ArrayList<>();
    int dropped;
    StoreFormat format;
    LaneState lane;

    static StoreSettings.Window windows(long retentionMs, long segmentMs) {
        return new StoreSettings.Window(false, retentionMs, segmentMs, 10, false);
    }

    StateEngine open(boolean persistent, String name) {
        StoreDescription store = store(persistent, WINDOWS);
        return persistent
                ? StateEngines.openRocks(
                        folder.resolve(name),
                        List.of(store),
                        RocksSettings.defaults().withMemoryBytes(8 << 20))
                : StateEngines.inMemory(List.of(store));
    }

    static StoreDescription store(boolean persistent, StoreSettings settings) {
        return TestStores.store(settings, "w", persistent, Serdes.String(), Serdes.String());
    }

    @SuppressWarnings("unchecked") // the store is described above
    <V> WindowStore<String, V> rows(StateEngine engine, boolean persistent, StoreSettings.Window windows) {
        StoreDescription store = store(persistent, windows);
        format = StoreFormats.of(store);
        lane = new LaneState(engine, List.of(store), record, TestStores.BYTES_BY_DEFAULT);
        lane.expiredTo(partition -> dropped++);
        lane.partition(3);
        return (WindowStore<String, V>) lane.store("w");
    }

    SealedState seal() {
        return lane.seal((store, partition, key, value, timestamp, headers) -> {
            assertEquals(3, partition);
            assertNull(headers);
            log.add(new Logged(key, value, timestamp));
        });
    }

    void commit(StateEngine engine) {
        apply(engine, seal());
    }

    static void apply(StateEngine engine, SealedState sealed) {
        StateBatch batch = new StateBatch(0);
        sealed.addTo(batch);
        engine.apply(batch);
        sealed.markApplied();
    }

    static int committed(StateEngine engine, int partition) {
        int count = 0;
        try (CommittedScan scan = engine.scan(engine.storeId("w"), partition, null, null, true)) {
            while (scan.next()) {
                count++;
            }
        }
        return count;
    }

    static <K, V> List<String> read(KeyValueIterator<K, V> rows) {
        List<String> found = new ArrayList<>();
        try (rows) {
            while (rows.hasNext()) {
                KeyValue<K, V> row = rows.next();
                found.add((row.key instanceof Windowed<?> window
                                ? window.key() + "@" + window.window().start()
                                : row.key)
                        + "=" + row.value);
            }
        }
        return found;
    }
}
