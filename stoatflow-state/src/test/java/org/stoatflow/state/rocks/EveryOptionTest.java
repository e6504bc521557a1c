package org.stoatflow.state.rocks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.CompactionOptionsFIFO;
import org.rocksdb.CompactionOptionsUniversal;
import org.rocksdb.CompressionOptions;
import org.rocksdb.Env;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.MemTableConfig;
import org.rocksdb.Options;
import org.rocksdb.RateLimiter;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksMemEnv;
import org.rocksdb.SstFileManager;
import org.rocksdb.Statistics;
import org.rocksdb.TableFormatConfig;
import org.rocksdb.VectorMemTableConfig;
import org.rocksdb.WriteBufferManager;
import org.stoatflow.state.ChangelogPosition;
import org.stoatflow.state.CommittedScan;
import org.stoatflow.state.RowBuffers;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.TestStores;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.state.RocksDBConfigSetter;

/**
 * Each call that RocksDB's options know, in a setter of the user's: the database is used as the engine uses it, and has
 * its rows at the next opening, or the setter is refused by name.
 */
class EveryOptionTest {
    private static final int ROWS = 20;
    private static final int KEPT_FROM = 10;
    /** RocksDB has the Java method, and nothing behind it. */
    private static final String NOT_LINKED = "setFailIfOptionsFileError";

    @TempDir
    Path folders;

    /** Makes one call. */
    public static final class OneCall implements RocksDBConfigSetter {
        private static @Nullable Call call;

        @Override
        public void setConfig(String storeName, Options options, Map<String, Object> configs) {
            if (call != null) {
                call.make(options);
            }
        }

        @Override
        public void close(String storeName, Options options) {}
    }

    record Call(Method method, Object value) {
        void make(Options options) {
            try {
                method.invoke(options, value);
            } catch (InvocationTargetException failure) {
                throw failure.getCause() instanceof RuntimeException thrown
                        ? thrown
                        : new IllegalStateException(failure);
            } catch (IllegalAccessException hidden) {
                throw new IllegalStateException(hidden);
            }
        }

        @Override
        public String toString() {
            return method.getName() + "(" + value + ")";
        }
    }

    @Test
    void shouldHoldRowsOrRefuseTheSetter() throws RocksDBException {
        List<String> wrong = new ArrayList<>();
        List<Call> calls = calls();
        for (int next = 0; next < calls.size(); next++) {
            OneCall.call = calls.get(next);
            try {
                useTwice(folders.resolve("f" + next));
            } catch (ConfigException refused) {
                assertTrue(String.valueOf(refused.getMessage()).contains(OneCall.class.getName()));
            } catch (RuntimeException | AssertionError failure) {
                wrong.add(calls.get(next) + ": " + failure);
            }
        }
        assertEquals(List.of(), wrong);
        assertTrue(calls.size() > 150, "calls: " + calls.size());
    }

    private static List<Call> calls() throws RocksDBException {
        RocksDB.loadLibrary();
        Map<Class<?>, List<?>> values = values();
        List<Call> calls = new ArrayList<>();
        Arrays.stream(Options.class.getMethods())
                .filter(method -> method.getReturnType() == Options.class && method.getParameterCount() == 1)
                .filter(method -> !method.getName().equals(NOT_LINKED))
                .sorted(Comparator.comparing(Method::getName))
                .forEach(method -> {
                    Class<?> type = method.getParameterTypes()[0];
                    List<?> given =
                            type.isEnum() ? List.of(type.getEnumConstants()) : values.getOrDefault(type, List.of());
                    given.stream()
                            .filter(value -> value != InfoLogLevel.NUM_INFO_LOG_LEVELS) // counts the others
                            .forEach(value -> calls.add(new Call(method, value)));
                });
        return calls;
    }

