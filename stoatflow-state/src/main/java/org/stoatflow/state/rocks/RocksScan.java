package org.stoatflow.state.rocks;

import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.Snapshot;
import org.stoatflow.state.CommittedScan;
import org.stoatflow.state.UseGate;

/**
 * Rows between two row keys, as they were when the scan was made (a RocksDB iterator is a snapshot), or when the
 * snapshot was made that it shows, which it may outlive. Thread: one at a time, except that the engine's close may
 * release it once nobody is inside the gate.
 */
final class RocksScan implements CommittedScan, RocksHold {
    private enum State {
        /** Before the first row. */
        AT_START,
        /** At a row. */
        AT_ROW,
        /** Closed, or beyond the last row, which closes. */
        CLOSED
    }

    private final RocksStateEngine engine;
    private final boolean forward;
    private final Natives natives = new Natives();
    private final RocksIterator rows;
    private State state = State.AT_START;
    private byte @Nullable [] key; // of the row; written by whoever scans
    private byte @Nullable [] value;

    /** Makes a scan; the caller is inside the engine's gate. */
    RocksScan(
            RocksStateEngine engine,
            RocksDB db,
            @Nullable Snapshot snapshot,
            byte[] low,
            byte[] high,
            boolean forward) {
        this.engine = engine;
        this.forward = forward;
        ReadOptions options = natives.hold(new ReadOptions())
                .setSnapshot(snapshot)
                .setIterateLowerBound(natives.hold(new Slice(low)))
                .setIterateUpperBound(natives.hold(new Slice(high)));
        rows = natives.hold(db.newIterator(engine.rows(), options));
    }

    @Override
    public boolean next() {
        if (state == State.CLOSED) {
            engine.gate().requireOpen();
            return false;
        }
        int ticket = engine.gate().enter();
        try {
            step();
            if (rows.isValid()) {
                state = State.AT_ROW;
                key = RowKey.key(rows.key());
                value = rows.value();
                return true;
            }
            rows.status();
        } catch (RocksDBException failure) {
            throw engine.failed("read", failure);
        } finally {
            engine.gate().leave(ticket);
        }
        close();
        return false;
    }

    private void step() {
        if (state == State.AT_ROW) {
            if (forward) {
                rows.next();
            } else {
                rows.prev();
            }
        } else if (forward) {
            rows.seekToFirst();
        } else {
            rows.seekToLast();
        }
    }

    @Override
    public byte[] key() {
        return atRow(key);
    }

    @Override
    public byte[] value() {
        return atRow(value);
    }

    private static byte[] atRow(byte @Nullable [] bytes) {
        if (bytes == null) {
            throw new IllegalStateException("The scan is not at a row");
        }
        return bytes;
    }

    @Override
    public void close() {
        key = null;
        value = null;
        if (state == State.CLOSED) {
            return;
        }
        int ticket = engine.gate().tryEnter();
        if (ticket == UseGate.CLOSED) {
            return;
        }
        try {
            release();
            engine.forget(this);
        } finally {
            engine.gate().leave(ticket);
        }
    }

    /** The row at which the scan is stays readable: whoever reads may be between its key and its value. */
    @Override
    public void release() {
        state = State.CLOSED;
        natives.close();
    }
}
