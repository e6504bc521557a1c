package org.stoatflow.state.rocks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDBException;
import org.stoatflow.state.ChangelogPosition;
import org.stoatflow.state.Removal;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.StoreTime;
import org.stoatflow.state.StoreTopics;
import org.stoatflow.state.TestStores;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.stores.ChangelogSettings;
import org.stoatflow.stores.InnerStore;
import org.stoatflow.stores.SerdeChoice;
import org.stoatflow.stores.StoreDescription;

class RemovedStoresTest {
    private static final RocksSettings SMALL = RocksSettings.defaults().withMemoryBytes(8 << 20);
    private static final long KEEP_MS = 1_000;
    private static final int[] PARTITIONS = {0, 1, Integer.MAX_VALUE, -1};
    private static final byte[] KEY = {7};
    private static final StoreDescription A = TestStores.plain("a");
    private static final StoreDescription B = TestStores.plain("b");
    private static final StoreDescription C = TestStores.plain("c");

    @TempDir
    Path folder;

    private StateEngine open(long nowMs, StoreDescription... stores) {
        return StateEngines.openRocks(folder, List.of(stores), SMALL, RocksTuning.NONE, new Removal(nowMs, KEEP_MS));
    }

    private RawDatabase database() {
        return new RawDatabase(folder, SMALL, A);
    }

    private void run(long nowMs, StoreDescription... stores) {
        open(nowMs, stores).close();
    }

    /** Rows and positions of several partitions, and rows of the runtime. */
    private int fill(long nowMs, StoreDescription... stores) {
        int last = -1;
        try (StateEngine engine = open(nowMs, stores)) {
            StateBatch batch = new StateBatch(nowMs);
            StringBuilder topics = new StringBuilder();
            for (StoreDescription store : stores) {
                int id = engine.storeId(store.name());
                for (int partition : PARTITIONS) {
                    batch.put(id, partition, KEY, KEY);
                    batch.put(id, partition, new byte[] {-1, -1}, KEY);
                    if (store.logging()) {
                        batch.position(id, partition, 5);
                    }
                }
                for (StoreTime time : StoreTime.values()) {
                    batch.meta(time.row(store.name(), 0), KEY);
                    batch.meta(time.row(store.name(), 12), KEY);
                }
                topics.append(store.name())
                        .append(" topic-of-")
                        .append(store.name())
                        .append('\n');
                last = Math.max(last, id);
            }
            for (String row : StoreTopics.ROWS) {
                batch.meta(row, topics.toString().getBytes(StandardCharsets.UTF_8));
            }
            batch.meta("time.topic.b_0", KEY); // of a topic that has the store's name
            batch.meta("time.operator.node.b_0", KEY);
            batch.markAllCurrent();
            engine.apply(batch);
        }
        return last;
    }

    private static void assertThere(StateEngine engine, String store, long currentAtMs) {
        int id = engine.storeId(store);
        for (int partition : PARTITIONS) {
            assertArrayEquals(KEY, engine.get(id, partition, KEY), store + " " + partition);
            assertArrayEquals(KEY, engine.get(id, partition, new byte[] {-1, -1}), store + " " + partition);
            assertEquals(new ChangelogPosition(5, currentAtMs), engine.changelogPosition(id, partition));
        }
        assertKnown(engine, store);
    }

    private static void assertKnown(StateEngine engine, String store) {
        for (StoreTime time : StoreTime.values()) {
            assertNotNull(engine.meta(time.row(store, 0)), time + " of " + store);
            assertNotNull(engine.meta(time.row(store, 12)), time + " of " + store);
        }
        for (String row : StoreTopics.ROWS) {
            assertEquals("topic-of-" + store, StoreTopics.read(engine, row).get(store));
        }
    }

    private static void assertGone(StateEngine engine, String store) {
        assertNoRows(engine, store);
        for (StoreTime time : StoreTime.values()) {
            assertNull(engine.meta(time.row(store, 0)), time + " of " + store);
            assertNull(engine.meta(time.row(store, 12)), time + " of " + store);
        }
        for (String row : StoreTopics.ROWS) {
            assertNull(StoreTopics.read(engine, row).get(store), row);
        }
    }

