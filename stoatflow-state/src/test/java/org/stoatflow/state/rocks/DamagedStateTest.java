package org.stoatflow.state.rocks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;
import org.stoatflow.state.ChangelogPosition;
import org.stoatflow.state.CommittedScan;
import org.stoatflow.state.DeclaredStore;
import org.stoatflow.state.Removal;
import org.stoatflow.state.RowLayout;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateDiskException;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.StateEntries;
import org.stoatflow.state.StoreLoss;
import org.stoatflow.streams.errors.ProcessorStateException;

/**
 * Files of the state are damaged. Epoch i writes row i of each store, and position i + 1: so a store partition is right
 * exactly where its rows are those below its position.
 */
class DamagedStateTest {
    static final RocksSettings SMALL = RocksSettings.defaults().withMemoryBytes(8 << 20);
    static final List<DeclaredStore> LOGGED =
            List.of(new DeclaredStore("a", RowLayout.PLAIN, true, 0), new DeclaredStore("b", RowLayout.PLAIN, true, 0));
    private static final List<DeclaredStore> WITHOUT_CHANGELOG = List.of(
            new DeclaredStore("a", RowLayout.PLAIN, false, 0), new DeclaredStore("b", RowLayout.PLAIN, true, 0));
    private static final int ROWS = 300;
    private static final int PLACES = 12;

    @TempDir
    Path folder;

    @TempDir
    Path backup;

    private Path database;
    private StateFiles files;
    private long nativesBefore;

    @BeforeEach
    void begin() {
        database = folder.resolve("rocksdb");
        files = new StateFiles(folder, backup);
        nativesBefore = Natives.open();
    }

    /** Else a folder that holds nothing but state could not be deleted. */
    @AfterEach
    void shouldKnowAllThatIsInTheFolder() {
        StateEntries.requireOwn(folder);
    }

    @AfterEach
    void shouldLeakNoNatives() {
        assertEquals(nativesBefore, Natives.open());
    }

    // ---- one damaged file of rows

    @Test
    void shouldLoseOnlyTheStoreWhoseFileIsDamaged() throws Exception {
        fillApart(LOGGED);
        StateFiles.flip(files.fileOf("a"), 0.4);
        try (StateEngine engine = open(LOGGED)) {
            StateDiskException met = assertThrows(StateDiskException.class, () -> readAll(engine, "a"));
            assertEquals(StateDiskException.Kind.DAMAGED, met.kind());
            assertTrue(met.getMessage().contains(folder.toString()), met.getMessage());
            assertTrue(met.getMessage().contains(".sst"), met.getMessage());
            assertSame(met, assertThrows(StateDiskException.class, engine::requireSound));
            assertEquals(ROWS, readAll(engine, "b"));
        }
        try (StateEngine engine = open(LOGGED)) {
            int a = engine.storeId("a");
            assertEquals(StoreLoss.DAMAGED, engine.lossOf(a));
            assertNull(engine.changelogPosition(a, 0));
            assertEquals(0, readAll(engine, "a"));
            assertEquals(StoreLoss.NONE, engine.lossOf(engine.storeId("b")));
            assertEquals(ROWS, requireRight(engine, "b"));
            assertArrayEquals(bytes(9), engine.meta("clock"));
            engine.requireSound();
        }
        assertEquals(1, files.asides().size());
        assertFalse(Files.exists(folder.resolve("rocksdb.damage")));
        try (StateEngine engine = open(LOGGED)) {
            assertEquals(StoreLoss.NONE, engine.lossOf(engine.storeId("a")), "told once");
            assertNull(engine.changelogPosition(engine.storeId("a"), 0));
            assertEquals(ROWS, requireRight(engine, "b"));
        }
        assertEquals(1, files.asides().size());
    }

