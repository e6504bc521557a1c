package org.stoatflow.state.rocks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
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

class RocksSnapshotTest {
    private static final int ROUNDS = 5;
    private static final int BATCHES = 20;

    @TempDir
    Path folder;

    private final long nativesBefore = Natives.open();

    @AfterEach
    void shouldLeakNoNatives() {
        assertEquals(nativesBefore, Natives.open());
    }

    private StateEngine open() {
        return StateEngines.openRocks(
                folder, List.of(TestStores.plain("a")), RocksSettings.defaults().withMemoryBytes(8 << 20));
    }

    private static byte[] bytes(int one) {
        return new byte[] {(byte) one};
    }

    /** Both rows of a batch have the same value. */
    private static void apply(StateEngine engine, int value) {
        StateBatch batch = new StateBatch(0);
        batch.put(0, 0, bytes(1), bytes(value));
        batch.put(0, 0, bytes(2), bytes(value));
        engine.apply(batch);
    }

    private static byte[] last(StateSnapshot snapshot) {
        try (CommittedScan scan = snapshot.scan(0, null, null, false)) {
            assertTrue(scan.next());
            return scan.value();
        }
    }

    @Test
    void shouldShowRowsAsTheyWere() {
        try (StateEngine engine = open()) {
            apply(engine, 7);
            try (StateSnapshot snapshot = engine.snapshot(0)) {
                apply(engine, 8);
                StateBatch deletion = new StateBatch(0);
                deletion.deleteRange(0, 0, null, null);
                engine.apply(deletion);
                assertArrayEquals(bytes(7), snapshot.get(0, bytes(1)));
                assertArrayEquals(bytes(7), last(snapshot));
                assertNull(snapshot.get(1, bytes(1)));
            }
            assertNull(engine.get(0, 0, bytes(1)));
        }
    }

    @Test
    void shouldLetAScanOutliveItsSnapshot() {
        try (StateEngine engine = open()) {
            apply(engine, 7);
            StateSnapshot snapshot = engine.snapshot(0);
            CommittedScan scan = snapshot.scan(0, null, null, true);
            snapshot.close();
            snapshot.close();
            apply(engine, 8);
            assertTrue(scan.next());
            assertArrayEquals(bytes(7), scan.value());
            assertTrue(scan.next());
            assertFalse(scan.next());
            assertThrows(InvalidStateStoreException.class, () -> snapshot.get(0, bytes(1)));
            assertThrows(InvalidStateStoreException.class, () -> snapshot.scan(0, null, null, true));
        }
    }

    @Test
    void shouldReleaseWhatIsOpenWhenTheEngineIsClosed() {
        StateEngine engine = open();
        apply(engine, 7);
        StateSnapshot snapshot = engine.snapshot(0);
        CommittedScan scan = snapshot.scan(0, null, null, true);
        CommittedScan atRow = snapshot.scan(0, null, null, true);
        assertTrue(atRow.next());
        engine.close();
        assertArrayEquals(bytes(7), atRow.value(), "a reader between two calls keeps its row");
        assertThrows(InvalidStateStoreException.class, atRow::next);
        atRow.close();
        assertThrows(IllegalStateException.class, atRow::value);
        assertThrows(InvalidStateStoreException.class, scan::next);
        assertThrows(InvalidStateStoreException.class, () -> snapshot.get(0, bytes(1)));
        assertThrows(InvalidStateStoreException.class, () -> snapshot.scan(0, null, null, true));
        scan.close();
        snapshot.close();
    }

    @Test
    void shouldCloseUnderReadersWithoutACrash() throws InterruptedException {
        for (int round = 0; round < ROUNDS; round++) {
            StateEngine engine = open();
            apply(engine, 0);
            AtomicReference<Throwable> failure = new AtomicReference<>();
            List<Thread> readers = List.of(reader(engine, failure), reader(engine, failure));
            readers.forEach(Thread::start);
            for (int value = 1; value < BATCHES; value++) {
                apply(engine, value);
            }
            engine.close();
            for (Thread reader : readers) {
                reader.join();
            }
            assertNull(failure.get());
        }
    }

    /** Reads until the engine is closed: two reads of a snapshot see one batch. Closes only some of its snapshots. */
    private static Thread reader(StateEngine engine, AtomicReference<Throwable> failure) {
        return new Thread(() -> {
            try {
                for (int i = 0; ; i++) {
                    StateSnapshot snapshot = engine.snapshot(0);
                    assertArrayEquals(snapshot.get(0, bytes(1)), last(snapshot));
                    if (i % 3 != 0) {
                        snapshot.close();
                    }
                }
            } catch (InvalidStateStoreException closed) {
                assertFalse(closed.getMessage().isEmpty());
            } catch (Throwable any) {
                failure.compareAndSet(null, any);
            }
        });
    }
}
