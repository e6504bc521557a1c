package org.stoatflow.state.rocks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.state.CommittedScan;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.StateSnapshot;
import org.stoatflow.state.TestStores;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.streams.errors.InvalidStateStoreException;

/** A reader of native memory that another thread closes in the middle: a crash of the process fails this test. */
class RocksSharedUseTest {
    private static final int ROUNDS = 500;
    private static final int ROWS = 100;

    @TempDir
    Path folder;

    private final long nativesBefore = Natives.open();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    @AfterEach
    void shouldLeakNoNatives() {
        assertEquals(nativesBefore, Natives.open());
    }

    private StateEngine open() {
        StateEngine engine = StateEngines.openRocks(
                folder, List.of(TestStores.plain("a")), RocksSettings.defaults().withMemoryBytes(8 << 20));
        StateBatch batch = new StateBatch(0);
        for (int row = 0; row < ROWS; row++) {
            batch.put(0, 0, new byte[] {(byte) row}, new byte[] {(byte) row});
        }
        engine.apply(batch);
        return engine;
    }

    private interface Part {
        void run() throws InterruptedException, BrokenBarrierException;
    }

    private Thread start(Part part) {
        return Thread.ofPlatform().start(() -> {
            try {
                part.run();
            } catch (InvalidStateStoreException | IllegalStateException closed) {
                assertTrue(String.valueOf(closed.getMessage()).contains("closed"), closed::getMessage);
            } catch (Throwable any) {
                failure.compareAndSet(null, any);
            }
        });
    }

    /** Runs all parts at once, and waits for them. */
    private void race(Part... parts) throws InterruptedException {
        CyclicBarrier start = new CyclicBarrier(parts.length);
        List<Thread> threads = List.of(parts).stream()
                .map(part -> start(() -> {
                    start.await();
                    part.run();
                }))
                .toList();
        for (Thread thread : threads) {
            thread.join();
        }
        assertNull(failure.get());
    }

    private static int count(CommittedScan scan) {
        int rows = 0;
        while (scan.next()) {
            rows += scan.key().length == scan.value().length ? 1 : 0;
        }
        return rows;
    }

    @Test
    void shouldSurviveAScanThatIsClosedWhileItIsRead() throws InterruptedException {
        try (StateEngine engine = open()) {
            for (int round = 0; round < ROUNDS; round++) {
                CommittedScan scan = engine.scan(0, 0, null, null, true);
                race(() -> assertEquals(ROWS, count(scan), "rows are not left out in silence"), scan::close);
            }
        }
    }

    @Test
    void shouldSurviveAScanThatTwoThreadsClose() throws InterruptedException {
        try (StateEngine engine = open()) {
            for (int round = 0; round < ROUNDS; round++) {
                CommittedScan scan = engine.scan(0, 0, null, null, true);
                assertTrue(scan.next());
                race(scan::close, scan::close);
            }
        }
    }

    @Test
    void shouldSurviveASnapshotThatIsClosedWhileItIsRead() throws InterruptedException {
        try (StateEngine engine = open()) {
            for (int round = 0; round < ROUNDS; round++) {
                StateSnapshot snapshot = engine.snapshot(0);
                race(() -> readAll(snapshot), () -> readAll(snapshot), snapshot::close, snapshot::close);
            }
        }
    }

    private static void readAll(StateSnapshot snapshot) {
        for (int row = 0; row < ROWS; row++) {
            assertEquals(row, snapshot.get(0, new byte[] {(byte) row})[0]);
        }
        try (CommittedScan scan = snapshot.scan(0, null, null, true)) {
            assertEquals(ROWS, count(scan));
        }
    }
}