    private static void assertNoRows(StateEngine engine, String store) {
        int id = engine.storeId(store);
        for (int partition : PARTITIONS) {
            assertNull(engine.get(id, partition, KEY), store + " " + partition);
            assertEquals(0, engine.approximateEntries(id, partition));
            assertNull(engine.changelogPosition(id, partition));
        }
    }

    @Test
    void shouldKeepWhatWasRemovedALittleAgo() {
        fill(0, A, B, C);
        run(100, A, C);
        run(100 + KEEP_MS, A, C);
        try (StateEngine engine = open(101 + KEEP_MS, A, B, C)) { // too late to keep it, but here it is
            assertThere(engine, "b", 0);
        }
    }

    @Test
    void shouldPurgeWhatWasRemovedLongAgoAndLeaveNeighboursAlone() {
        StoreDescription longer = TestStores.plain("b_1"); // its rows of times begin as those of b
        fill(0, A, B, C, longer);
        run(100, A, C, longer);
        run(101 + KEEP_MS, A, C, longer);
        try (StateEngine engine = open(102 + KEEP_MS, A, B, C, longer)) {
            assertGone(engine, "b");
            assertNotNull(engine.meta("time.topic.b_0"));
            assertNotNull(engine.meta("time.operator.node.b_0"));
            assertThere(engine, "a", 0);
            assertThere(engine, "c", 0);
            assertThere(engine, "b_1", 0);
        }
    }

    @Test
    void shouldForgetThatAStoreWasRemovedOnceItIsBack() {
        fill(0, A, B);
        run(100, A);
        run(200, A, B);
        run(102 + KEEP_MS, A); // removed again, from here on
        run(103 + KEEP_MS, A);
        try (StateEngine engine = open(104 + KEEP_MS, A, B)) {
            assertThere(engine, "b", 0);
        }
    }

    @Test
    void shouldCountFromTheFirstStartWithoutTheStore() {
        fill(0, A, B);
        run(10 * KEEP_MS, A); // the application was not run meanwhile, and the store is removed now
        try (StateEngine engine = open(10 * KEEP_MS + 1, A, B)) {
            assertThere(engine, "b", 0);
        }
    }

    @Test
    void shouldNotPurgeWhatHasNoChangelog() {
        StoreDescription unlogged = unlogged("b");
        fill(0, A, unlogged);
        run(100, A);
        run(101 + KEEP_MS, A);
        run(1_000_000, A);
        try (StateEngine engine = open(1_000_001, A, unlogged)) {
            assertArrayEquals(KEY, engine.get(engine.storeId("b"), 1, KEY));
        }
    }

    @Test
    void shouldPurgeWhatHasNoRows() throws RocksDBException {
        run(0, A, B);
        run(100, A);
        run(101 + KEEP_MS, A);
        database().awaitSpaceReturned();
        assertEquals(List.of("F", "f", "n", "sa"), database().metaKeys());
    }

    @Test
    void shouldKeepAStoreInMemoryOnDiskForTheSameTime() {
        fill(0, A, B);
        run(100, A, TestStores.inMemory("b"));
        try (StateEngine engine = open(200, A, B)) {
            assertThere(engine, "b", 0);
        }
        run(300, A, TestStores.inMemory("b"));
        run(301 + KEEP_MS, A, TestStores.inMemory("b"));
        try (StateEngine engine = open(302 + KEEP_MS, A, B)) {
            assertNoRows(engine, "b");
        }
    }

    /** They are those of the store in memory by then, which goes on: its windows would be forwarded again. */
    @Test
    void shouldLeaveTheClocksToAStoreThatIsInMemoryNow() {
        fill(0, A, B);
        run(100, A, TestStores.inMemory("b"));
        run(101 + KEEP_MS, A, TestStores.inMemory("b"));
        try (StateEngine engine = open(102 + KEEP_MS, A, TestStores.inMemory("b"))) {
            assertKnown(engine, "b");
        }
        run(103 + KEEP_MS, A); // its rows on disk are purged already
        try (StateEngine engine = open(104 + KEEP_MS, A, B)) {
            assertNoRows(engine, "b");
        }
    }

