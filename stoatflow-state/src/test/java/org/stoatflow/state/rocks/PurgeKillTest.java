package org.stoatflow.state.rocks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.stoatflow.state.Removal;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.TestStores;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.stores.StoreDescription;

/**
 * A process that adds, removes and purges a store is killed at any moment: the store is there wholly, or not at all.
 */
class PurgeKillTest {
    private static final int KILLS = 5;
    private static final int ROWS = 500;
    private static final long KEEP_MS = 10;
    private static final StoreDescription KEPT = TestStores.plain("kept");
    private static final StoreDescription PURGED = TestStores.plain("purged");
    private static final RocksSettings SMALL = RocksSettings.defaults().withMemoryBytes(4 << 20);

    @TempDir
    Path folder;

    @Test
    void shouldPurgeWhollyOrNotAtAllOverKills() throws Exception {
        for (int kill = 0; kill < KILLS; kill++) {
            StateFolderTest.Child child = StateFolderTest.Child.start(Purging.class, folder.toString());
            int awaited = 2 + ThreadLocalRandom.current().nextInt(6);
            for (int purges = 0; purges < awaited; ) {
                String line = child.line();
                assertNotNull(line, "the child has ended");
                purges += line.equals("purged") ? 1 : 0; // the others are of its log
            }
            LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(100_000_000)); // any moment will do
            child.kill();
            check();
        }
    }

    private void check() throws RocksDBException {
        StateEngines.openRocks(folder, List.of(KEPT), SMALL).close(); // as the next start; it purges nothing
        try (RocksFamilies families = RocksFamilies.readOnly(folder.resolve("rocksdb"), SMALL, RocksTuning.NONE)) {
            Map<String, Integer> numbers = new HashMap<>();
            Map<Integer, Integer> positions = new TreeMap<>();
            try (RocksIterator rows = families.db().newIterator(families.family(RocksFamilies.META))) {
                for (rows.seekToFirst(); rows.isValid(); rows.next()) {
                    if (rows.key()[0] == MetaRows.STORE) {
                        numbers.put(MetaRows.storeName(rows.key()), MetaRows.storeId(rows.value()));
                    } else if (rows.key()[0] == MetaRows.POSITION) {
                        positions.merge(MetaRows.storeOfPosition(rows.key()), 1, Integer::sum);
                    }
                }
                rows.status();
            }
            Map<Integer, Integer> found = new TreeMap<>();
            try (RocksIterator rows = families.db().newIterator(families.family(RocksFamilies.KEY_VALUE))) {
                for (rows.seekToFirst(); rows.isValid(); rows.next()) {
                    found.merge(ByteBuffer.wrap(rows.key()).getInt(), 1, Integer::sum);
                }
                rows.status();
            }
            assertEquals(ROWS, found.remove(numbers.get("kept")), "rows of the store that is kept");
            positions.remove(numbers.get("kept"));
            Integer purged = numbers.get("purged");
            assertTrue(purged != null || found.isEmpty(), "rows of a store that is purged: " + found);
            found.forEach((id, rows) -> assertEquals(purged + ": " + ROWS, id + ": " + rows));
            assertEquals(found.keySet(), positions.keySet());
        }
    }

    /** Starts with a second store, without it, and again without it once it is to go; says so each time it is gone. */
    static final class Purging {
        private Purging() {}

        public static void main(String[] args) {
            Path folder = Path.of(args[0]);
            for (long nowMs = 1_000; ; nowMs += 100) {
                try (StateEngine engine = open(folder, nowMs, KEPT, PURGED)) {
                    StateBatch batch = new StateBatch(nowMs);
                    for (String store : List.of("kept", "purged")) {
                        byte[] value = new byte[2_000];
                        Arrays.fill(value, (byte) nowMs);
                        for (int row = 0; row < ROWS; row++) {
                            batch.put(
                                    engine.storeId(store),
                                    row % 3,
                                    ByteBuffer.allocate(4).putInt(row).array(),
                                    value);
                        }
                        batch.position(engine.storeId(store), 0, 1);
                    }
                    engine.apply(batch);
                }
                open(folder, nowMs + 1, KEPT).close();
                open(folder, nowMs + 2 + KEEP_MS, KEPT).close();
                System.out.println("purged");
            }
        }

        private static StateEngine open(Path folder, long nowMs, StoreDescription... stores) {
            return StateEngines.openRocks(
                    folder, List.of(stores), SMALL, RocksTuning.NONE, new Removal(nowMs, KEEP_MS));
        }
    }
}
