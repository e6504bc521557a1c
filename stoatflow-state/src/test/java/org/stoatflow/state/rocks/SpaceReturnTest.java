package org.stoatflow.state.rocks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDBException;
import org.stoatflow.state.Removal;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.TestStores;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.stores.StoreDescription;

/** The disk space of a purged store, most of it in the same files as that of another one. */
class SpaceReturnTest {
    private static final RocksSettings SMALL = RocksSettings.defaults().withMemoryBytes(8 << 20);
    private static final long KEEP_MS = 1_000;
    private static final StoreDescription A = TestStores.plain("a");
    private static final StoreDescription B = TestStores.plain("b");

    @TempDir
    Path folder;

    private StateEngine open(long nowMs, StoreDescription... stores) {
        return StateEngines.openRocks(folder, List.of(stores), SMALL, RocksTuning.NONE, new Removal(nowMs, KEEP_MS));
    }

    private void run(long nowMs, StoreDescription... stores) {
        open(nowMs, stores).close();
    }

    private RawDatabase database() {
        return new RawDatabase(folder, SMALL, A);
    }

    @Test
    void shouldGiveTheDiskBack() throws IOException, RocksDBException {
        bulk(A, 4_000);
        bulk(B, 32_000);
        bulk(A, 4_000);
        run(100, A);
        long before = bytes();
        assertTrue(before > 32_000_000, "bytes=" + before);
        try (StateEngine engine = open(101 + KEEP_MS, A)) {
            long deadlineNs = System.nanoTime() + 60_000_000_000L;
            while (bytes() > before / 2) {
                assertTrue(System.nanoTime() < deadlineNs, before + " bytes before, and after a minute " + bytes());
                LockSupport.parkNanos(10_000_000);
            }
            assertNotNull(engine.get(
                    engine.storeId("a"), 0, ByteBuffer.allocate(4).putInt(17).array()));
        }
        database().awaitSpaceReturned();
    }

    /** A close does not wait for a compaction; what it has cut off is done after another opening. */
    @Test
    void shouldGiveTheDiskBackAfterAnOpeningThatWasCutOff() throws RocksDBException {
        bulk(A, 4_000);
        bulk(B, 16_000);
        run(100, A);
        run(101 + KEEP_MS, A);
        database().awaitSpaceReturned();
        assertEquals(0, database().rows(1));
        assertEquals(4_000, database().rows(0));
    }

    private void bulk(StoreDescription store, int rows) {
        Random random = new Random(rows);
        try (StateEngine engine = open(0, A, B)) {
            int id = engine.storeId(store.name());
            for (int from = 0; from < rows; from += 1_000) {
                StateBatch batch = new StateBatch(0);
                for (int row = from; row < from + 1_000; row++) {
                    byte[] value = new byte[1_000];
                    random.nextBytes(value);
                    batch.put(id, 0, ByteBuffer.allocate(4).putInt(row).array(), value);
                }
                batch.position(id, 0, from + 1_000);
                engine.apply(batch);
            }
        }
    }

    private long bytes() throws IOException {
        long bytes = 0;
        try (Stream<Path> files = Files.list(folder.resolve("rocksdb"))) {
            for (Path file :
                    files.filter(any -> any.toString().endsWith(".sst")).toList()) {
                bytes += sizeOrGone(file);
            }
        }
        return bytes;
    }

    private static long sizeOrGone(Path file) throws IOException {
        try {
            return Files.size(file);
        } catch (NoSuchFileException gone) {
            return 0;
        }
    }
}
