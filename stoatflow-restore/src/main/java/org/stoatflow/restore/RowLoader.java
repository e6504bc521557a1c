package org.stoatflow.restore;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.stoatflow.state.RestoredRows;
import org.stoatflow.state.RowBuffers;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;

/**
 * Collects the restored rows of one store partition, and gives them to the state with the position that they lead to,
 * by write batches or as a file. Nothing is in the state before {@link #flush}; what a kill loses is read again.
 *
 * <p>Many rows are loaded in the order of their keys, but only where nothing but single rows has come: a restorer that
 * removes ranges, as those of windows do, has its rows written as one small batch. Thread: the restorer's.
 */
final class RowLoader {
    /** How many bytes go into one write that is not loaded, which a write buffer takes at once. */
    private static final long BATCH_BYTES_MAX = 4 << 20;

    private final StateEngine engine;
    private final int storeId;
    private final int partition;
    private final RestoreMode mode;
    private final RowBuffers buffers;
    private final boolean loads;
    private @Nullable StateBatch batch; // from the first row since the last flush on
    private @Nullable BatchRows rows; // of the batch

    /** @param buffers of the restorer */
    RowLoader(StateEngine engine, int storeId, int partition, RestoreMode mode, RowBuffers buffers) {
        this.engine = engine;
        this.storeId = storeId;
        this.partition = partition;
        this.mode = mode;
        this.buffers = buffers;
        loads = engine.loadsFiles(storeId);
    }

    /** Where restored rows go. */
    RestoredRows rows(long nowMs) {
        return new Bounded(nowMs);
    }

    private BatchRows current(long nowMs) {
        if (rows == null) {
            rows = new BatchRows(pending(nowMs), engine, storeId, partition);
        }
        return rows;
    }

    /** Loads many rows before a range is removed: the batch that removes it is to be small. */
    private final class Bounded implements RestoredRows {
        private final long nowMs;

        Bounded(long nowMs) {
            this.nowMs = nowMs;
        }

        @Override
        public byte @Nullable [] get(byte[] key) {
            return current(nowMs).get(key);
        }

        @Override
        public void put(byte[] key, byte @Nullable [] stored) {
            current(nowMs).put(key, stored);
        }

        @Override
        public void deleteRange(byte @Nullable [] from, byte @Nullable [] to) {
            if (bytes() >= BATCH_BYTES_MAX && mayLoad()) {
                flush(nowMs, withoutPosition -> {}); // rows may be ahead of their position
            }
            current(nowMs).deleteRange(from, to);
        }
    }

    private StateBatch pending(long nowMs) {
        if (batch == null) {
            batch = new StateBatch(nowMs);
            batch.restores();
            if (loads) {
                batch.pack(storeId, partition, buffers);
            }
        }
        return batch;
    }

    /** About how much memory the rows take that have not been given to the state, in bytes. */
    long bytes() {
        return batch == null ? 0 : batch.bytes();
    }

    /** Whether there is no reason to wait for more rows. */
    boolean isFull() {
        return bytes() >= BATCH_BYTES_MAX && !mayLoad();
    }

    /** Whether rows may be there before their position, and in another order than that in which they came. */
    private boolean mayLoad() {
        return loads && batch != null && !batch.removesRanges() && (rows == null || !rows.isRead());
    }

    /**
     * Gives the rows to the state.
     *
     * @param end adds the position
     */
    void flush(long nowMs, Consumer<StateBatch> end) {
        StateBatch flushed = pending(nowMs);
        if (mayLoad()) {
            flushed.load(mode.loading(flushed.bytes()));
        }
        end.accept(flushed);
        drop();
        engine.apply(flushed);
        flushed.release();
    }

    /** Forgets the rows that have not been given to the state. */
    void drop() {
        batch = null;
        rows = null;
    }
}
