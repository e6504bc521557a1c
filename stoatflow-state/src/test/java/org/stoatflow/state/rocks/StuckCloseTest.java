package org.stoatflow.state.rocks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.state.DeclaredStore;
import org.stoatflow.state.Removal;
import org.stoatflow.state.RowLayout;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.UseGate;
import org.stoatflow.streams.errors.InvalidStateStoreException;
import org.stoatflow.streams.errors.LockException;
import org.stoatflow.streams.errors.ProcessorStateException;

/** A call of the state does not come back, as RocksDB's do while a disk does not answer, and the state is closed. */
class StuckCloseTest {
    private static final byte[] BYTES = {1};

    @TempDir
    Path folder;

    private RocksStateEngine open(UseGate gate) {
        DeclaredStore store = new DeclaredStore("a", RowLayout.PLAIN, true, 0);
        RocksSettings settings = RocksSettings.defaults().withMemoryBytes(8 << 20);
        return RocksStateEngine.open(
                StateFolder.take(folder), List.of(store), settings, RocksTuning.NONE, Removal.NONE, gate);
    }

    @Test
    void shouldGiveTheFolderBackOnceTheCallComesBack() {
        long nativesBefore = Natives.open();
        UseGate gate = new UseGate("state", Duration.ofMillis(1));
        RocksStateEngine engine = open(gate);
        StateBatch batch = new StateBatch(0);
        batch.put(0, 0, BYTES, BYTES);
        engine.apply(batch);
        engine.scan(0, 0, null, null, true);
        int stuck = gate.enter();

        assertThrows(ProcessorStateException.class, engine::close);
        assertThrows(InvalidStateStoreException.class, () -> engine.get(0, 0, BYTES));
        assertThrows(LockException.class, () -> open(new UseGate("another")));
        engine.close(); // does not free what somebody is in

        gate.leave(stuck);
        while (Natives.open() > nativesBefore || !isFree()) {
            LockSupport.parkNanos(1_000_000);
        }
        try (RocksStateEngine again = open(new UseGate("another"))) {
            assertArrayEquals(BYTES, again.get(0, 0, BYTES));
        }
        assertEquals(nativesBefore, Natives.open());
    }

    /** The database is open as long as RocksDB compacts, so nobody else may have or empty the folder. */
    @Test
    void shouldGiveTheFolderBackOnceACompactionHasEnded() {
        long nativesBefore = Natives.open();
        RocksStateEngine engine = open(new UseGate("state"));
        CountDownLatch mayEnd = new CountDownLatch(1);
        engine.families().returnSpaceBy(new SpaceReturn(() -> await(mayEnd), 1));

        assertThrows(ProcessorStateException.class, engine::close);
        assertFalse(isFree());

        mayEnd.countDown();
        while (Natives.open() > nativesBefore || !isFree()) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertTrue(latch.await(60, TimeUnit.SECONDS));
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    private boolean isFree() {
        try (StateFolder taken = StateFolder.take(folder)) {
            return taken.path().endsWith(folder.getFileName());
        } catch (LockException held) {
            return false;
        }
    }
}
