package org.stoatflow.state.engine;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.UserHold;
import org.stoatflow.state.rocks.RocksSettings;
import org.stoatflow.state.rocks.StateFolder;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.streams.errors.InvalidStateStoreException;
import org.stoatflow.streams.errors.LockException;
import org.stoatflow.streams.errors.ProcessorStateException;

/** A lane is in a store of the user's, which is wholly theirs, and does not leave. */
class UserHoldTest {
    private static final Map<String, List<Integer>> PARTITIONS = Map.of("rows", List.of(0, 1));

    @TempDir
    Path folder;

    private TestHome home;
    private StateEngine engine;
    private int store;
    private FileRows held;
    private FileRows other;
    private UserHold lane;

    @BeforeEach
    void enter() {
        home = new TestHome(folder, true);
        engine = opened();
        engine.openUsers(home, PARTITIONS);
        store = engine.storeId("rows");
        held = rows(0);
        other = rows(1);
        lane = engine.enterUsers(List.of(store), 0);
    }

    private StateEngine opened() {
        RocksSettings small = RocksSettings.defaults().withMemoryBytes(8 << 20);
        return StateEngines.openRocks(folder, List.of(StoreDescription.own(new FileRows.Builder("rows"))), small);
    }

    private FileRows rows(int partition) {
        return (FileRows) engine.usersStore(engine.storeId("rows"), partition);
    }

    private void write() {
        engine.commitUsers(store, 0);
        held.add("not committed");
    }

    private void requireHeld(Runnable until) {
        assertThrows(LockException.class, () -> StateFolder.take(folder), "somebody may still write to the folder");
        until.run();
        assertDoesNotThrow(() -> StateFolder.take(folder).close());
    }

    @Test
    void shouldCloseItBehindTheLane() {
        engine.close();
        assertTrue(held.isOpen(), "a lane is in it");
        assertFalse(other.isOpen(), "nobody is in it");
        requireHeld(lane::leave);
        assertFalse(held.isOpen());
        assertTrue(Files.exists(folder.resolve("0_0").resolve(TaskFolder.POSITIONS)), "closed as all others");
    }

    @Test
    void shouldDeleteWhatIsNotCommittedBehindTheLane() {
        write();
        engine.close();
        assertEquals(List.of("not committed"), held.words());
        requireHeld(lane::leave);
        assertFalse(Files.exists(folder.resolve("0_0")));
    }

    @Test
    void shouldOpenNoOtherOneBesideTheLane() {
        write();
        assertThrows(IllegalStateException.class, () -> engine.openUsers(home, PARTITIONS));
        assertTrue(held.isOpen());
        assertEquals(List.of("not committed"), held.words());
        lane.leave();
        engine.openUsers(home, PARTITIONS);
        assertFalse(held.isOpen());
        assertEquals(List.of(), rows(0).words());
        engine.close();
    }

    @Test
    void shouldWaitForEachOfThem() {
        UserHold second = engine.enterUsers(List.of(store), 1);
        engine.close();
        second.leave();
        assertFalse(other.isOpen());
        assertTrue(held.isOpen());
        requireHeld(lane::leave);
        assertFalse(held.isOpen());
    }

    @Test
    void shouldGiveTheFolderBackWhereALaneLeavesBeforeTheClose() {
        lane.leave();
        engine.close();
        assertFalse(held.isOpen());
        assertDoesNotThrow(() -> StateFolder.take(folder).close());
    }

    /** A class of the user's may be unloaded by then. */
    @Test
    void shouldGiveTheFolderBackWhateverAStoreThrowsInItsClose() {
        other.atClose(UserHoldTest::unloaded);
        held.atClose(UserHoldTest::unloaded);
        assertThrows(ProcessorStateException.class, engine::close);
        assertFalse(other.isOpen());
        requireHeld(() -> assertThrows(ProcessorStateException.class, lane::leave));
        assertFalse(held.isOpen());
    }

    private static void unloaded() {
        throw new NoClassDefFoundError("of the user's");
    }

    /** Any lane may be in a global store. */
    @Test
    void shouldCloseGlobalStoresBehindAllLanes() {
        TestHome global = new TestHome(folder, false);
        global.startsEmpty = true;
        engine.openUsers(global, Map.of("rows", List.of(7)));
        FileRows rows = rows(7);
        engine.close();
        assertTrue(rows.isOpen(), "a lane may be in it");
        requireHeld(lane::leave);
        assertFalse(rows.isOpen());
    }

    /** Who opens stores may be left behind as well, and would delete folders of the next application. */
    @Test
    void shouldKeepTheFolderForWhoOpensStores() throws InterruptedException {
        lane.leave();
        CountDownLatch within = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        home.beforeInit = () -> {
            within.countDown();
            try {
                assertTrue(release.await(1, TimeUnit.MINUTES));
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
        };
        CompletableFuture<Void> opening =
                CompletableFuture.runAsync(() -> engine.openUsers(home, Map.of("rows", List.of(2, 3))));
        assertTrue(within.await(1, TimeUnit.MINUTES));
        engine.close();
        requireHeld(() -> {
            release.countDown();
            assertThrows(CompletionException.class, opening::join);
        });
    }

    @Test
    void shouldDeleteNothingOnceItIsClosed() throws Exception {
        lane.leave();
        engine.close();
        Path another = Files.createDirectories(folder.resolve("0_5"));
        Files.writeString(another.resolve("of the next application"), "");
        home.startsEmpty = true;
        assertThrows(InvalidStateStoreException.class, () -> engine.openUsers(home, Map.of("rows", List.of(5))));
        assertTrue(Files.exists(another.resolve("of the next application")));
    }
}