    @Test
    void shouldRefuseToLoseAStoreWithoutChangelog() throws Exception {
        fillApart(WITHOUT_CHANGELOG);
        Path file = files.fileOf("a");
        StateFiles.flip(file, 0.4);
        try (StateEngine engine = open(WITHOUT_CHANGELOG)) {
            assertThrows(StateDiskException.class, () -> readAll(engine, "a"));
        }
        List<String> before = StateFiles.names(database);
        for (int start = 0; start < 2; start++) {
            ProcessorStateException refused =
                    assertThrows(ProcessorStateException.class, () -> open(WITHOUT_CHANGELOG));
            assertFalse(refused instanceof StateDiskException, "it would be opened again and again");
            String message = refused.getMessage();
            assertTrue(message.contains("store a") && message.contains(database.toString()), message);
            assertTrue(message.contains(file.getFileName().toString()), message);
            assertTrue(message.contains("Nothing was changed"), message);
        }
        assertEquals(before, StateFiles.names(database));
        assertEquals(List.of(), files.asides());
        Files.move(database, backup.resolve("moved"));
        try (StateEngine engine = open(WITHOUT_CHANGELOG)) {
            assertNull(engine.changelogPosition(engine.storeId("b"), 0), "to be restored");
        }
    }

    /** Such rows stay until somebody deletes the folder. */
    @Test
    void shouldRefuseToLoseAStoreWithoutChangelogThatTheTopologyDoesNotHave() throws Exception {
        fillApart(WITHOUT_CHANGELOG);
        open(WITHOUT_CHANGELOG).close(); // only a test has given positions to it
        StateFiles.flip(files.fileOf("a"), 0.4);
        try (StateEngine engine = open(WITHOUT_CHANGELOG)) {
            assertThrows(StateDiskException.class, () -> readAll(engine, "a"));
        }
        List<DeclaredStore> onlyB = WITHOUT_CHANGELOG.subList(1, 2);
        String refused =
                assertThrows(ProcessorStateException.class, () -> open(onlyB)).getMessage();
        assertTrue(refused.contains("no changelog has the rows of store a"), refused);
        assertEquals(List.of(), files.asides());
    }

    @Test
    void shouldKeepTheLastTwoDamagedDatabases() throws Exception {
        fillApart(LOGGED);
        List<String> before = List.of();
        for (int damage = 1; damage <= 4; damage++) {
            Files.writeString(folder.resolve("rocksdb.damage"), "damaged");
            try (StateEngine engine = open(LOGGED)) {
                assertEquals(ROWS, requireRight(engine, "a"));
            }
            List<String> now = files.asides();
            assertEquals(Math.min(damage, 2), now.size());
            assertTrue(before.isEmpty() || now.contains(before.getLast()), before + " then " + now);
            before = now;
        }
    }

    /** A store that this topology does not have keeps its rows, and its number. */
    @Test
    void shouldKeepStoresThatTheTopologyDoesNotHave() throws Exception {
        fillApart(LOGGED);
        StateFiles.flip(files.fileOf("a"), 0.4);
        List<DeclaredStore> onlyA = LOGGED.subList(0, 1);
        try (StateEngine engine = open(onlyA)) {
            assertThrows(StateDiskException.class, () -> readAll(engine, "a"));
        }
        open(onlyA).close();
        try (StateEngine engine = open(LOGGED)) {
            assertEquals(ROWS, requireRight(engine, "b"));
        }
    }

    // ---- any damage of any file

