package org.stoatflow.state.memory;

import org.jspecify.annotations.Nullable;
import org.stoatflow.state.CommittedScan;
import org.stoatflow.state.StateSnapshot;
import org.stoatflow.state.StorePartition;
import org.stoatflow.state.UseGate;

/** The root of an immutable tree. Thread: one at a time. */
record MemorySnapshot(UseGate engine, @Nullable RowTree rows, int storeId) implements StateSnapshot {
    @Override
    public byte @Nullable [] get(int partition, byte[] key) {
        engine.requireOpen();
        return RowTree.get(rows, RowTree.prefix(storeId, partition), key);
    }

    @Override
    public CommittedScan scan(int partition, byte @Nullable [] from, byte @Nullable [] to, boolean forward) {
        engine.requireOpen();
        return MemoryScan.of(engine, rows, new StorePartition(storeId, partition), from, to, forward);
    }

    /** The rows are on the heap, as long as somebody has them. */
    @Override
    public void close() {}
}
