package org.stoatflow.state.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.StateSnapshot;
import org.stoatflow.state.TestStores;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.state.overlay.SealedState;
import org.stoatflow.state.rocks.OpenNatives;
import org.stoatflow.state.rocks.RocksSettings;
import org.stoatflow.state.store.VersionReads;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.stores.StoreSettings;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.kstream.internals.SessionWindow;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.SessionStore;
import org.stoatflow.streams.state.VersionedKeyValueStore;
import org.stoatflow.streams.state.VersionedRecordIterator;
import org.stoatflow.streams.state.WindowStore;

/** An epoch is applied while somebody who is no lane reads: what one call shows is of one moment. */
class CommittedMomentTest {
    private static final int PARTITION = 3;
    private static final String STORE = "s";

    @TempDir
    Path folder;

    private final long nativesBefore = OpenNatives.count();
    private StateEngine engine;
    private StoreDescription description;
    private LaneState lane;

    @BeforeEach
    void forgetEngine() {
        engine = StateEngines.inMemory(List.of());
    }

    @AfterEach
    void shouldLeakNoNatives() {
        engine.close();
        assertEquals(nativesBefore, OpenNatives.count());
    }

    private void open(StoreSettings settings, boolean persistent) {
        engine.close();
        description = TestStores.store(settings, STORE, persistent, Serdes.String(), Serdes.String());
        engine = persistent
                ? StateEngines.openRocks(
                        folder, List.of(description), RocksSettings.defaults().withMemoryBytes(8 << 20))
                : StateEngines.inMemory(List.of(description));
        lane = new LaneState(engine, List.of(description), new TestStores.ManualRecord(), TestStores.BYTES_BY_DEFAULT);
        lane.partition(PARTITION);
    }

    private void commit() {
        SealedState sealed = lane.seal((store, partition, key, value, timestamp, headers) -> {});
        StateBatch batch = new StateBatch(0);
        sealed.addTo(batch);
        engine.apply(batch);
        sealed.markApplied();
    }

    private StateStore view() {
        return CommittedStores.of(engine, description, PARTITION, TestStores.BYTES_BY_DEFAULT);
    }

    /** Reads all rows, and has the next epoch applied behind the first one. */
    private <K, V> List<V> read(KeyValueIterator<K, V> rows, Runnable epoch) {
        List<V> found = new ArrayList<>();
        try (rows) {
            while (rows.hasNext()) {
                found.add(rows.next().value);
                if (found.size() == 1) {
                    epoch.run();
                }
            }
        }
        return found;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @SuppressWarnings("unchecked") // the store is described above
    void shouldReadKeysOfOneMoment(boolean persistent) {
        open(new StoreSettings.KeyValue(false), persistent);
        KeyValueStore<String, String> own = (KeyValueStore<String, String>) lane.store(STORE);
        Consumer<String> epoch = value -> {
            List.of("a", "b", "c").forEach(key -> own.put(key, value));
            commit();
        };
        epoch.accept("old");

        KeyValueStore<String, String> seen = (KeyValueStore<String, String>) view();
        assertEquals(List.of("old", "old", "old"), read(seen.all(), () -> epoch.accept("new")));
        assertEquals(List.of("new", "new", "new"), read(seen.reverseRange("a", "c"), () -> epoch.accept("newer")));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @SuppressWarnings("unchecked") // the store is described above
    void shouldReadWindowsOfOneMoment(boolean persistent) {
        open(new StoreSettings.Window(false, 10_000, 1_000, 10, false), persistent);
        WindowStore<String, String> own = (WindowStore<String, String>) lane.store(STORE);
        Consumer<String> epoch = value -> {
            for (long start = 0; start < 10_000; start += 1_000) {
                own.put("k", value, start);
            }
            commit();
        };
        epoch.accept("old");

        WindowStore<String, String> seen = (WindowStore<String, String>) view();
        List<String> old = Collections.nCopies(10, "old");
        assertEquals(old, read(seen.all(), () -> epoch.accept("new")));
        List<String> fresh = Collections.nCopies(10, "new");
        assertEquals(
                fresh,
                read(seen.backwardFetch("k", Instant.EPOCH, Instant.ofEpochMilli(9_999)), () -> epoch.accept("newer")));
        WindowStore<String, String> again = (WindowStore<String, String>) view();
        KeyValueIterator<Windowed<String>, String> early = again.fetchAll(0, 9_999);
        epoch.accept("newest");
        assertEquals("newer", early.next().value, "of when the call was made");
        early.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @SuppressWarnings("unchecked") // the store is described above
    void shouldReadSessionsOfOneMoment(boolean persistent) {
        open(new StoreSettings.Session(10_000, 1_000), persistent);
        SessionStore<String, String> own = (SessionStore<String, String>) lane.store(STORE);
        Consumer<String> epoch = value -> {
            for (long end = 0; end < 10_000; end += 1_000) {
                own.put(new Windowed<>("k", new SessionWindow(end, end)), value);
            }
            commit();
        };
        epoch.accept("old");

        SessionStore<String, String> seen = (SessionStore<String, String>) view();
        assertEquals(Collections.nCopies(10, "old"), read(seen.fetch("k"), () -> epoch.accept("new")));
        assertEquals(Collections.nCopies(10, "new"), read(seen.backwardFetch("k"), () -> epoch.accept("newer")));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @SuppressWarnings("unchecked") // the store is described above
    void shouldReadVersionsOfOneMoment(boolean persistent) {
        open(new StoreSettings.Versioned(100_000, 1_000), persistent);
        VersionedKeyValueStore<String, String> own = (VersionedKeyValueStore<String, String>) lane.store(STORE);
        own.put("k", "first", 10);
        own.put("k", "second", 20);
        commit();
        StateEngine between = interrupted(StateEngine.class, engine, () -> {
            own.put("k", "third", 30);
            commit();
        });

        VersionReads<String, String> seen = (VersionReads<String, String>)
                CommittedStores.of(between, description, PARTITION, TestStores.BYTES_BY_DEFAULT);
        List<String> found = new ArrayList<>();
        try (VersionedRecordIterator<String> versions = seen.versions("k", 0, 1_000, true)) {
            versions.forEachRemaining(version -> found.add(version.value() + " " + version.validTo()));
        }
        assertEquals(List.of("first Optional[20]", "second Optional.empty"), found);
    }

    /** The engine, or a snapshot of it, that has an epoch applied behind the first read of a row. */
    @SuppressWarnings("unchecked") // a proxy is of the type that it is made for
    private static <T> T interrupted(Class<T> type, T reads, Runnable epoch) {
        AtomicBoolean applied = new AtomicBoolean();
        return (T) Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, given) -> {
            Object found = method.invoke(reads, given);
            if (method.getName().equals("snapshot")) {
                return interrupted(StateSnapshot.class, (StateSnapshot) found, epoch);
            }
            if (method.getName().equals("get") && !applied.getAndSet(true)) {
                epoch.run();
            }
            return found;
        });
    }
}
