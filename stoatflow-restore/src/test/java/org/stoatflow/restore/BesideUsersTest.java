package org.stoatflow.restore;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.state.ChangelogPosition;
import org.stoatflow.state.CommittedScan;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.UserStoreHome;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.state.kind.StoreFormats;
import org.stoatflow.state.rocks.RocksSettings;
import org.stoatflow.stores.EngineStoreBuilder;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.streams.processor.StateRestoreCallback;
import org.stoatflow.streams.processor.StateRestoreListener;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.processor.StateStoreContext;
import org.stoatflow.streams.state.KeyValueBytesStoreSupplier;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.Stores;

/** An application that has a store of the user's own: the engine's stores are loaded as files, that one row by row. */
class BesideUsersTest {
    private static final int RECORDS = 5_000;
    private static final int KEYS = 3_000;

    @TempDir
    Path folder;

    private final FakeLogs logs = new FakeLogs();
    private final Map<Bytes, byte[]> usersRows = new TreeMap<>();
    private final AtomicInteger calledBack = new AtomicInteger();

    @BeforeEach
    void fill() {
        for (String topic : List.of("ours", "users")) {
            FakeLogs.Log log = logs.log(topic, 0);
            for (int i = 0; i < RECORDS; i++) {
                log.append("k" + i % KEYS, i % 7 == 0 ? null : topic + i, i);
            }
            log.marker();
        }
    }

    @Test
    void shouldLoadTheEnginesStoresAsFilesAndGiveTheUsersItsRows() throws IOException {
        StoreDescription ours = described(Stores.persistentKeyValueStore("ours"));
        StoreDescription users = described(supplier());
        try (StateEngine engine =
                StateEngines.openRocks(folder.resolve("state"), List.of(ours, users), RocksSettings.defaults())) {
            engine.openUsers(new Home(), Map.of("users", List.of(0)));
            restore(engine, List.of(ours, users));
            assertTrue(hasTableFile(), "what is written lies in the log until a write buffer is full");
            assertEquals(RECORDS, calledBack.get());
            for (String store : List.of("ours", "users")) {
                ChangelogPosition position = engine.changelogPosition(engine.storeId(store), 0);
                assertEquals(RECORDS + 1, position.nextOffset(), store);
            }
            int rows = 0;
            try (CommittedScan scan = engine.scan(engine.storeId("ours"), 0, null, null, true)) {
                while (scan.next()) {
                    rows++;
                }
            }
            assertEquals(usersRows.size(), rows);
            logs.log("ours", 0).table.forEach((key, entry) -> {
                byte[] expected = entry.value == null ? null : entry.value.getBytes();
                assertArrayEquals(expected, engine.get(engine.storeId("ours"), 0, key.getBytes()), key);
                byte[] ofUsers = usersRows.get(Bytes.wrap(key.getBytes()));
                assertEquals(expected == null, ofUsers == null, key);
            });
        }
    }

    private static StoreDescription described(KeyValueBytesStoreSupplier supplier) {
        return ((EngineStoreBuilder) Stores.keyValueStoreBuilder(supplier, Serdes.ByteArray(), Serdes.ByteArray()))
                .description()
                .known();
    }

    private void restore(StateEngine engine, List<StoreDescription> stores) {
        List<StoreChangelog> changelogs = stores.stream()
                .map(store -> new StoreChangelog(
                        store.name(),
                        engine.storeId(store.name()),
                        store.name(),
                        List.of(0),
                        Long.MAX_VALUE,
                        StoreFormats.of(store)))
                .toList();
        List<RestoreTask> tasks = RestorePlanner.plan(changelogs, engine::changelogPosition, logs.ranges(), 1_000);
        try (ChangelogRestorer restorer = new ChangelogRestorer(
                tasks,
                engine,
                logs.consumer(500),
                RestoreSettings.defaults("test restore").withMode(RestoreMode.SST),
                new Silent(),
                new RestoreProgress(tasks))) {
            while (restorer.step(2_000)) {
                // until all is restored
            }
        }
    }

    private boolean hasTableFile() throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve("state"))) {
            return files.anyMatch(file -> file.toString().endsWith(".sst"));
        }
    }

    /** Of a store that is wholly the user's, and hears of its rows by its callback only. */
    private KeyValueBytesStoreSupplier supplier() {
        return new KeyValueBytesStoreSupplier() {
            @Override
            public String name() {
                return "users";
            }

            @Override
            @SuppressWarnings("unchecked")
            public KeyValueStore<Bytes, byte[]> get() {
                return (KeyValueStore<Bytes, byte[]>) Proxy.newProxyInstance(
                        BesideUsersTest.class.getClassLoader(),
                        new Class<?>[] {KeyValueStore.class},
                        (store, method, given) -> usersCall((StateStore) store, method.getName(), given));
            }

            @Override
            public String metricsScope() {
                return "proxy";
            }
        };
    }

    private Object usersCall(StateStore store, String method, Object[] given) {
        return switch (method) {
            case "name" -> "users";
            case "persistent" -> false;
            case "isOpen" -> true;
            case "init" -> {
                StateRestoreCallback callback = (key, value) -> {
                    calledBack.incrementAndGet();
                    if (value == null) {
                        usersRows.remove(Bytes.wrap(key));
                    } else {
                        usersRows.put(Bytes.wrap(key), value);
                    }
                };
                ((StateStoreContext) given[0]).register(store, callback);
                yield null;
            }
            case "flush", "commit", "close" -> null;
            default -> throw new UnsupportedOperationException(method + " is not called in a restore");
        };
    }

    private final class Home implements UserStoreHome {
        @Override
        public StateStoreContext context(String store, int partition, Registrar registrar) {
            return (StateStoreContext) Proxy.newProxyInstance(
                    Home.class.getClassLoader(), new Class<?>[] {StateStoreContext.class}, (context, method, given) -> {
                        assertEquals("register", method.getName());
                        registrar.register((StateStore) given[0], (StateRestoreCallback) given[1], null);
                        return null;
                    });
        }

        @Override
        public Path folder(String store, int partition) {
            return folder.resolve("0_" + partition);
        }

        @Override
        public boolean exactlyOnce() {
            return false;
        }

        @Override
        public boolean isRestored(String store) {
            return true;
        }

        @Override
        public boolean isBesideRestored(String store) {
            return false;
        }
    }

    private static final class Silent implements StateRestoreListener {
        @Override
        public void onRestoreStart(TopicPartition at, String store, long from, long to) {
            assertFalse(store.isEmpty());
        }

        @Override
        public void onBatchRestored(TopicPartition at, String store, long last, long count) {}

        @Override
        public void onRestoreEnd(TopicPartition at, String store, long total) {}
    }
}
