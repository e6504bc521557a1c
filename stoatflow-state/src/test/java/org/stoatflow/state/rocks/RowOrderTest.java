package org.stoatflow.state.rocks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.TestStores;
import org.stoatflow.state.engine.StateEngines;

class RowOrderTest {
    @TempDir
    Path folder;

    @Test
    void shouldAskOverlaysForRowsInOrder() {
        List<Boolean> inOrder = new ArrayList<>();
        StateBatch batch = new StateBatch(0);
        batch.add(new StateBatch.Writes() {
            @Override
            public int storeId() {
                return 0;
            }

            @Override
            public <E extends Exception> void writeTo(StateBatch.RowSink<E> sink) {
                inOrder.add(sink.isFasterInOrder());
            }
        });
        RocksSettings small = RocksSettings.defaults().withMemoryBytes(8 << 20);
        try (StateEngine engine = StateEngines.openRocks(folder, List.of(TestStores.plain("a")), small)) {
            engine.apply(batch);
        }
        assertEquals(List.of(true), inOrder);
    }
}
