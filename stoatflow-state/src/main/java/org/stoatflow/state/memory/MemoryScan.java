package org.stoatflow.state.memory;

import org.jspecify.annotations.Nullable;
import org.stoatflow.state.CommittedScan;
import org.stoatflow.state.StorePartition;
import org.stoatflow.state.UseGate;

/** Rows of an immutable tree between two ranks. Thread: one at a time. */
final class MemoryScan implements CommittedScan {
    private final UseGate engine;
    private final boolean forward;
    private @Nullable RowTree rows;
    private int low;
    private int high;
    private @Nullable RowTree row;

    private MemoryScan(UseGate engine, @Nullable RowTree rows, int low, int high, boolean forward) {
        this.engine = engine;
        this.rows = rows;
        this.low = low;
        this.high = high;
        this.forward = forward;
    }

    /** The rows of a range; null is no bound. */
    static MemoryScan of(
            UseGate engine,
            @Nullable RowTree rows,
            StorePartition of,
            byte @Nullable [] from,
            byte @Nullable [] to,
            boolean forward) {
        int low = MemoryRows.low(rows, of.storeId(), of.partition(), from);
        int high = MemoryRows.high(rows, of.storeId(), of.partition(), to);
        return new MemoryScan(engine, rows, low, Math.max(low, high), forward);
    }

    @Override
    public boolean next() {
        engine.requireOpen();
        if (low >= high) {
            close();
            return false;
        }
        row = RowTree.select(rows, forward ? low++ : --high);
        return true;
    }

    @Override
    public byte[] key() {
        return row().key;
    }

    @Override
    public byte[] value() {
        return row().value;
    }

    private RowTree row() {
        if (row == null) {
            throw new IllegalStateException("The scan is not at a row");
        }
        return row;
    }

    @Override
    public void close() {
        rows = null;
        row = null;
        low = high;
    }
}
