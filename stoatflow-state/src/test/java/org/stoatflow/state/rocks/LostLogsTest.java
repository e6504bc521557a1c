package org.stoatflow.state.rocks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.FlushOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;
import org.stoatflow.state.ChangelogPosition;

/**
 * A process is killed while rows and positions are in several write-ahead logs, and in files that were written at
 * different times; then a log is gone, as a cleaner of log files takes it, or the MANIFEST is damaged behind what was
 * noted of it.
 */
class LostLogsTest {
    private static final int EPOCHS = 40;
    private static final int FLUSH_EVERY = 8;
    private static final byte RECYCLED = 5;

    @TempDir
    Path folder;

    @TempDir
    Path left;

    @TempDir
    Path backup;

    private StateFiles files;
    private long nativesBefore;

    @BeforeEach
    void begin() {
        files = new StateFiles(left, backup);
        nativesBefore = Natives.open();
    }

    @AfterEach
    void shouldLeakNoNatives() {
        assertEquals(nativesBefore, Natives.open());
    }

    @ParameterizedTest
    @ValueSource(strings = {RocksFamilies.META, RocksFamilies.KEY_VALUE})
    void shouldNotTakePositionsForRowsWhereALogIsGone(String flushed) throws Exception {
        fillAndKill(flushed);
        List<Path> logs = files.ofKind(".log");
        assertTrue(logs.size() > 2, logs.toString());
        for (Path log : logs) {
            files.restoreSaved();
            Files.delete(log);
            DamagedStateTest.requireRightOrLost(left, "gone: " + log.getFileName() + " of " + logs);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {RocksFamilies.META, RocksFamilies.KEY_VALUE})
    void shouldNotTakePositionsForRowsWhereverTheManifestEnds(String flushed) throws Exception {
        fillAndKill(flushed);
        Path manifest = files.ofKind("MANIFEST").getFirst();
        byte[] whole = Files.readAllBytes(manifest);
        for (int bytes = 0; bytes < whole.length; bytes += 9) {
            files.restoreSaved();
            Files.write(manifest, Arrays.copyOf(whole, bytes));
            DamagedStateTest.requireRightOrLost(left, "MANIFEST cut at " + bytes + " of " + whole.length);
        }
    }

    /** RocksDB takes zeros for the end of the file. */
    @ParameterizedTest
    @ValueSource(strings = {RocksFamilies.META, RocksFamilies.KEY_VALUE})
    void shouldNotTakePositionsForRowsWhereTheManifestHasZeros(String flushed) throws Exception {
        fillAndKill(flushed);
        Path manifest = files.ofKind("MANIFEST").getFirst();
        byte[] whole = Files.readAllBytes(manifest);
        for (int from = 0; from < whole.length; from += 37) {
            files.restoreSaved();
            byte[] damaged = whole.clone();
            Arrays.fill(damaged, from, Math.min(from + 100, whole.length), (byte) 0);
            Files.write(manifest, damaged);
            DamagedStateTest.requireRightOrLost(left, "MANIFEST has zeros at " + from + " of " + whole.length);
        }
    }

    /** RocksDB reads such a record for ever. */
    @Test
    void shouldEndWhereARecordOfTheManifestSaysAnotherKind() throws Exception {
        fillAndKill(RocksFamilies.META);
        Path manifest = files.ofKind("MANIFEST").getFirst();
        byte[] whole = Files.readAllBytes(manifest);
        for (int at = 0; at < whole.length; at++) {
            if (whole[at] == 1) { // among others, the kind of each record
                files.restoreSaved();
                byte[] damaged = whole.clone();
                damaged[at] = RECYCLED;
                Files.write(manifest, damaged);
                DamagedStateTest.requireRightOrLost(left, "MANIFEST has a record of kind 5 at " + at);
            }
        }
    }

    /** Nothing may be taken for damage where there is none. */
    @ParameterizedTest
    @ValueSource(strings = {RocksFamilies.META, RocksFamilies.KEY_VALUE})
    void shouldLoseNothingByAKill(String flushed) throws Exception {
        fillAndKill(flushed);
        DamagedStateTest.requireRightOrLost(left, "killed");
        try (RocksFamilies families = new RocksFamilies(left.resolve("rocksdb"), DamagedStateTest.SMALL)) {
            byte[] position = families.db().get(families.family(RocksFamilies.META), MetaRows.positionKey(1, 0));
            assertEquals(EPOCHS, MetaRows.position(position).nextOffset());
        }
        assertEquals(List.of(), files.asides());
    }

    /** Writes as the engine does, and copies the folder as a kill leaves it. */
    private void fillAndKill(String flushed) throws Exception {
        DamagedStateTest.open(folder, DamagedStateTest.LOGGED).close();
        try (RocksFamilies families = new RocksFamilies(folder.resolve("rocksdb"), DamagedStateTest.SMALL)) {
            new DatabaseFiles(folder).noteManifest();
            for (int epoch = 0; epoch < EPOCHS; epoch++) {
                write(families, epoch);
                if (epoch % FLUSH_EVERY == FLUSH_EVERY - 1) {
                    try (FlushOptions wait = new FlushOptions().setWaitForFlush(true)) {
                        families.db().flush(wait, families.family(flushed));
                    }
                }
            }
            families.db().pauseBackgroundWork();
            new StateFiles(folder, left).save();
            families.db().continueBackgroundWork();
        }
        assertFalse(files.ofKind(".log").isEmpty());
        files.save();
    }

    private static void write(RocksFamilies families, int epoch) throws RocksDBException {
        ColumnFamilyHandle rows = families.family(RocksFamilies.KEY_VALUE);
        ColumnFamilyHandle meta = families.family(RocksFamilies.META);
        try (WriteBatch batch = new WriteBatch();
                WriteOptions options = new WriteOptions()) {
            for (int store = 0; store < 2; store++) {
                batch.put(rows, RowKey.of(store, 0, DamagedStateTest.bytes(epoch)), DamagedStateTest.value(epoch));
                batch.put(
                        meta,
                        MetaRows.positionKey(store, 0),
                        MetaRows.position(new ChangelogPosition(epoch + 1, epoch + 1, 1_000)));
            }
            families.db().write(options, batch);
        }
    }
}
