package org.stoatflow.state.rocks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rocksdb.LiveFileMetaData;
import org.stoatflow.state.ChangelogPosition;
import org.stoatflow.state.CommittedScan;
import org.stoatflow.state.RowBuffers;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.TestStores;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.stores.StoreDescription;

/** Batches that are loaded as files leave what the same batches leave that are written. */
class RowFilesTest {
    private static final int KILLS = 3;
    private static final StateBatch.Loading[] WAYS = StateBatch.Loading.values();
    private static final int ROWS_OF_BATCH = 200;
    private static final int VALUE_BYTES = 12_000; // a batch is several pieces
    private static final List<StoreDescription> STORES = List.of(TestStores.plain("a"), TestStores.plain("b"));
    private static final RocksSettings SMALL = RocksSettings.defaults().withMemoryBytes(8 << 20);

    @TempDir
    Path folder;

    private StateEngine open() {
        return StateEngines.openRocks(folder, STORES, SMALL);
    }

    private static byte[] key(int key) {
        return ByteBuffer.allocate(4).putInt(key).array();
    }

    private static StateBatch file(int partition) {
        return loaded(partition, StateBatch.Loading.AS_FILE);
    }

    private static StateBatch loaded(int partition, StateBatch.Loading how) {
        StateBatch batch = new StateBatch(1_000);
        batch.pack(0, partition, new RowBuffers());
        batch.load(how);
        return batch;
    }

    @Test
    void shouldLeaveTheSameRowsAsWrites() {
        Random random = new Random(7);
        TreeMap<byte[], byte[]> expected = new TreeMap<>(Arrays::compareUnsigned);
        try (StateEngine engine = open()) {
            for (int round = 0; round < 30; round++) {
                StateBatch batch = loaded(3, WAYS[random.nextInt(WAYS.length)]);
                for (int row = random.nextInt(200); row > 0; row--) {
                    byte[] key = key(random.nextInt(300) - 150);
                    byte[] value = random.nextInt(4) == 0 ? null : key(random.nextInt());
                    batch.put(0, 3, key, value);
                    if (value == null) {
                        expected.remove(key);
                    } else {
                        expected.put(key, value);
                    }
                }
                batch.position(0, 3, round);
                engine.apply(batch);
                requireRows(expected, engine);
            }
            assertEquals(new ChangelogPosition(29, 1_000), engine.changelogPosition(0, 3));
            assertNull(engine.get(0, 2, expected.firstKey()), "another partition");
            assertNull(engine.get(1, 3, expected.firstKey()), "another store");
        }
        try (StateEngine engine = open()) {
            requireRows(expected, engine);
            engine.wipe(0, 3);
            requireRows(Map.of(), engine);
            StateBatch again = file(3);
            again.put(0, 3, key(1), key(2));
            engine.apply(again);
            requireRows(Map.of(key(1), key(2)), engine);
        }
    }

    private static void requireRows(Map<byte[], byte[]> expected, StateEngine engine) {
        int found = 0;
        try (CommittedScan rows = engine.scan(0, 3, null, null, true)) {
            while (rows.next()) {
                found++;
            }
        }
        assertEquals(expected.size(), found);
        expected.forEach((key, value) -> assertArrayEquals(value, engine.get(0, 3, key)));
    }

    @Test
    void shouldWriteRowsOnceToTheLowestLevel() {
        try (StateEngine engine = open()) {
            for (int partition : List.of(5, 1, 3)) {
                engine.wipe(0, partition); // of nothing, as a rebuild begins
                StateBatch batch = file(partition);
                for (int row = 0; row < 1_000; row++) {
                    batch.put(0, partition, key(row), key(row));
                }
                engine.apply(batch);
            }
        }
        assertEquals(List.of(6, 6, 6), levels());
    }

    private List<Integer> levels() {
        try (RocksFamilies families = RocksFamilies.readOnly(StateFolder.database(folder), SMALL, RocksTuning.NONE)) {
            return families.db().getLiveFilesMetaData().stream()
                    .filter(file ->
                            new String(file.columnFamilyName(), StandardCharsets.UTF_8).equals(RocksFamilies.KEY_VALUE))
                    .map(LiveFileMetaData::level)
                    .toList();
        }
    }

    @Test
    void shouldWriteABatchThatRemovesRangesAsAnyOther() {
        try (StateEngine engine = open()) {
            StateBatch batch = file(3);
            batch.put(0, 3, key(1), key(1));
            batch.deleteRange(0, 3, null, null);
            batch.put(0, 3, key(2), key(2));
            assertEquals(StateBatch.Loading.AT_ONCE, batch.loading());
            engine.apply(batch);
            requireRows(Map.of(key(2), key(2)), engine);
        }
    }

    @Test
    void shouldDeleteWhatAKilledLoadHasLeft() throws Exception {
        open().close();
        Path left = Files.writeString(StateFolder.database(folder).resolve("load-12.part"), "cut off");
        open().close();
        assertFalse(Files.exists(left));
        try (Stream<Path> files = Files.list(StateFolder.database(folder))) {
            assertTrue(files.noneMatch(file -> file.toString().endsWith(".part")));
        }
    }

    /**
     * A process that loads rows is killed at any moment: the rows are those up to the position, or one batch later.
     */
    @ParameterizedTest
    @EnumSource(names = {"AS_FILE", "IN_PIECES"})
    void shouldNeverMissRowsBehindThePosition(StateBatch.Loading how) throws Exception {
        for (int kill = 0; kill < KILLS; kill++) {
            StateFolderTest.Child loader = StateFolderTest.Child.start(Loader.class, folder.toString(), how.name());
            long last = 0;
            for (int i = 5 + ThreadLocalRandom.current().nextInt(50); i > 0; i--) {
                last = Long.parseLong(loader.line());
            }
            loader.kill();
            try (StateEngine engine = open()) {
                long position = engine.changelogPosition(0, 0).nextOffset();
                assertTrue(position >= last, "position=" + position + " acknowledged=" + last);
                for (int row = 0; row < ROWS_OF_BATCH; row++) {
                    long found = ByteBuffer.wrap(engine.get(0, 0, key(row))).getLong();
                    assertTrue(found == position || found == position + 1, "position=" + position + " found=" + found);
                }
            }
        }
    }

    /** Batch n loads n as the value of all rows, and as their position. */
    static final class Loader {
        private Loader() {}

        public static void main(String[] args) {
            StateEngine engine = StateEngines.openRocks(Path.of(args[0]), STORES, SMALL);
            ChangelogPosition before = engine.changelogPosition(0, 0);
            for (long n = before == null ? 1 : before.nextOffset() + 1; ; n++) {
                StateBatch batch = loaded(0, StateBatch.Loading.valueOf(args[1]));
                byte[] value = ByteBuffer.allocate(VALUE_BYTES).putLong(n).array();
                for (int row = 0; row < ROWS_OF_BATCH; row++) {
                    batch.put(0, 0, key(row), value);
                }
                batch.position(0, 0, n);
                engine.apply(batch);
                System.out.println(n);
            }
        }
    }
}
