package org.stoatflow.restore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.stoatflow.state.RestoredRows;
import org.stoatflow.state.RowBuffers;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;

/** How much goes to the state at once, and in which way. */
class RowLoaderTest {
    private static final int ROW_BYTES = 100_000;
    private static final long BATCH_BYTES_MAX = 5_000_000;

    private final List<StateBatch> applied = new ArrayList<>();

    private final StateEngine engine = (StateEngine) Proxy.newProxyInstance(
            RowLoaderTest.class.getClassLoader(), new Class<?>[] {StateEngine.class}, (proxy, method, given) -> {
                if (method.getName().equals("apply")) {
                    applied.add((StateBatch) given[0]);
                    return null;
                }
                assertEquals("loadsFiles", method.getName());
                return true;
            });

    private static void put(RestoredRows rows, int first, int count) {
        for (int row = first; row < first + count; row++) {
            rows.put(ByteBuffer.allocate(4).putInt(row).array(), new byte[ROW_BYTES]);
        }
    }

    /** A write batch is in memory twice, in write buffers that know no bound for one batch. */
    @Test
    void shouldGiveAsAFileWhatIsTooMuchForABatchThatRemovesARange() {
        RowLoader loader = new RowLoader(engine, 0, 0, RestoreMode.AUTO, new RowBuffers());
        RestoredRows rows = loader.rows(1_000);
        put(rows, 0, 300);
        rows.deleteRange(null, new byte[] {0});
        put(rows, 300, 1);
        loader.flush(1_000, batch -> batch.position(0, 0, 301));
        assertEquals(2, applied.size());
        assertEquals(StateBatch.Loading.AS_FILE, applied.getFirst().loading());
        assertTrue(applied.getFirst().positions().isEmpty(), "rows come before their position");
        StateBatch last = applied.getLast();
        assertTrue(last.removesRanges() && last.bytes() < BATCH_BYTES_MAX, () -> "bytes: " + last.bytes());
        assertEquals(1, last.positions().size());
    }

    @Test
    void shouldKeepTogetherWhatIsLittle() {
        RowLoader loader = new RowLoader(engine, 0, 0, RestoreMode.AUTO, new RowBuffers());
        RestoredRows rows = loader.rows(1_000);
        put(rows, 0, 10);
        rows.deleteRange(null, new byte[] {0});
        put(rows, 10, 10);
        loader.flush(1_000, batch -> batch.position(0, 0, 20));
        assertEquals(1, applied.size());
    }
}
