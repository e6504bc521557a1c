package org.stoatflow.state.rocks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDBException;
import org.stoatflow.state.ChangelogPosition;
import org.stoatflow.state.CommittedScan;
import org.stoatflow.state.DeclaredStore;
import org.stoatflow.state.RowLayout;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.TestStores;
import org.stoatflow.state.ValueLayout;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.stores.ChangelogSettings;
import org.stoatflow.stores.InnerStore;
import org.stoatflow.stores.SerdeChoice;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.streams.errors.InvalidStateStoreException;
import org.stoatflow.streams.errors.ProcessorStateException;

class RocksStateEngineTest {
    private static final RocksSettings SMALL = RocksSettings.defaults().withMemoryBytes(8 << 20);

    @TempDir
    Path folder;

    private long nativesBefore;

    @BeforeEach
    void countNatives() {
        nativesBefore = Natives.open();
    }

    @AfterEach
    void shouldLeakNoNatives() {
        assertEquals(nativesBefore, Natives.open());
    }

    private StateEngine open(StoreDescription... stores) {
        return StateEngines.openRocks(folder, List.of(stores), SMALL);
    }

    private static byte[] key(int... bytes) {
        byte[] key = new byte[bytes.length];
        for (int i = 0; i < key.length; i++) {
            key[i] = (byte) bytes[i];
        }
        return key;
    }

    @Test
    void shouldFindEverythingAgainAfterReopening() {
        int a;
        int b;
        try (StateEngine engine = open(TestStores.plain("a"), TestStores.plain("b"))) {
            a = engine.storeId("a");
            b = engine.storeId("b");
            assertFalse(a == b);
            StateBatch batch = new StateBatch(1_000);
            batch.put(a, 3, key(1), key(11));
            batch.put(b, 3, key(1), key(22));
            batch.position(a, 3, 77);
            batch.meta("clock", key(9));
            engine.apply(batch);
        }
        try (StateEngine engine = open(TestStores.plain("c"), TestStores.plain("b"), TestStores.plain("a"))) {
            assertEquals(a, engine.storeId("a"));
            assertEquals(b, engine.storeId("b"));
            assertTrue(engine.storeId("c") > Math.max(a, b));
            assertArrayEquals(key(11), engine.get(a, 3, key(1)));
            assertArrayEquals(key(22), engine.get(b, 3, key(1)));
            assertNull(engine.get(a, 4, key(1)));
            assertEquals(new ChangelogPosition(77, 1_000), engine.changelogPosition(a, 3));
            assertNull(engine.changelogPosition(b, 3));
            assertArrayEquals(key(9), engine.meta("clock"));
            assertNull(engine.meta("other"));
        }
    }

    @Test
    void shouldCountTheTimeOfTheWholeApplicationForEachPosition() {
        try (StateEngine engine = open(TestStores.plain("a"))) {
            StateBatch first = new StateBatch(1_000);
            first.position(0, 0, 5);
            engine.apply(first);
            engine.apply(new StateBatch(2_000));
            assertEquals(new ChangelogPosition(5, 1_000), engine.changelogPosition(0, 0));
            StateBatch commit = new StateBatch(3_000);
            commit.markAllCurrent();
            engine.apply(commit);
            assertEquals(new ChangelogPosition(5, 3_000), engine.changelogPosition(0, 0));
            StateBatch restoring = new StateBatch(4_000);
            restoring.position(0, 0, new ChangelogPosition(6, 500));
            engine.apply(restoring);
            assertEquals(new ChangelogPosition(6, 3_000), engine.changelogPosition(0, 0));
        }
    }

    @Test
    void shouldWipeOnlyOneStorePartition() {
        try (StateEngine engine = open(TestStores.plain("a"), TestStores.plain("b"))) {
            StateBatch batch = new StateBatch(0);
            for (int store = 0; store < 2; store++) {
                for (int partition = 0; partition < 3; partition++) {
                    batch.put(store, partition, key(), key(1));
                    batch.put(store, partition, key(0xff, 0xff), key(1));
                    batch.position(store, partition, 9);
                }
            }
            engine.apply(batch);
            engine.wipe(0, 1);
            for (int store = 0; store < 2; store++) {
                for (int partition = 0; partition < 3; partition++) {
                    boolean wiped = store == 0 && partition == 1;
                    assertEquals(wiped ? 0 : 2, engine.approximateEntries(store, partition));
                    assertEquals(wiped, engine.changelogPosition(store, partition) == null);
                }
            }
        }
    }

