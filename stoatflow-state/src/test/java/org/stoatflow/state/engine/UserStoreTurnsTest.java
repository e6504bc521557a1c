package org.stoatflow.state.engine;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.StoreIds;
import org.stoatflow.state.kind.StoreFormats;
import org.stoatflow.state.memory.MemoryDisk;
import org.stoatflow.state.memory.MemoryStateEngine;
import org.stoatflow.stores.EngineStoreBuilder;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.streams.errors.InvalidStateStoreException;
import org.stoatflow.streams.errors.ProcessorStateException;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.streams.state.Stores;

/** Queries, writes and closes of a user's store, which meet in it. */
class UserStoreTurnsTest {
    private static final byte[] KEY = "a".getBytes();
    private static final UserStore.Waits SHORT = new UserStore.Waits(Duration.ofMillis(20), Duration.ofMillis(20));

    @TempDir
    Path folder;

    private final List<MapRows> made = new ArrayList<>();
    private final CountDownLatch within = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);
    private StoreDescription described;
    private StateEngine others;
    private StateEngine engine;
    private int store;

    @BeforeEach
    void open() {
        described = ((EngineStoreBuilder) Stores.keyValueStoreBuilder(
                        MapRows.supplier("rows", made), Serdes.ByteArray(), Serdes.ByteArray()))
                .description()
                .known();
        made.clear(); // the one that was asked what it is
        others = new MemoryStateEngine(new MemoryDisk(), List.of("other"), StoreIds.IN_MEMORY);
        engine = new UserStateEngine(others, List.of(described), SHORT);
        engine.openUsers(new TestHome(folder, true), Map.of("rows", List.of(0, 1)));
        store = engine.storeId("rows");
    }

    private void apply() {
        StateBatch batch = new StateBatch(0);
        batch.put(store, 0, KEY, KEY);
        batch.position(store, 0, 7);
        engine.apply(batch);
    }

    private void stayWithin() {
        within.countDown();
        try {
            release.await();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    /** Has a query in the store of partition 0 while something is done. */
    private void withQuery(Runnable meanwhile) throws InterruptedException {
        made.getFirst().inGet = this::stayWithin;
        CompletableFuture<byte[]> query = CompletableFuture.supplyAsync(() -> engine.get(store, 0, KEY));
        within.await();
        try {
            meanwhile.run();
        } finally {
            release.countDown();
            query.join();
        }
    }

    private static void requireNamed(StreamsException failure) {
        assertTrue(failure.getMessage().contains("Store rows"), failure::getMessage);
        assertTrue(failure.getMessage().contains("partition 0"), failure::getMessage);
    }

    @Test
    void shouldCloseAllElseWhereAQueryDoesNotReturn() throws InterruptedException {
        int other = others.storeId("other");
        withQuery(() -> {
            requireNamed(assertThrows(ProcessorStateException.class, engine::close));
            assertTrue(made.getFirst().isOpen(), "a query is in it");
            assertFalse(made.getLast().isOpen());
            assertThrows(InvalidStateStoreException.class, () -> others.get(other, 0, KEY));
        });
    }

    @Test
    void shouldNotWaitForeverWithAWrite() throws InterruptedException {
        withQuery(() -> requireNamed(assertThrows(ProcessorStateException.class, this::apply)));
        made.getFirst().inGet = () -> {};
        assertNull(engine.get(store, 0, KEY));
        apply();
    }

    /** It has got the store before, and gets its turn after. */
    @Test
    void shouldNotCallAStoreThatIsClosed() {
        MapRows rows = made.getFirst();
        UserStore closed =
                new UserStore("rows", 0, rows, StoreFormats.of(described).in(rows), SHORT);
        rows.inGet = () -> fail("the store is called");
        rows.failing = true;
        closed.close(0);
        assertFalse(made.getFirst().isOpen());
        requireNamed(assertThrows(InvalidStateStoreException.class, () -> closed.get(KEY)));
        assertThrows(InvalidStateStoreException.class, () -> closed.scan(null, null, true));
        assertThrows(InvalidStateStoreException.class, closed::approximateEntries);
        assertThrows(
                InvalidStateStoreException.class, () -> closed.apply(List.of(new UserWrite.Put(KEY, KEY))), "a write");
    }

    /** A recovery may have been left behind in a store that opens itself for long. */
    @Test
    void shouldCloseAStoreThatHasOpenedItselfAfterTheClose() throws InterruptedException {
        TestHome home = new TestHome(folder, true);
        home.beforeInit = this::stayWithin;
        CompletableFuture<Void> opening =
                CompletableFuture.runAsync(() -> engine.openUsers(home, Map.of("rows", List.of(2))));
        within.await();
        engine.close();
        release.countDown();
        assertThrows(CompletionException.class, opening::join);
        assertFalse(made.getLast().isOpen());
        assertThrows(InvalidStateStoreException.class, () -> engine.get(store, 2, KEY));
    }

    @Test
    void shouldLetAQueryTryAgainWhereAStoreIsNotOpen() {
        assertThrows(InvalidStateStoreException.class, () -> engine.get(store, 2, KEY), "not open yet");
        engine.close();
        assertThrows(InvalidStateStoreException.class, () -> engine.get(store, 0, KEY));
        assertThrows(InvalidStateStoreException.class, () -> engine.scan(store, 0, null, null, true));
    }
}
