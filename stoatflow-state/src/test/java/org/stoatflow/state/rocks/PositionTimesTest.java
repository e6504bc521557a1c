package org.stoatflow.state.rocks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.state.ChangelogPosition;
import org.stoatflow.state.DeclaredStore;
import org.stoatflow.state.Removal;
import org.stoatflow.state.RowLayout;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.memory.MemoryDisk;
import org.stoatflow.state.memory.MemoryStateEngine;

/** When positions were said to be current, by clocks that go back. */
class PositionTimesTest {
    private static final RocksSettings SMALL = RocksSettings.defaults().withMemoryBytes(8 << 20);

    @TempDir
    Path folder;

    @Test
    void shouldBelieveOnDiskWhatWasSaidLast() {
        DeclaredStore store = new DeclaredStore("a", RowLayout.PLAIN, true, 0);
        requireLastIsBelieved(
                () -> RocksStateEngine.open(folder, List.of(store), SMALL, RocksTuning.NONE, Removal.NONE));
    }

    @Test
    void shouldBelieveInMemoryWhatWasSaidLast() {
        MemoryDisk disk = new MemoryDisk();
        requireLastIsBelieved(() -> new MemoryStateEngine(disk, List.of("a"), 0));
    }

    private static void requireLastIsBelieved(Supplier<StateEngine> opening) {
        try (StateEngine engine = opening.get()) {
            StateBatch ahead = new StateBatch(9_000); // a month ahead, say
            ahead.position(engine.storeId("a"), 0, 5);
            ahead.markAllCurrent();
            engine.apply(ahead);
            assertEquals(new ChangelogPosition(5, 9_000), position(engine));
            StateBatch right = new StateBatch(2_000);
            right.markAllCurrent();
            engine.apply(right);
            assertEquals(new ChangelogPosition(5, 2_000), position(engine));
        }
        try (StateEngine engine = opening.get()) {
            assertEquals(new ChangelogPosition(5, 2_000), position(engine));
            StateBatch restored = new StateBatch(3_000);
            restored.position(engine.storeId("a"), 0, new ChangelogPosition(6, 3_000));
            engine.apply(restored);
            assertEquals(new ChangelogPosition(6, 3_000), position(engine));
        }
        try (StateEngine engine = opening.get()) { // nothing was said of all stores since
            assertEquals(new ChangelogPosition(6, 3_000), position(engine));
        }
    }

    private static ChangelogPosition position(StateEngine engine) {
        return engine.changelogPosition(engine.storeId("a"), 0);
    }
}
