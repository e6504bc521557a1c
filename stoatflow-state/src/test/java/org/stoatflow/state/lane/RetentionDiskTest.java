package org.stoatflow.state.lane;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.Options;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.TestStores;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.state.overlay.SealedState;
import org.stoatflow.state.rocks.RocksSettings;
import org.stoatflow.state.rocks.RocksTuning;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.stores.StoreSettings;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.kstream.internals.SessionWindow;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.RocksDBConfigSetter;
import org.stoatflow.streams.state.SessionStore;
import org.stoatflow.streams.state.WindowStore;

/**
 * The folder of a store that forgets takes no more disk after a hundred retention periods than after a few: what has
 * expired leaves the disk, and not only what can be read. All that is written is several times the bound. RocksDB's
 * limits, and the input, are far less than those of an application: a write buffer has 1 MiB, the logs have 4 MiB. Time
 * is the input's.
 */
class RetentionDiskTest {
    private static final long MIB = 1L << 20;
    private static final RocksSettings SETTINGS = new RocksSettings(8 * MIB, 2 * MIB, MIB, 8 << 10, 10, 2, 4 * MIB);
    private static final long RETENTION_MS = 100_000;
    private static final long SEGMENT_MS = RETENTION_MS / 2;
    private static final int EPOCHS = 10; // in a period
    private static final int ROW_BYTES = 1_000; // random, so that no compression makes them less
    private static final long COMPACTION_LIMIT_NS = TimeUnit.SECONDS.toNanos(60); // on a busy machine
    private static final long PAUSE_NS = 20_000_000;
    private static final int PARTITION = 3;
    private static final int LARGE = 5_000; // rows

    @TempDir
    Path folder;

    private final TestStores.ManualRecord record = new TestStores.ManualRecord();
    private final Random random = new Random(42);
    private StateEngine engine;
    private LaneState lane;
    private int epoch;

    /** Makes levels of a few megabytes what by default are levels of a few hundred. */
    public static final class SmallLevels implements RocksDBConfigSetter {
        @Override
        public void setConfig(String storeName, Options options, Map<String, Object> configs) {
            options.setMaxBytesForLevelBase(MIB / 2);
            options.setTargetFileSizeBase(MIB / 4);
        }

        @Override
        public void close(String storeName, Options options) {}
    }

    @AfterEach
    void close() {
        lane.close();
        engine.close();
    }

    @Test
    void shouldKeepTheDiskOfWindowsFlat() {
        open(window("windows"));
        WindowStore<String, byte[]> windows = store("windows");
        requireFlat(100, 12 * MIB, timeMs -> times(50, row -> windows.put("k" + row, value(), timeMs)));
    }

    /** Each second session is replaced by one that is longer. */
    @Test
    void shouldKeepTheDiskOfSessionsFlat() {
        StoreSettings settings = new StoreSettings.Session(RETENTION_MS, SEGMENT_MS);
        open(TestStores.store(settings, "sessions", true, Serdes.String(), Serdes.ByteArray()));
        SessionStore<String, byte[]> sessions = store("sessions");
        requireFlat(
                100,
                12 * MIB,
                timeMs -> times(50, row -> {
                    Windowed<String> first = session(row, timeMs, timeMs + 1);
                    sessions.put(first, value());
                    if (row % 2 == 0) {
                        sessions.remove(first);
                        sessions.put(session(row, timeMs, timeMs + 2), value());
                    }
                }));
    }

    private static Windowed<String> session(int row, long startMs, long endMs) {
        return new Windowed<>("k" + row, new SessionWindow(startMs, endMs));
    }

    /** Here a write buffer has twenty periods, and what has expired waits for four files of the first level. */
    @Test
    void shouldKeepTheDiskOfWindowsFlatThatAreSeldomWritten() {
        open(window("windows"));
        WindowStore<String, byte[]> windows = store("windows");
        requireFlat(500, 12 * MIB, timeMs -> times(5, row -> windows.put("k" + row, value(), timeMs)));
    }

    /**
     * Beside large stores, the range deletes of a store that is seldom written are in files of the upper levels, and
     * what they delete is in those below.
     */
    @Test
    void shouldKeepTheDiskOfWindowsFlatThatAreSeldomWrittenBesideLargeStores() {
        open(keyValue("before"), window("windows"), keyValue("behind"));
        KeyValueStore<String, byte[]> before = store("before");
        WindowStore<String, byte[]> windows = store("windows");
        KeyValueStore<String, byte[]> behind = store("behind");
        times(LARGE, row -> {
            before.put("k" + row, value());
            behind.put("k" + row, value());
        });
        requireFlat(100, 32 * MIB, timeMs -> {
            times(40, row -> windows.put("k" + row, value(), timeMs));
            times(20, row -> before.put("k" + random.nextInt(LARGE), value()));
            times(20, row -> behind.put("k" + random.nextInt(LARGE), value()));
        });
    }

    private static StoreDescription window(String name) {
        StoreSettings settings = new StoreSettings.Window(false, RETENTION_MS, SEGMENT_MS, 10, false);
        return TestStores.store(settings, name, true, Serdes.String(), Serdes.ByteArray());
    }

    private static StoreDescription keyValue(String name) {
        return TestStores.store(false, name, true, Serdes.String(), Serdes.ByteArray());
    }

    private void open(StoreDescription... stores) {
        RocksTuning tuning = RocksTuning.of(new StreamsConfig(Map.of(
                StreamsConfig.APPLICATION_ID_CONFIG,
                "app",
                StreamsConfig.BOOTSTRAP_SERVERS_CONFIG,
                "none:1",
                StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG,
                SmallLevels.class)));
        engine = StateEngines.openRocks(folder, List.of(stores), SETTINGS, tuning);
        lane = new LaneState(engine, List.of(stores), record, TestStores.BYTES_BY_DEFAULT);
        lane.partition(PARTITION);
    }

    @SuppressWarnings("unchecked") // as it is described
    private <S> S store(String name) {
        return (S) lane.store(name);
    }

    private static void times(int number, IntConsumer put) {
        for (int row = 0; row < number; row++) {
            put.accept(row);
        }
    }

    private byte[] value() {
        byte[] value = new byte[ROW_BYTES];
        random.nextBytes(value);
        return value;
    }

    /**
     * Writes for so many periods. After each the folder must come to have no more than a bound; compactions under way
     * may have made it larger for a while.
     *
     * @param write an epoch, at a time
     */
    private void requireFlat(int periods, long bound, LongConsumer write) {
        for (int period = 0; period < periods; period++) {
            for (int i = 0; i < EPOCHS; i++) {
                write.accept(epoch * (RETENTION_MS / EPOCHS));
                commit();
                epoch++;
            }
            long endNs = System.nanoTime() + COMPACTION_LIMIT_NS;
            while (bytes() > bound) {
                int number = period;
                assertTrue(
                        System.nanoTime() - endNs < 0,
                        () -> "after period " + number + " the folder has " + bytes() + " bytes, and the bound is "
                                + bound);
                LockSupport.parkNanos(PAUSE_NS);
            }
        }
    }

    private void commit() {
        SealedState sealed = lane.seal((store, partition, key, value, timestamp, headers) -> {});
        StateBatch batch = new StateBatch(epoch);
        sealed.addTo(batch);
        engine.apply(batch);
        sealed.markApplied();
    }

    private long bytes() {
        try (Stream<Path> files = Files.list(folder.resolve("rocksdb"))) {
            return files.mapToLong(file -> file.toFile().length()).sum(); // 0 of one that has just left
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
