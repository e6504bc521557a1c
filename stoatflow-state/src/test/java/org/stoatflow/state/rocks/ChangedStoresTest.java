package org.stoatflow.state.rocks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDBException;
import org.stoatflow.state.ChangelogPosition;
import org.stoatflow.state.DeclaredStore;
import org.stoatflow.state.Removal;
import org.stoatflow.state.RowLayout;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.StoreLoss;
import org.stoatflow.streams.errors.ProcessorStateException;

/** A topology that wants other rows of a store than are on the disk. */
class ChangedStoresTest {
    private static final RocksSettings SMALL = RocksSettings.defaults().withMemoryBytes(8 << 20);
    private static final byte[] KEY = {1};
    private static final DeclaredStore OTHER = new DeclaredStore("other", RowLayout.PLAIN, true, 0);

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

    private StateEngine open(DeclaredStore... stores) {
        return RocksStateEngine.open(folder, List.of(stores), SMALL, RocksTuning.NONE, Removal.NONE);
    }

    private static DeclaredStore store(RowLayout layout, boolean logging, long segmentMs) {
        return new DeclaredStore("a", layout, logging, segmentMs);
    }

    /** Writes a row and a position of each store, and says that they are current. */
    private void fill(DeclaredStore... stores) {
        try (StateEngine engine = open(stores)) {
            StateBatch batch = new StateBatch(1_000);
            for (DeclaredStore store : stores) {
                batch.put(engine.storeId(store.name()), 7, KEY, KEY);
                batch.position(engine.storeId(store.name()), 7, 5);
            }
            batch.markAllCurrent();
            engine.apply(batch);
        }
    }

    private void requireRebuilt(DeclaredStore changed, DeclaredStore... more) {
        DeclaredStore[] all = new DeclaredStore[2 + more.length];
        all[0] = changed;
        all[1] = OTHER;
        System.arraycopy(more, 0, all, 2, more.length);
        int id;
        try (StateEngine engine = open(all)) {
            id = engine.storeId("a");
            assertEquals(StoreLoss.OTHER_LAYOUT, engine.lossOf(id));
            assertNull(engine.changelogPosition(id, 7));
            assertNull(engine.get(id, 7, KEY));
            assertEquals(StoreLoss.NONE, engine.lossOf(engine.storeId("other")));
            assertArrayEquals(KEY, engine.get(engine.storeId("other"), 7, KEY));
            assertEquals(new ChangelogPosition(5, 1_000), engine.changelogPosition(engine.storeId("other"), 7));
        }
        try (StateEngine engine = open(all)) { // as after a kill before the restore: it is still to be restored
            assertEquals(id, engine.storeId("a"));
            assertEquals(StoreLoss.NONE, engine.lossOf(id));
            assertNull(engine.changelogPosition(id, 7));
            assertNull(engine.get(id, 7, KEY));
        }
    }

    private String refused(DeclaredStore... stores) {
        return assertThrows(ProcessorStateException.class, () -> open(stores)).getMessage();
    }

    @Test
    void shouldEmptyOnlyTheStoreWhoseLayoutIsAnother() {
        fill(store(RowLayout.PLAIN, true, 0), OTHER);
        requireRebuilt(store(RowLayout.TIMESTAMPED, true, 0));
        fill(store(RowLayout.TIMESTAMPED, true, 0), OTHER);
        requireRebuilt(store(RowLayout.TIMESTAMPED_WITH_HEADERS, true, 0));
        fill(store(RowLayout.PLAIN, true, 0), OTHER);
        requireRebuilt(store(RowLayout.UPDATE_WITH_HEADERS, true, 0));
    }

    /** The positions of a run that followed other stores are written once more, and must not come back. */
    @Test
    void shouldEmptyTheStoreWhereOtherStoresChangeToo() {
        fill(store(RowLayout.PLAIN, true, 0), OTHER);
        requireRebuilt(
                store(RowLayout.TIMESTAMPED, true, 0), new DeclaredStore("new", RowLayout.SESSION, true, 60_000));
    }

    @Test
    void shouldEmptyOnlyTheStoreWhoseSegmentsAreOthers() {
        fill(store(RowLayout.WINDOW, true, 60_000), OTHER);
        requireRebuilt(store(RowLayout.WINDOW, true, 90_000));
    }

    @Test
    void shouldRefuseAnotherLayoutOfAStoreWithoutChangelog() {
        fill(store(RowLayout.PLAIN, false, 0), OTHER);
        String refused = refused(store(RowLayout.TIMESTAMPED, false, 0), OTHER);
        assertTrue(refused.contains("store a") && refused.contains(folder.toString()), refused);
        assertTrue(refused.contains("No changelog has these rows"), refused);
        try (StateEngine engine = open(store(RowLayout.PLAIN, false, 0), OTHER)) {
            assertArrayEquals(KEY, engine.get(engine.storeId("a"), 7, KEY));
        }
    }

    @Test
    void shouldRefuseAnotherKindOfStore() {
        fill(store(RowLayout.TIMESTAMPED, true, 0), OTHER);
        String refused = refused(store(RowLayout.WINDOW, true, 60_000), OTHER);
        assertTrue(refused.contains("another kind of store") && refused.contains("TIMESTAMPED"), refused);
        try (StateEngine engine = open(store(RowLayout.TIMESTAMPED, true, 0), OTHER)) {
            assertArrayEquals(KEY, engine.get(engine.storeId("a"), 7, KEY));
        }
    }

    @Test
    void shouldKnowTheLayoutOfEachCode() {
        for (RowLayout layout : RowLayout.values()) {
            assertEquals(layout, RowLayout.of(layout.code()).orElseThrow());
        }
        assertTrue(RowLayout.of((byte) 7).isEmpty());
    }

    /** Its rows would become those of a store to which they never belonged. */
    @Test
    void shouldRefuseADatabaseThatDoesNotSayItsFormat() throws RocksDBException {
        fill(store(RowLayout.PLAIN, true, 0));
        try (RocksFamilies families = new RocksFamilies(folder.resolve("rocksdb"), SMALL)) {
            families.db().delete(families.family(RocksFamilies.META), MetaRows.FORMAT_KEY);
        }
        requireFormatAsked();
        try (RocksFamilies families = new RocksFamilies(folder.resolve("rocksdb"), SMALL)) { // and with no meta rows
            byte[] last = {-1};
            families.db().deleteRange(families.family(RocksFamilies.META), new byte[0], last);
        }
        requireFormatAsked();
    }

    private void requireFormatAsked() {
        String refused = refused(store(RowLayout.PLAIN, true, 0));
        assertTrue(refused.contains("does not say in which format"), refused);
        assertTrue(refused.contains(folder.resolve("rocksdb").toString()), refused);
    }

    @Test
    void shouldTakeADatabaseThatWasOnlyBegunForANewOne() {
        new RocksFamilies(folder.resolve("rocksdb"), SMALL).close(); // killed before its first rows
        fill(store(RowLayout.PLAIN, true, 0));
    }
}
