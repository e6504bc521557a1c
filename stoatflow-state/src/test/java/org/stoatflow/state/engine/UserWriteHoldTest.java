package org.stoatflow.state.engine;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.TestStores;
import org.stoatflow.state.UserHold;
import org.stoatflow.state.lane.LaneState;
import org.stoatflow.state.rocks.RocksSettings;
import org.stoatflow.state.rocks.StateFolder;
import org.stoatflow.stores.EngineStoreBuilder;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.streams.errors.LockException;
import org.stoatflow.streams.state.Stores;

/** The state is closed while a restorer, the committer or a lane is in a call of a user's store that takes long. */
class UserWriteHoldTest {
    private static final Duration SHORT = Duration.ofMillis(20);
    private static final byte[] KEY = "a".getBytes();

    @TempDir
    Path folder;

    private final List<MapRows> made = new ArrayList<>();
    private final CountDownLatch within = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);

    @AfterEach
    void endCalls() {
        release.countDown();
    }

    private StateEngine opened(StoreDescription described, Duration closeWait) {
        RocksSettings small = RocksSettings.defaults().withMemoryBytes(8 << 20);
        StateEngine others = StateEngines.openRocks(folder, List.of(), small);
        UserStore.Waits waits = new UserStore.Waits(SHORT, closeWait);
        StateEngine engine = new UserStateEngine(others, List.of(described), waits);
        engine.openUsers(home(), Map.of("rows", List.of(0)));
        return engine;
    }

    private TestHome home() {
        return new TestHome(folder, true);
    }

    private static StoreDescription own() {
        return StoreDescription.own(new FileRows.Builder("rows"));
    }

    private StoreDescription ofSupplier() {
        StoreDescription described = ((EngineStoreBuilder) Stores.keyValueStoreBuilder(
                        MapRows.supplier("rows", made), Serdes.ByteArray(), Serdes.ByteArray()))
                .description()
                .known();
        made.clear(); // the one that was asked what it is
        return described;
    }

    private static FileRows rows(StateEngine engine) {
        return (FileRows) engine.usersStore(engine.storeId("rows"), 0);
    }

    private void stayWithin() {
        within.countDown();
        try {
            assertTrue(release.await(1, TimeUnit.MINUTES));
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    private static void apply(StateEngine engine, boolean isRestoring) {
        StateBatch batch = new StateBatch(0);
        if (isRestoring) {
            batch.restores();
        }
        batch.put(engine.storeId("rows"), 0, KEY, KEY);
        batch.position(engine.storeId("rows"), 0, 7);
        engine.apply(batch);
    }

    private CompletableFuture<Void> begun(Runnable call) throws InterruptedException {
        CompletableFuture<Void> under = CompletableFuture.runAsync(call);
        assertTrue(within.await(1, TimeUnit.MINUTES));
        return under;
    }

    /** Somebody may still write to the folder, until the call is over. */
    private void requireHeldUntilEnd(CompletableFuture<Void> call) {
        assertThrows(LockException.class, () -> StateFolder.take(folder));
        release.countDown();
        call.join();
        assertDoesNotThrow(() -> StateFolder.take(folder).close());
    }

    @Test
    void shouldCloseAStoreBehindItsRestorer() throws InterruptedException {
        StateEngine engine = opened(own(), SHORT);
        FileRows rows = rows(engine);
        rows.inRestore(this::stayWithin);
        CompletableFuture<Void> restoring = begun(() -> apply(engine, true));
        engine.close();
        assertTrue(rows.isOpen(), "the restorer is in it");
        requireHeldUntilEnd(restoring);
        assertFalse(rows.isOpen());
        assertEquals(List.of("a"), rows.words());
        assertTrue(Files.exists(folder.resolve("0_0").resolve(TaskFolder.POSITIONS)), "closed as all others");
    }

    @Test
    void shouldCloseAStoreBehindTheCommitter() throws InterruptedException {
        StateEngine engine = opened(ofSupplier(), SHORT);
        MapRows rows = made.getFirst();
        rows.inPut = this::stayWithin;
        CompletableFuture<Void> writing = begun(() -> apply(engine, false));
        engine.close();
        assertTrue(rows.isOpen(), "the committer is in it");
        requireHeldUntilEnd(writing);
        assertFalse(rows.isOpen());
    }

    @Test
    void shouldKeepTheFolderForWhatThrowsInTheEnd() throws InterruptedException {
        StateEngine engine = opened(own(), SHORT);
        FileRows rows = rows(engine);
        rows.inRestore(() -> {
            stayWithin();
            throw new IllegalStateException("as asked");
        });
        rows.atClose(() -> {
            throw new NoClassDefFoundError("of the user's");
        });
        CompletableFuture<Void> restoring = begun(() -> apply(engine, true));
        engine.close();
        assertThrows(LockException.class, () -> StateFolder.take(folder));
        release.countDown();
        Throwable failure =
                assertThrows(CompletionException.class, restoring::join).getCause();
        assertEquals("as asked", failure.getCause().getMessage(), "the write's, and not the close's");
        assertFalse(rows.isOpen());
        assertDoesNotThrow(() -> StateFolder.take(folder).close());
    }

    /** A global store is loaded by a thread that may have a hold of its own, and written by no other. */
    @Test
    void shouldCloseAGlobalStoreBehindItsWriter() throws InterruptedException {
        StateEngine engine = opened(ofSupplier(), SHORT);
        TestHome global = home();
        global.startsEmpty = true;
        engine.openUsers(global, Map.of("rows", List.of(7)));
        MapRows rows = made.getLast();
        made.getFirst().inPut = this::stayWithin;
        CompletableFuture<Void> writing = begun(() -> apply(engine, false));
        engine.close();
        assertTrue(rows.isOpen(), "anybody may be in it");
        requireHeldUntilEnd(writing);
        assertFalse(rows.isOpen());
    }

    @Test
    void shouldKeepTheFolderForARestorerThatOpensAStoreAnew() throws InterruptedException {
        TestHome home = home();
        StateEngine engine = opened(own(), SHORT);
        engine.openUsers(home, Map.of("rows", List.of(0)));
        rows(engine);
        home.beforeInit = this::stayWithin;
        CompletableFuture<Void> wiping = begun(() -> engine.wipe(engine.storeId("rows"), 0));
        engine.close();
        assertThrows(LockException.class, () -> StateFolder.take(folder));
        release.countDown();
        assertThrows(CompletionException.class, wiping::join);
        assertDoesNotThrow(() -> StateFolder.take(folder).close());
    }

    @Test
    void shouldCloseAStoreBehindWhoTellsItOfACommit() throws InterruptedException {
        StateEngine engine = opened(own(), SHORT);
        FileRows rows = rows(engine);
        rows.inCommit(this::stayWithin);
        CompletableFuture<Void> committing = begun(() -> engine.commitUsers(engine.storeId("rows"), 0));
        engine.close();
        assertTrue(rows.isOpen());
        requireHeldUntilEnd(committing);
        assertFalse(rows.isOpen());
    }

    /** It reads what a supplier's store has while its processor is in a call of ours. */
    @Test
    void shouldCloseASuppliersStoreBehindTheLane() {
        StoreDescription described = ofSupplier();
        StateEngine engine = opened(described, SHORT);
        LaneState lane =
                new LaneState(engine, List.of(described), new TestStores.ManualRecord(), TestStores.BYTES_BY_DEFAULT);
        lane.partition(0);
        UserHold hold = lane.enterUsers();
        engine.close();
        assertTrue(made.getFirst().isOpen(), "the lane may be in it");
        assertThrows(LockException.class, () -> StateFolder.take(folder));
        hold.leave();
        assertFalse(made.getFirst().isOpen());
        assertDoesNotThrow(() -> StateFolder.take(folder).close());
    }

    /** Else another application in this process would be refused for a write that takes a moment. */
    @Test
    void shouldWaitForAWriteThatEndsInTime() throws InterruptedException {
        StateEngine engine = opened(own(), Duration.ofMinutes(1));
        FileRows rows = rows(engine);
        rows.inRestore(this::stayWithin);
        CompletableFuture<Void> restoring = begun(() -> apply(engine, true));
        Thread closing = Thread.ofPlatform().start(engine::close);
        while (closing.getState() != Thread.State.TIMED_WAITING && closing.isAlive()) {
            Thread.onSpinWait();
        }
        assertNotEquals(Thread.State.TERMINATED, closing.getState(), "does not wait");
        closing.interrupt();
        assertThrows(LockException.class, () -> StateFolder.take(folder));
        release.countDown();
        closing.join();
        assertFalse(rows.isOpen());
        assertDoesNotThrow(() -> StateFolder.take(folder).close());
        restoring.join();
    }
}
