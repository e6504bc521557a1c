package org.stoatflow.state.rocks;

import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Snapshot;
import org.stoatflow.state.CommittedScan;
import org.stoatflow.state.StateSnapshot;
import org.stoatflow.state.UseGate;
import org.stoatflow.streams.errors.InvalidStateStoreException;

/**
 * A snapshot of RocksDB, by which one store is read. Threads: any; the engine's close releases it once nobody is inside
 * the gate.
 */
final class RocksSnapshot implements StateSnapshot, RocksHold {
    private final RocksStateEngine engine;
    private final RocksDB db;
    private final int storeId;
    private final Natives natives = new Natives();
    private final Snapshot snapshot;
    private final ReadOptions options;
    private final NativeUse use = new NativeUse();

    /** Makes a snapshot; the caller is inside the engine's gate. */
    RocksSnapshot(RocksStateEngine engine, RocksDB db, int storeId) {
        this.engine = engine;
        this.db = db;
        this.storeId = storeId;
        snapshot = natives.hold(db.getSnapshot());
        options = natives.hold(new ReadOptions()).setSnapshot(snapshot);
    }

    @Override
    public byte @Nullable [] get(int partition, byte[] key) {
        int ticket = enter();
        try {
            return db.get(engine.rows(), options, RowKey.of(storeId, partition, key));
        } catch (RocksDBException failure) {
            throw engine.failed("read", failure);
        } finally {
            leave(ticket);
        }
    }

    @Override
    public CommittedScan scan(int partition, byte @Nullable [] from, byte @Nullable [] to, boolean forward) {
        int ticket = enter(); // until the scan has the snapshot, nobody may release it
        try {
            byte[] low = RowKey.low(storeId, partition, from);
            byte[] high = RowKey.high(storeId, partition, to);
            return engine.scan(snapshot, low, high, forward);
        } finally {
            leave(ticket);
        }
    }

    private int enter() {
        int ticket = engine.gate().enter();
        if (!use.enter()) {
            engine.gate().leave(ticket);
            throw new InvalidStateStoreException("A snapshot of the state is used after it was closed");
        }
        return ticket;
    }

    private void leave(int ticket) {
        try {
            if (use.leave()) {
                free();
            }
        } finally {
            engine.gate().leave(ticket);
        }
    }

    @Override
    public void close() {
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

    @Override
    public void release() {
        if (use.close()) {
            free();
        }
    }

    private void free() {
        db.releaseSnapshot(snapshot);
        natives.close();
        engine.forget(this);
    }
}
