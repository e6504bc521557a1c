package org.stoatflow.state.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.TestStores;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.state.overlay.SealedState;
import org.stoatflow.state.rocks.OpenNatives;
import org.stoatflow.state.rocks.RocksSettings;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.KeyValueStore;

/** A lane always reads its own last writes while another thread applies what it sealed and says so. */
class LaneCommitterRaceTest {
    private static final StoreDescription STORE =
            TestStores.store(false, "s", true, Serdes.Integer(), Serdes.Integer());
    private static final int KEYS = 50;

    @TempDir
    Path folder;

    @Test
    void shouldReadItsOwnWritesInMemory() throws Exception {
        try (StateEngine engine = StateEngines.inMemory(List.of(STORE))) {
            race(engine, 40_000);
        }
    }

    @Test
    void shouldReadItsOwnWritesOnDisk() throws Exception {
        long open = OpenNatives.count();
        try (StateEngine engine = StateEngines.openRocks(folder, List.of(STORE), RocksSettings.defaults())) {
            race(engine, 10_000);
        }
        assertEquals(open, OpenNatives.count());
    }

    private static void race(StateEngine engine, int steps) throws Exception {
        BlockingQueue<SealedState> sealed = new ArrayBlockingQueue<>(4);
        try (ExecutorService committer = Executors.newSingleThreadExecutor()) {
            CompletableFuture<Void> done = CompletableFuture.runAsync(() -> commit(engine, sealed), committer);
            run(engine, sealed, steps);
            done.get(60, TimeUnit.SECONDS);
        }
    }

    private static void commit(StateEngine engine, BlockingQueue<SealedState> sealed) {
        try {
            boolean more = true;
            while (more) {
                List<SealedState> taken = new ArrayList<>(List.of(sealed.take()));
                sealed.drainTo(taken, 2);
                more = taken.stream().noneMatch(SealedState::isEmpty);
                StateBatch batch = new StateBatch(0);
                taken.forEach(state -> state.addTo(batch));
                engine.apply(batch);
                taken.forEach(SealedState::markApplied);
            }
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    private static void run(StateEngine engine, BlockingQueue<SealedState> sealed, int steps)
            throws InterruptedException {
        LaneState lane =
                new LaneState(engine, List.of(STORE), new TestStores.ManualRecord(), TestStores.BYTES_BY_DEFAULT);
        @SuppressWarnings("unchecked")
        KeyValueStore<Integer, Integer> store = (KeyValueStore<Integer, Integer>) lane.store("s");
        TreeMap<Integer, Integer> expected = new TreeMap<>();
        Random random = new Random(1);
        for (int step = 0; step < steps; step++) {
            int key = random.nextInt(KEYS);
            assertEquals(expected.get(key), store.get(key));
            if (random.nextInt(4) == 0) {
                store.delete(key);
                expected.remove(key);
            } else {
                store.put(key, step);
                expected.put(key, step);
            }
            if (step % 7 == 0) {
                sealed.put(lane.seal((id, partition, at, value, timestamp, headers) -> {}));
            }
            if (step % 11 == 0) {
                assertEquals(expected, rows(store));
            }
        }
        lane.seal((id, partition, at, value, timestamp, headers) -> {});
        sealed.put(lane.seal((id, partition, at, value, timestamp, headers) -> {}));
        lane.close();
    }

    private static TreeMap<Integer, Integer> rows(KeyValueStore<Integer, Integer> store) {
        TreeMap<Integer, Integer> rows = new TreeMap<>();
        try (KeyValueIterator<Integer, Integer> all = store.all()) {
            all.forEachRemaining(row -> rows.put(row.key, row.value));
        }
        return rows;
    }
}