    @Test
    void shouldCountAnewFromANoteThatIsAheadOfTheDay() {
        fill(0, A, B);
        run(1_000_000, A); // the day was wrong
        run(100, A);
        try (StateEngine engine = open(100 + KEEP_MS, A, B)) {
            assertThere(engine, "b", 0);
        }
        run(1_000_000, A);
        run(200, A);
        run(201 + KEEP_MS, A);
        try (StateEngine engine = open(202 + KEEP_MS, A, B)) {
            assertGone(engine, "b");
        }
    }

    @Test
    void shouldNeverGiveANumberAgain() {
        int b = fill(0, A, B);
        run(100, A);
        run(101 + KEEP_MS, A);
        int again;
        try (StateEngine engine = open(102 + KEEP_MS, A, B)) {
            again = engine.storeId("b");
            assertTrue(again > b, again + " was given to b, which had " + b);
        }
        run(103 + KEEP_MS, A);
        run(104 + 2 * KEEP_MS, A);
        try (StateEngine engine = open(105 + 2 * KEEP_MS, A, C)) {
            assertTrue(engine.storeId("c") > again, "c has " + engine.storeId("c") + ", and b had " + again);
        }
    }

    @Test
    void shouldLeaveNoRowOfTheStore() throws RocksDBException {
        int b = fill(0, A, B);
        run(100, A);
        run(101 + KEEP_MS, A);
        database().awaitSpaceReturned();
        for (String row : database().metaKeys()) {
            boolean ofB = row.startsWith("sb") || row.startsWith("p " + b) || row.startsWith("r " + b);
            assertTrue(!ofB, row);
        }
        assertEquals(0, database().rows(b));
        assertEquals(2 * PARTITIONS.length, database().rows(b - 1));
    }

    /** The position of a store that leaves is written once more, with its time, in the write of the next opening. */
    @Test
    void shouldPurgeAtTheOpeningAtWhichOtherStoresLeave() {
        fill(0, A, B, C);
        run(100, A, C);
        run(101 + KEEP_MS, A); // c leaves, b is purged
        try (StateEngine engine = open(102 + KEEP_MS, A, B, C)) {
            assertGone(engine, "b");
            assertThere(engine, "c", 0);
        }
    }

    @Test
    void shouldReadTheFormatsBeforeAndCountFromThen() throws RocksDBException {
        for (byte format = 1; format <= 2; format++) {
            fill(0, A, B);
            try (RocksFamilies families = new RocksFamilies(folder.resolve("rocksdb"), SMALL)) {
                ColumnFamilyHandle meta = families.family(RocksFamilies.META);
                families.db().put(meta, MetaRows.FORMAT_KEY, new byte[] {0, 0, 0, format});
                families.db().delete(meta, MetaRows.NEXT_ID_KEY);
            }
            run(format * 10_000, A);
            try (StateEngine engine = open(format * 10_000 + KEEP_MS, A, B)) {
                assertThere(engine, "b", 0);
            }
            run(format * 10_000 + KEEP_MS, A);
            run(format * 10_000 + KEEP_MS + 1 + KEEP_MS, A);
            try (StateEngine engine = open(format * 20_000, A, B)) {
                assertGone(engine, "b");
                assertTrue(engine.storeId("b") > 1, "" + engine.storeId("b"));
            }
        }
    }

    @Test
    void shouldChangeNothingWithoutALimit() {
        fill(0, A, B);
        for (int start = 0; start < 3; start++) {
            StateEngines.openRocks(folder, List.of(A), SMALL).close();
        }
        run(1_000_000, A); // counts from here
        try (StateEngine engine = open(1_000_001, A, B)) {
            assertThere(engine, "b", 0);
        }
    }

    private static StoreDescription unlogged(String name) {
        StoreDescription logged = TestStores.plain(name);
        return new StoreDescription(
                name,
                logged.settings(),
                new InnerStore(true, false, null),
                new SerdeChoice(logged.keySerde(), logged.valueSerde()),
                false,
                new ChangelogSettings(false, Map.of()));
    }
}