    @Test
    void shouldScanWithinBoundsAndPartitionAsOfItsStart() {
        try (StateEngine engine = open(TestStores.plain("a"))) {
            StateBatch batch = new StateBatch(0);
            for (int i = 0; i < 256; i++) {
                batch.put(0, 1, key(i), key(i));
                batch.put(0, 0, key(i), key(1));
                batch.put(0, 2, key(i), key(1));
            }
            engine.apply(batch);
            try (CommittedScan scan = engine.scan(0, 1, key(0x7e), key(0x82), false)) {
                engine.wipe(0, 1);
                for (int i = 0x81; i >= 0x7e; i--) {
                    assertTrue(scan.next());
                    assertArrayEquals(key(i), scan.key());
                    assertArrayEquals(key(i), scan.value());
                }
                assertFalse(scan.next());
                assertFalse(scan.next());
                assertThrows(IllegalStateException.class, scan::key);
            }
        }
    }

    @Test
    void shouldEstimateManyEntriesByTheirShare() {
        try (StateEngine engine = open(TestStores.plain("a"))) {
            StateBatch batch = new StateBatch(0);
            for (int i = 0; i < 40_000; i++) {
                batch.put(0, i % 4 == 0 ? 0 : 1, key(i >> 16, i >> 8, i), new byte[50]);
            }
            engine.apply(batch);
        }
        try (StateEngine engine = open(TestStores.plain("a"))) { // opening writes files; for memory RocksDB guesses
            assertEquals(10_000, engine.approximateEntries(0, 0), 5_000);
            assertEquals(30_000, engine.approximateEntries(0, 1), 15_000);
        }
    }

    @Test
    void shouldCloseOpenScansAndRefuseUseAfterClose() {
        StateEngine engine = open(TestStores.plain("a"));
        StateBatch batch = new StateBatch(0);
        batch.put(0, 0, key(1), key(1));
        engine.apply(batch);
        CommittedScan started = engine.scan(0, 0, null, null, true);
        assertTrue(started.next());
        CommittedScan fresh = engine.scan(0, 0, null, null, true);
        engine.close();
        engine.close();
        assertThrows(InvalidStateStoreException.class, started::next);
        assertThrows(InvalidStateStoreException.class, fresh::next);
        assertThrows(InvalidStateStoreException.class, () -> engine.get(0, 0, key(1)));
        assertThrows(InvalidStateStoreException.class, () -> engine.apply(new StateBatch(0)));
        started.close();
        fresh.close();
    }

    @Test
    void shouldCloseUnderReadersWithoutACrash() throws InterruptedException {
        for (int round = 0; round < 5; round++) {
            StateEngine engine = open(TestStores.plain("a"));
            AtomicReference<Throwable> failure = new AtomicReference<>();
            List<Thread> readers = List.of(reader(engine, failure), reader(engine, failure));
            readers.forEach(Thread::start);
            for (int i = 0; i < 20; i++) {
                StateBatch batch = new StateBatch(0);
                batch.put(0, 0, key(i), key(i));
                engine.apply(batch);
            }
            engine.close();
            for (Thread reader : readers) {
                reader.join(10_000);
                assertFalse(reader.isAlive());
            }
            assertTrue(failure.get() instanceof InvalidStateStoreException, "" + failure.get());
        }
    }

    private static Thread reader(StateEngine engine, AtomicReference<Throwable> failure) {
        return new Thread(() -> {
            try {
                while (true) {
                    try (CommittedScan scan = engine.scan(0, 0, null, null, true)) {
                        engine.get(0, 0, key(1));
                        scan.next();
                    }
                }
            } catch (InvalidStateStoreException closed) {
                failure.set(closed);
            }
        });
    }

    @Test
    void shouldRefuseABatchThatWasApplied() {
        try (StateEngine engine = open(TestStores.plain("a"))) {
            StateBatch batch = new StateBatch(0);
            engine.apply(batch);
            assertThrows(IllegalStateException.class, () -> engine.apply(batch));
        }
    }

