package org.stoatflow.state.rocks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.state.Removal;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateDiskException;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.TestStores;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.stores.StoreDescription;

/** What a folder tells of itself before it is opened for a run. */
class LeftStoresTest {
    private static final RocksSettings SMALL = RocksSettings.defaults().withMemoryBytes(8 << 20);
    private static final byte[] KEY = {7};
    private static final StoreDescription A = TestStores.plain("a");
    private static final StoreDescription B = TestStores.plain("b");

    @TempDir
    Path folder;

    private void run(long nowMs, StoreDescription... stores) {
        try (StateEngine engine =
                StateEngines.openRocks(folder, List.of(stores), SMALL, RocksTuning.NONE, new Removal(nowMs, 1_000))) {
            StateBatch batch = new StateBatch(nowMs);
            for (StoreDescription store : stores) {
                batch.put(engine.storeId(store.name()), 0, KEY, KEY);
                batch.position(engine.storeId(store.name()), 0, 5);
            }
            batch.markAllCurrent();
            engine.apply(batch);
        }
    }

    private LeftStores left() {
        return StateEngines.left(folder, List.of(A, B), SMALL, RocksTuning.NONE);
    }

    @Test
    void shouldTellSinceWhenAStoreIsRemoved() {
        run(10, A, B);
        run(20, A);
        run(30, A);
        assertEquals(
                new LeftStores.Left(true, true, OptionalLong.of(20)),
                left().stores().get("b"));
        assertEquals(
                new LeftStores.Left(true, true, OptionalLong.empty()),
                left().stores().get("a"));
    }

    @Test
    void shouldTellHowOldAllOfItIs() {
        run(10, A);
        run(500, A);
        LeftState state = left().state().orElseThrow();
        assertTrue(!state.isTooOld(600, 100));
        assertTrue(state.isTooOld(601, 100));
        assertTrue(!state.isTooOld(Long.MAX_VALUE, -1), "any age is allowed");
        assertTrue(state.sentence(folder, 601, 100).contains(" PT0.101S ago"), state.sentence(folder, 601, 100));
    }

    @Test
    void shouldTakeNoDatabaseForEmptyThatAnOpeningTakesForDamaged() throws IOException {
        run(10, A);
        Path current = folder.resolve("rocksdb").resolve("CURRENT");
        byte[] bytes = Files.readAllBytes(current);
        Files.delete(current);
        assertDamaged("CURRENT");
        Files.write(current, bytes);
        assertEquals(1, left().stores().size());
        Files.writeString(folder.resolve("rocksdb.damage"), "a block is damaged");
        assertDamaged("a block is damaged");
    }

    private void assertDamaged(String why) {
        StateDiskException damaged = assertThrows(StateDiskException.class, this::left);
        assertEquals(StateDiskException.Kind.DAMAGED, damaged.kind());
        assertTrue(String.valueOf(damaged.getMessage()).contains(why), damaged.getMessage());
    }
}
