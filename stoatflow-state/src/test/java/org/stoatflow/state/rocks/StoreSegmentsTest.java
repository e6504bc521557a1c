package org.stoatflow.state.rocks;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.state.TestStores;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.stores.StoreSettings;
import org.stoatflow.streams.errors.ProcessorStateException;

class StoreSegmentsTest {
    @TempDir
    Path folder;

    @Test
    void shouldRefuseOtherSegmentsOfAStore() {
        StateEngines.openRocks(folder, List.of(windows(60_000)), RocksSettings.defaults())
                .close();
        StateEngines.openRocks(folder, List.of(windows(60_000)), RocksSettings.defaults())
                .close();
        ProcessorStateException refused = assertThrows(
                ProcessorStateException.class,
                () -> StateEngines.openRocks(folder, List.of(windows(90_000)), RocksSettings.defaults()));
        assertTrue(refused.getMessage().contains("60000"), refused.getMessage());
    }

    private static StoreDescription windows(long segmentMs) {
        return TestStores.store(
                new StoreSettings.Window(false, 2 * segmentMs, segmentMs, 1, false), "w", true, null, null);
    }
}