    @ParameterizedTest
    @ValueSource(strings = {".sst", ".log", "MANIFEST", "CURRENT", "OPTIONS", "IDENTITY"})
    void shouldHaveRightRowsOrNoneWhereverAByteIsFlipped(String kind) throws Exception {
        fillApart(LOGGED);
        files.save();
        for (Path file : files.ofKind(kind)) {
            for (int place = 0; place < PLACES; place++) {
                files.restoreSaved();
                StateFiles.flip(file, (double) place / PLACES);
                requireRightOrLost(kind + " flipped at " + place + " of " + PLACES + " in " + file.getFileName());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {".sst", ".log", "MANIFEST", "CURRENT", "OPTIONS", "IDENTITY"})
    void shouldHaveRightRowsOrNoneWhereverAFileEnds(String kind) throws Exception {
        fillApart(LOGGED);
        files.save();
        for (Path file : files.ofKind(kind)) {
            files.restoreSaved();
            byte[] whole = Files.readAllBytes(file);
            for (int place = 0; place < PLACES; place++) {
                files.restoreSaved();
                Files.write(file, Arrays.copyOf(whole, whole.length * place / PLACES));
                requireRightOrLost(kind + " cut at " + place + " of " + PLACES + " in " + file.getFileName());
            }
            files.restoreSaved();
            Files.delete(file);
            requireRightOrLost(kind + " deleted: " + file.getFileName());
        }
    }

    private void requireRightOrLost(String what) {
        requireRightOrLost(folder, what);
    }

    /** Opens until nothing is damaged any more, and requires that each store is right. */
    static void requireRightOrLost(Path folder, String what) {
        try {
            for (int start = 0; start < 3; start++) {
                try (StateEngine engine = open(folder, LOGGED)) {
                    for (DeclaredStore store : LOGGED) {
                        requireRight(engine, store.name());
                    }
                    engine.requireSound();
                    return;
                } catch (StateDiskException met) {
                    assertEquals(StateDiskException.Kind.DAMAGED, met.kind());
                }
            }
        } catch (AssertionError | RuntimeException failure) {
            throw new AssertionError(what, failure);
        }
        throw new AssertionError(what + ": still damaged after two openings");
    }

    // ---- what is not damage

    @Test
    void shouldChangeNothingWhereTheDatabaseIsLocked() throws Exception {
        fillApart(LOGGED);
        List<String> before;
        try (RocksFamilies other = new RocksFamilies(database, SMALL)) {
            assertNotNull(other.db());
            before = StateFiles.names(folder);
            StateDiskException met = assertThrows(StateDiskException.class, () -> open(LOGGED));
            assertEquals(StateDiskException.Kind.FAILED, met.kind(), met.getMessage());
            assertEquals(before, StateFiles.names(folder));
        }
        try (StateEngine engine = open(LOGGED)) {
            assertEquals(ROWS, requireRight(engine, "a"));
        }
    }

    @Test
    void shouldTakeOnlyDamageForDamage() {
        String look = "IO error: While open a file for random read: /s/000012.sst: ";
        assertEquals(StateDiskException.Kind.DAMAGED, kind(Status.Code.Corruption, "block checksum mismatch"));
        assertEquals(
                StateDiskException.Kind.DAMAGED,
                kind(Status.Code.Corruption, "Can't access /000012.sst: IO error: No such file or directory: stat"));
        assertEquals(StateDiskException.Kind.FAILED, kind(Status.Code.IOError, look + "Too many open files"));
        assertEquals(StateDiskException.Kind.FAILED, kind(Status.Code.IOError, look + "Input/output error"));
        assertEquals(
                StateDiskException.Kind.FAILED,
                kind(Status.Code.Corruption, "Can't access /000012.sst: " + look + "Permission denied"));
        assertEquals(
                StateDiskException.Kind.FAILED,
                kind(Status.Code.IOError, "IO error: lock hold by current process: /s/LOCK: No locks available"));
        assertEquals(StateDiskException.Kind.FAILED, kind(Status.Code.InvalidArgument, "write_buffer_size"));
        assertEquals(StateDiskException.Kind.FULL, kind(Status.Code.IOError, "IO error: No space left on device"));
        assertEquals(StateDiskException.Kind.FAILED, RocksFailure.kind(new RocksDBException("says nothing of itself")));
    }

    private static StateDiskException.Kind kind(Status.Code code, String text) {
        return RocksFailure.kind(new RocksDBException(text, new Status(code, Status.SubCode.None, null)));
    }

    // ---- kills on the way

    @Test
    void shouldEndAReplacementThatWasCutShort() throws Exception {
        fillApart(LOGGED);
        String manifest = Files.readString(database.resolve("CURRENT")).strip();
        Files.writeString(folder.resolve("rocksdb.manifest"), manifest + " 1000000"); // of the database put aside
        Files.move(database, folder.resolve("rocksdb.copied"));
        Files.writeString(folder.resolve("rocksdb.damage"), "damaged");
        try (StateEngine engine = open(LOGGED)) {
            assertEquals(ROWS, requireRight(engine, "a"));
            assertEquals(ROWS, requireRight(engine, "b"));
        }
        assertFalse(Files.exists(folder.resolve("rocksdb.damage")));
        assertEquals(List.of(), files.asides());
    }

    @Test
    void shouldNotUseACopyThatIsNotComplete() throws Exception {
        fillApart(LOGGED);
        Files.move(database, folder.resolve("rocksdb.copying"));
        try (StateEngine engine = open(LOGGED)) {
            assertNull(engine.changelogPosition(engine.storeId("a"), 0));
            assertEquals(0, readAll(engine, "a"));
        }
        assertFalse(Files.exists(folder.resolve("rocksdb.copying")));
    }

    @Test
    void shouldCopyAnewWhereADatabaseIsBesideTheCopy() throws Exception {
        fillApart(LOGGED);
        Files.createDirectories(folder.resolve("rocksdb.copied"));
        Files.writeString(folder.resolve("rocksdb.copied").resolve("CURRENT"), "old");
        Files.writeString(folder.resolve("rocksdb.damage"), "damaged");
        try (StateEngine engine = open(LOGGED)) {
            assertEquals(ROWS, requireRight(engine, "a"));
        }
        assertFalse(Files.exists(folder.resolve("rocksdb.copied")));
        assertEquals(1, files.asides().size());
    }

    // ---- rows

    private StateEngine open(List<DeclaredStore> stores) {
        return open(folder, stores);
    }

    static StateEngine open(Path folder, List<DeclaredStore> stores) {
        return RocksStateEngine.open(folder, stores, SMALL, RocksTuning.NONE, Removal.NONE);
    }

    /** Fills the stores one after the other, each into files of its own: opening writes files of what is in the log. */
    private void fillApart(List<DeclaredStore> stores) {
        for (DeclaredStore store : stores) {
            try (StateEngine engine = open(stores)) {
                write(engine, store.name(), 0, ROWS - 20);
            }
        }
        try (StateEngine engine = open(stores)) { // these rows stay in the log
            for (DeclaredStore store : stores) {
                write(engine, store.name(), ROWS - 20, ROWS);
            }
            StateBatch clock = new StateBatch(1_000);
            clock.meta("clock", bytes(9));
            engine.apply(clock);
        }
    }

    private static void write(StateEngine engine, String store, int from, int to) {
        int id = engine.storeId(store);
        for (int row = from; row < to; row++) {
            StateBatch batch = new StateBatch(1_000);
            batch.put(id, 0, bytes(row), value(row));
            batch.position(id, 0, row + 1);
            engine.apply(batch);
        }
    }

    static byte[] bytes(int number) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(number).array();
    }

    /** Hard to compress, so that files have several blocks. */
    static byte[] value(int row) {
        byte[] value = new byte[200];
        new Random(row).nextBytes(value);
        return value;
    }

    private static int readAll(StateEngine engine, String store) {
        int rows = 0;
        try (CommittedScan scan = engine.scan(engine.storeId(store), 0, null, null, true)) {
            while (scan.next()) {
                assertArrayEquals(bytes(rows), scan.key());
                assertArrayEquals(value(rows), scan.value());
                rows++;
            }
        }
        return rows;
    }

    /** Requires that the rows are those below the position; none where there is no position. Returns how many. */
    private static int requireRight(StateEngine engine, String store) {
        ChangelogPosition position = engine.changelogPosition(engine.storeId(store), 0);
        int rows = readAll(engine, store);
        assertEquals(position == null ? 0 : position.nextOffset(), rows, "rows of store " + store);
        for (int row = 0; row < rows; row++) {
            assertArrayEquals(value(row), engine.get(engine.storeId(store), 0, bytes(row)));
        }
        return rows;
    }
}
