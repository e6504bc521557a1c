package org.stoatflow.state.rocks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.state.Removal;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateMetric;

/** A state tells each metric while it is open, and none afterwards. */
class RocksMetricsTest {
    private static final int ROWS = 1_000;

    @TempDir
    Path folder;

    private RocksStateEngine open() {
        return RocksStateEngine.open(folder, List.of(), RocksSettings.defaults(), RocksTuning.NONE, Removal.NONE);
    }

    /** RocksDB writes numbers by the locale of the process. */
    @Test
    void shouldReadNumbersOfEachLocale() {
        assertEquals(1.5, RocksMetrics.number(Map.of("a", "1.500000"), "a"));
        assertEquals(1.5, RocksMetrics.number(Map.of("a", "1,500000"), "a"));
        assertEquals(0, RocksMetrics.number(Map.of("a", "-nan(ind)"), "a"));
        assertEquals(0, RocksMetrics.number(Map.of(), "a"));
    }

    @Test
    void shouldTellEachMetricUntilItIsClosed() {
        RocksStateEngine state = open();
        StateBatch batch = new StateBatch(1);
        for (int row = 0; row < ROWS; row++) {
            batch.put(1, 0, ByteBuffer.allocate(4).putInt(row).array(), new byte[100]);
        }
        state.apply(batch);
        Map<StateMetric, Double> written = state.metrics();
        assertEquals(EnumSet.allOf(StateMetric.class), written.keySet());
        assertTrue(written.get(StateMetric.ENTRIES_OF_ACTIVE) >= ROWS, written::toString);
        assertTrue(written.get(StateMetric.BUFFER_BYTES) > ROWS * 100, written::toString);
        assertEquals(0, written.get(StateMetric.WRITES_STOPPED), written::toString);
        state.close();
        assertEquals(Map.of(), state.metrics());
        try (RocksStateEngine again = open()) {
            Map<StateMetric, Double> read = again.metrics();
            assertTrue(read.get(StateMetric.KEYS) >= ROWS, read::toString);
            assertTrue(read.get(StateMetric.FILE_BYTES) > 0, read::toString);
            assertTrue(read.get(StateMetric.COMPACTION_BYTES) > 0, read::toString); // the log was made a file
        }
    }
}