    @Test
    void shouldRefuseAnotherFormatVersion() throws RocksDBException {
        open(TestStores.plain("a")).close();
        try (RocksFamilies families = new RocksFamilies(folder.resolve("rocksdb"), SMALL)) {
            families.db().put(families.family(RocksFamilies.META), MetaRows.FORMAT_KEY, new byte[] {0, 0, 0, 9});
        }
        ProcessorStateException refused =
                assertThrows(ProcessorStateException.class, () -> open(TestStores.plain("a")));
        assertTrue(refused.getMessage().contains("has format 9"), refused.getMessage());
        assertTrue(refused.getMessage().contains(folder.toString()), refused.getMessage());
    }

    @Test
    void shouldRefuseAFolderThatIsNotRocksDb() throws Exception {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("rocksdb"), "not a folder");
        ProcessorStateException refused =
                assertThrows(ProcessorStateException.class, () -> open(TestStores.plain("a")));
        assertTrue(refused.getMessage().contains(folder.toString()), refused.getMessage());
    }

    @Test
    void shouldKeepStoresThatAreNotPersistentInMemoryBesideTheOthers() {
        StoreDescription[] stores = {TestStores.plain("disk"), TestStores.inMemory("memory")};
        try (StateEngine engine = open(stores)) {
            int disk = engine.storeId("disk");
            int memory = engine.storeId("memory");
            StateBatch batch = new StateBatch(5);
            batch.put(disk, 0, key(1), key(1));
            batch.put(memory, 0, key(1), key(2));
            batch.position(disk, 0, 10);
            batch.position(memory, 0, 20);
            batch.meta("m", key(3));
            engine.apply(batch);
            assertArrayEquals(key(1), engine.get(disk, 0, key(1)));
            assertArrayEquals(key(2), engine.get(memory, 0, key(1)));
            assertEquals(new ChangelogPosition(20, 5), engine.changelogPosition(memory, 0));
            try (CommittedScan scan = engine.scan(memory, 0, null, null, true)) {
                assertTrue(scan.next());
                assertFalse(scan.next());
            }
        }
        try (StateEngine engine = open(stores)) {
            assertArrayEquals(key(1), engine.get(engine.storeId("disk"), 0, key(1)));
            assertNull(engine.get(engine.storeId("memory"), 0, key(1)));
            assertNull(engine.changelogPosition(engine.storeId("memory"), 0));
            assertArrayEquals(key(3), engine.meta("m"));
            assertThrows(IllegalArgumentException.class, () -> engine.storeId("undeclared"));
        }
    }

    /** As a store that is in memory for a few days and then persistent again, or one without a changelog meanwhile. */
    @Test
    void shouldNotCountTheTimeOfRunsThatDoNotFollowTheStore() {
        confirm(1_000, TestStores.plain("a"), TestStores.plain("b"));
        confirm(500_000, TestStores.inMemory("a"), TestStores.plain("b"));
        try (StateEngine engine = open(TestStores.plain("a"), TestStores.plain("b"))) {
            assertEquals(new ChangelogPosition(5, 1_000), engine.changelogPosition(engine.storeId("a"), 0));
            assertEquals(new ChangelogPosition(5, 500_000), engine.changelogPosition(engine.storeId("b"), 0));
        }
        confirm(600_000, TestStores.plain("a"));
        try (StateEngine engine = open(TestStores.plain("b"), TestStores.plain("a"))) {
            assertEquals(new ChangelogPosition(5, 600_000), engine.changelogPosition(engine.storeId("a"), 0));
            assertEquals(new ChangelogPosition(5, 500_000), engine.changelogPosition(engine.storeId("b"), 0));
        }
    }

    /** What a run without changelog writes is in none: with a changelog again, the store is read from its start. */
    @Test
    void shouldForgetThePositionsOfAStoreThatIsNotLogged() {
        confirm(1_000, TestStores.plain("a"), TestStores.plain("b"));
        StoreDescription a = TestStores.plain("a");
        open(
                        new StoreDescription(
                                "a",
                                a.settings(),
                                new InnerStore(true, false, null),
                                new SerdeChoice(a.keySerde(), a.valueSerde()),
                                false,
                                new ChangelogSettings(false, Map.of())),
                        TestStores.plain("b"))
                .close();
        try (StateEngine engine = open(TestStores.plain("a"), TestStores.plain("b"))) {
            assertNull(engine.changelogPosition(engine.storeId("a"), 0));
            assertEquals(new ChangelogPosition(5, 1_000), engine.changelogPosition(engine.storeId("b"), 0));
        }
    }

    @Test
    void shouldReadTheFormatBeforeAndKeepWhatIsThere() throws RocksDBException {
        confirm(1_000, TestStores.plain("a"));
        try (RocksFamilies families = new RocksFamilies(folder.resolve("rocksdb"), SMALL)) {
            ColumnFamilyHandle meta = families.family(RocksFamilies.META);
            families.db().put(meta, MetaRows.FORMAT_KEY, new byte[] {0, 0, 0, 1});
            families.db().delete(meta, MetaRows.FOLLOWED_KEY);
            families.db().put(meta, MetaRows.ALL_CURRENT_KEY, MetaRows.number(2_000));
            families.db().put(meta, MetaRows.positionKey(0, 0), key(0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 8));
        }
        try (StateEngine engine = open(TestStores.plain("a"), TestStores.plain("new"))) {
            assertEquals(new ChangelogPosition(7, 2_000), engine.changelogPosition(engine.storeId("a"), 0));
        }
        confirm(3_000, TestStores.plain("new"));
        try (StateEngine engine = open(TestStores.plain("a"))) {
            assertEquals(new ChangelogPosition(7, 2_000), engine.changelogPosition(engine.storeId("a"), 0));
        }
    }

    /** A run that writes positions where there are none, and says that all are current. */
    private void confirm(long nowMs, StoreDescription... stores) {
        try (StateEngine engine = open(stores)) {
            StateBatch batch = new StateBatch(nowMs);
            for (StoreDescription store : stores) {
                if (engine.changelogPosition(engine.storeId(store.name()), 0) == null) {
                    batch.position(engine.storeId(store.name()), 0, 5);
                }
            }
            batch.markAllCurrent();
            engine.apply(batch);
        }
    }

    /** What is on disk is read by later versions: changing any of this needs another format version. */
    @Test
    void shouldKeepTheFormatFrozen() {
        assertArrayEquals(key(0, 0, 0, 5, 0, 0, 1, 2, 0xaa), RowKey.of(5, 0x102, key(0xaa)));
        assertArrayEquals(key(0, 0, 0, 6, 0, 0, 0, 0), RowKey.end(5, -1));
        assertArrayEquals(key('p', 0, 0, 0, 5, 0, 0, 0, 3), MetaRows.positionKey(5, 3));
        assertArrayEquals(
                key(0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 9),
                MetaRows.position(new ChangelogPosition(7, 9, 8)));
        assertEquals(
                new ChangelogPosition(7, 7, 8),
                MetaRows.position(key(0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 8))); // of format 1
        assertArrayEquals(key(0, 0, 0, 1, 0, 0, 0, 5), MetaRows.followed(List.of(1, 5)));
        assertArrayEquals(key('s', 'a', 0xc3, 0xa9), MetaRows.storeKey("a\u00e9"));
        assertArrayEquals(
                key(0, 0, 0, 5, 1), MetaRows.store(5, new DeclaredStore("s", RowLayout.TIMESTAMPED, true, 0)));
        assertArrayEquals(key(0, 0, 0, 5, 0), MetaRows.store(5, new DeclaredStore("s", RowLayout.PLAIN, true, 0)));
        byte[] windows = MetaRows.store(5, new DeclaredStore("s", RowLayout.WINDOW, true, 258));
        assertArrayEquals(key(0, 0, 0, 5, 2, 0, 0, 0, 0, 0, 0, 1, 2), windows);
        assertEquals(258, MetaRows.segmentMs(windows));
        assertArrayEquals(key('m', 'x'), MetaRows.runtimeKey("x"));
        assertArrayEquals(key('r', 0, 0, 0, 5), MetaRows.removedKey(5));
        assertArrayEquals(key('d', 0, 0, 0, 5), MetaRows.purgedKey(5));
        assertArrayEquals(key('n'), MetaRows.NEXT_ID_KEY);
        assertArrayEquals(key(0, 0, 0, 5), MetaRows.nextId(5));
        assertArrayEquals(key(0, 0, 0, 3), MetaRows.format());
        assertArrayEquals(key(0, 0, 0, 0, 0, 0, 0, 9, 0xbb), ValueLayout.TIMESTAMPED.stored(key(0xbb), 9));
    }
}