    private static Map<Class<?>, List<?>> values() throws RocksDBException {
        Map<Class<?>, List<?>> values = new HashMap<>();
        values.put(boolean.class, List.of(true, false));
        values.put(int.class, List.of(4));
        values.put(long.class, List.of(1L << 20));
        values.put(double.class, List.of(4.0));
        values.put(Cache.class, List.of(new LRUCache(1 << 20)));
        values.put(CompactionOptionsFIFO.class, List.of(new CompactionOptionsFIFO().setMaxTableFilesSize(1 << 30)));
        values.put(CompactionOptionsUniversal.class, List.of(new CompactionOptionsUniversal()));
        values.put(CompressionOptions.class, List.of(new CompressionOptions().setMaxDictBytes(1 << 10)));
        values.put(Env.class, List.of(new RocksMemEnv(Env.getDefault())));
        values.put(MemTableConfig.class, List.of(new VectorMemTableConfig()));
        values.put(RateLimiter.class, List.of(new RateLimiter(10 << 20)));
        values.put(SstFileManager.class, List.of(new SstFileManager(Env.getDefault())));
        values.put(Statistics.class, List.of(new Statistics()));
        values.put(
                TableFormatConfig.class,
                List.of(
                        new BlockBasedTableConfig().setFilterPolicy(new BloomFilter(10)),
                        new BlockBasedTableConfig().setNoBlockCache(true),
                        new BlockBasedTableConfig().setFormatVersion(2)));
        values.put(WriteBufferManager.class, List.of(new WriteBufferManager(1 << 20, new LRUCache(1 << 20))));
        return values;
    }

    private static void useTwice(Path folder) {
        try (StateEngine engine = open(folder)) {
            use(engine);
            requireRows(engine);
        }
        try (StateEngine engine = open(folder)) {
            requireRows(engine);
        }
    }

    private static StateEngine open(Path folder) {
        return StateEngines.openRocks(
                folder,
                List.of(TestStores.plain("a"), TestStores.plain("b")),
                RocksSettings.defaults().withMemoryBytes(8 << 20),
                RocksTuning.of(new StreamsConfig(Map.of(
                        "application.id",
                        "tuned",
                        "bootstrap.servers",
                        "localhost:9092",
                        "rocksdb.config.setter",
                        OneCall.class))));
    }

    private static void use(StateEngine engine) {
        int a = engine.storeId("a");
        int b = engine.storeId("b");
        for (int row = 0; row < ROWS; row++) {
            StateBatch batch = new StateBatch(0);
            batch.put(a, 0, key(row), key(row));
            batch.put(b, 0, key(row), key(row));
            batch.position(a, 0, row + 1L);
            engine.apply(batch);
        }
        StateBatch forgets = new StateBatch(0);
        forgets.deleteRange(a, 0, null, key(KEPT_FROM));
        engine.apply(forgets);
        engine.wipe(b, 0);
        engine.wipe(a, 1);
        load(engine, a, 0, 1);
        load(engine, a, 1, 2);
        StateBatch removes = new StateBatch(0);
        removes.pack(a, 1, new RowBuffers());
        removes.load(StateBatch.Loading.AS_FILE);
        for (int row = 0; row < KEPT_FROM; row++) {
            removes.put(a, 1, key(row), null);
        }
        engine.apply(removes);
        engine.wipe(b, 1);
        load(engine, b, 1, 1);
        engine.wipe(b, 1);
        load(engine, b, 1, 3);
    }

    private static void load(StateEngine engine, int store, int first, int value) {
        StateBatch file = new StateBatch(0);
        file.pack(store, 1, new RowBuffers());
        file.load(StateBatch.Loading.AS_FILE);
        for (int row = first; row < ROWS; row++) {
            file.put(store, 1, key(row), key(value));
        }
        file.position(store, 1, value);
        engine.apply(file);
    }

    private static void requireRows(StateEngine engine) {
        int a = engine.storeId("a");
        int b = engine.storeId("b");
        ChangelogPosition position = engine.changelogPosition(a, 0);
        assertNotNull(position);
        assertEquals(ROWS, position.nextOffset());
        for (int row = 0; row < ROWS; row++) {
            assertArrayEquals(row < KEPT_FROM ? null : key(row), engine.get(a, 0, key(row)));
            assertNull(engine.get(b, 0, key(row)));
        }
        for (int row = 0; row < ROWS; row++) {
            assertArrayEquals(row < KEPT_FROM ? null : key(2), engine.get(a, 1, key(row)), "loaded " + row);
            assertArrayEquals(row < 1 ? null : key(3), engine.get(b, 1, key(row)), "loaded of b " + row);
        }
        assertEquals(3, engine.changelogPosition(b, 1).nextOffset());
        List<Byte> scanned = new ArrayList<>();
        try (CommittedScan scan = engine.scan(a, 0, null, null, true)) {
            while (scan.next()) {
                scanned.add(scan.key()[0]);
            }
        }
        assertEquals(ROWS - KEPT_FROM, scanned.size());
        assertEquals(Set.copyOf(scanned).size(), scanned.size());
    }

    private static byte[] key(int row) {
        return new byte[] {(byte) row};
    }
}
