package org.stoatflow.state.rocks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.state.ChangelogPosition;
import org.stoatflow.state.Removal;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.TestStores;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.state.memory.MemoryDisk;
import org.stoatflow.stores.StoreDescription;

/**
 * An application whose topology changes at random from start to start: what is there, on disk and in memory, is what a
 * few maps say.
 */
class RemovalModelTest {
    private static final RocksSettings SMALL = RocksSettings.defaults().withMemoryBytes(8 << 20);
    private static final List<String> STORES = List.of("a", "b", "b_1", "c");
    private static final long KEEP_MS = 10;
    private static final int STARTS = 150;
    private static final byte[] KEY = {1};

    /** What the model knows of a store: its number, what was written last, and since when it is missing. */
    private static final class Known {
        private int id;
        private long written;
        private long removedAtMs = -1;
    }

    private final Map<String, Known> model = new HashMap<>();
    private final Set<Integer> given = new HashSet<>();
    private int purges;

    @TempDir
    Path folder;

    private interface Opening {
        StateEngine open(List<StoreDescription> stores, Removal removal);
    }

    @Test
    void shouldKeepAndPurgeOnDiskAsTheModelSays() {
        compare(
                (stores, removal) -> StateEngines.openRocks(folder, stores, SMALL, RocksTuning.NONE, removal),
                new Random(11));
    }

    @Test
    void shouldKeepAndPurgeInMemoryAsTheModelSays() {
        MemoryDisk disk = new MemoryDisk();
        compare((stores, removal) -> StateEngines.inMemory(disk, stores, removal), new Random(12));
    }

    private void compare(Opening opening, Random random) {
        long nowMs = 1_000;
        for (int start = 1; start <= STARTS; start++) {
            nowMs += random.nextInt(12) - 2; // now and then somebody sets the clock back
            Set<String> opened = new TreeSet<>();
            STORES.stream().filter(store -> random.nextBoolean()).forEach(opened::add);
            expect(opened, nowMs);
            List<StoreDescription> stores =
                    opened.stream().map(TestStores::plain).toList();
            try (StateEngine engine = opening.open(stores, new Removal(nowMs, KEEP_MS))) {
                check(engine, opened, start);
                write(engine, opened, start, nowMs);
            }
        }
        assertTrue(purges > 10, "purges=" + purges);
    }

    private void expect(Set<String> opened, long nowMs) {
        for (String store : STORES) {
            Known known = model.get(store);
            if (known == null) {
                continue;
            }
            if (opened.contains(store)) {
                known.removedAtMs = -1;
            } else if (known.removedAtMs == -1 || known.removedAtMs > nowMs) {
                known.removedAtMs = nowMs;
            } else if (nowMs - known.removedAtMs > KEEP_MS) {
                model.remove(store);
                purges++;
            }
        }
    }

    private void check(StateEngine engine, Set<String> opened, int start) {
        for (String store : opened) {
            int id = engine.storeId(store);
            Known known = model.get(store);
            String at = store + " at start " + start;
            if (known == null) {
                assertTrue(given.add(id), at + " has a number that was given before: " + id);
                assertNull(engine.get(id, 0, KEY), at);
                assertNull(engine.changelogPosition(id, 0), at);
                assertNull(engine.meta("time.restored." + store + "_0"), at);
            } else {
                assertEquals(known.id, id, at);
                assertArrayEquals(bytes(known.written), engine.get(id, 0, KEY), at);
                ChangelogPosition position = engine.changelogPosition(id, 0);
                assertEquals(known.written, position == null ? -1 : position.nextOffset(), at);
                assertArrayEquals(bytes(known.written), engine.meta("time.restored." + store + "_0"), at);
            }
        }
    }

    private void write(StateEngine engine, Set<String> opened, long start, long nowMs) {
        StateBatch batch = new StateBatch(nowMs);
        for (String store : opened) {
            Known known = model.computeIfAbsent(store, none -> new Known());
            known.id = engine.storeId(store);
            known.written = start;
            batch.put(known.id, 0, KEY, bytes(start));
            batch.position(known.id, 0, start);
            batch.meta("time.restored." + store + "_0", bytes(start));
        }
        batch.markAllCurrent();
        engine.apply(batch);
    }

    private static byte[] bytes(long number) {
        return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
    }
}
