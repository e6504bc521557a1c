package org.stoatflow.state.rocks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.state.ChangelogPosition;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.TestStores;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.stores.StoreDescription;

/**
 * A process that applies batches is killed at any moment: rows and positions are those of one batch, the last or later.
 */
class RocksKillTest {
    private static final int KILLS = 5;
    private static final int KEYS = 500;
    private static final List<StoreDescription> STORES = List.of(TestStores.plain("a"), TestStores.plain("b"));
    private static final RocksSettings SMALL = RocksSettings.defaults().withMemoryBytes(4 << 20);

    @TempDir
    Path folder;

    @Test
    void shouldKeepRowsAndPositionsTogetherOverKills() throws Exception {
        long last = 0;
        for (int kill = 0; kill < KILLS; kill++) {
            StateFolderTest.Child writer = StateFolderTest.Child.start(Writer.class, folder.toString());
            int batches = 20 + ThreadLocalRandom.current().nextInt(200);
            for (int i = 0; i < batches; i++) {
                last = Long.parseLong(writer.line());
            }
            writer.kill();
            long stored = check(last);
            assertTrue(stored >= last, "stored=" + stored + " acknowledged=" + last);
        }
    }

    private long check(long acknowledged) {
        try (StateEngine engine = StateEngines.openRocks(folder, STORES, SMALL)) {
            long batch = engine.changelogPosition(engine.storeId("a"), 0).nextOffset();
            assertEquals(batch, engine.changelogPosition(engine.storeId("b"), 1).nextOffset());
            assertEquals(batch, ByteBuffer.wrap(engine.meta("batch")).getLong());
            for (int key = 0; key < KEYS; key++) {
                long expected = key >= batch ? -1 : batch - 1 - (batch - 1 - key) % KEYS;
                assertEquals(expected, value(engine, "a", 0, key), "acknowledged=" + acknowledged + " key=" + key);
                assertEquals(expected, value(engine, "b", 1, key), "acknowledged=" + acknowledged + " key=" + key);
            }
            return batch;
        }
    }

    private static long value(StateEngine engine, String store, int partition, int key) {
        byte[] row = engine.get(engine.storeId(store), partition, key(key));
        return row == null ? -1 : ByteBuffer.wrap(row).getLong();
    }

    private static byte[] key(int key) {
        return ByteBuffer.allocate(4).putInt(key).array();
    }

    /** Batch n writes n to row n modulo the number of keys, in two stores, and n + 1 as their positions. */
    static final class Writer {
        private Writer() {}

        public static void main(String[] args) {
            StateEngine engine = StateEngines.openRocks(Path.of(args[0]), STORES, SMALL);
            ChangelogPosition before = engine.changelogPosition(engine.storeId("a"), 0);
            for (long n = before == null ? 0 : before.nextOffset(); ; n++) {
                StateBatch batch = new StateBatch(n);
                byte[] value = ByteBuffer.allocate(2_000).putLong(n).array();
                batch.put(engine.storeId("a"), 0, key((int) (n % KEYS)), value);
                batch.put(engine.storeId("b"), 1, key((int) (n % KEYS)), value);
                batch.position(engine.storeId("a"), 0, n + 1);
                batch.position(engine.storeId("b"), 1, n + 1);
                batch.meta("batch", ByteBuffer.allocate(8).putLong(n + 1).array());
                engine.apply(batch);
                System.out.println(n + 1);
            }
        }
    }
}
