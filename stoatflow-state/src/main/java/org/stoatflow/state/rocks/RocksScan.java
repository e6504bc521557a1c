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
import org.stoatflow.streams.errors.InvalidStateStoreException;

/**
 * Rows between two row keys, as they were when the scan was made (a RocksDB iterator is a snapshot), or when the
 * snapshot was made that it shows, which it may outlive. Thread: one reads at a time, which is checked, since native
 * memory is behind it; any may close it meanwhile, and the engine's close once nobody is inside the gate.
 */
final class RocksScan implements CommittedScan, RocksHold {
    private enum Place {
        /** Before the first row. */
        AT_START,
        /** At a row. */
        AT_ROW,
        /** Beyond the last row, which closes. */
        AT_END
    }

    private final RocksStateEngine engine;
    private final boolean forward;
    private final Natives natives = new Natives();
    private final RocksIterator rows;
    private final NativeUse use = new NativeUse();
    private Place place = Place.AT_START;
    private byte @Nullable [] key; // of the row; written by whoever scans or closes
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
        int ticket = engine.gate().enter();
        try {
            if (!use.enterAlone()) {
                return refused();
            }
            try {
                if (step()) {
                    return true;
                }
            } finally {
                leave();
            }
        } catch (RocksDBException failure) {
            throw engine.failed("read", failure);
        } finally {
            engine.gate().leave(ticket);
        }
        close();
        return false;
    }

    private boolean refused() {
        if (!use.isClosed()) {
            throw new IllegalStateException("An iterator is used by two threads at once, or was closed");
        }
        if (place != Place.AT_END) {
            throw new InvalidStateStoreException("An iterator is used after it was closed");
        }
        return false;
    }

    /** Goes to the next row, if there is one. */
    private boolean step() throws RocksDBException {
        seek();
        if (rows.isValid()) {
            place = Place.AT_ROW;
            key = RowKey.key(rows.key());
            value = rows.value();
            return true;
        }
        rows.status();
        place = Place.AT_END;
        return false;
    }

    private void seek() {
        if (place == Place.AT_ROW) {
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
            throw new IllegalStateException("The scan is not at a row, or was closed");
        }
        return bytes;
    }

    @Override
    public void close() {
        key = null;
        value = null;
        int ticket = engine.gate().tryEnter();
        if (ticket == UseGate.CLOSED) {
            return;
        }
        try {
            release();
        } finally {
            engine.gate().leave(ticket);
        }
    }

    /** The row at which the scan is stays readable: whoever reads may be between its key and its value. */
    @Override
    public void release() {
        if (use.close()) {
            free();
        }
    }

    private void leave() {
        if (use.leave()) {
            free();
        }
    }

    private void free() {
        natives.close();
        engine.forget(this);
    }
}
