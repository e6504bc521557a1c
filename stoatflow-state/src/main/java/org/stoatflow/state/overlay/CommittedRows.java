package org.stoatflow.state.overlay;

import org.jspecify.annotations.Nullable;
import org.stoatflow.record.CopyOnWriteHeaders;
import org.stoatflow.state.CommittedScan;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.ValueLayout;
import org.stoatflow.streams.processor.StateStore;

/**
 * The committed rows of one store, to be read only. Several may stand on one engine. Threads: any, except for {@link
 * #readTimestamp}, which is that of the last read of an operator, in its lane's thread.
 */
public final class CommittedRows implements RowStore {
    private final String name;
    private final int storeId;
    private final ValueLayout values;
    private final StateEngine committed;
    private long readTimestamp;

    public CommittedRows(String name, ValueLayout values, StateEngine committed) {
        this.name = name;
        this.storeId = committed.storeId(name);
        this.values = values;
        this.committed = committed;
    }

    @Override
    public byte @Nullable [] read(int partition, byte[] key) {
        byte[] stored = committed.get(storeId, partition, key);
        if (stored == null) {
            return null;
        }
        readTimestamp = values.timestamp(stored);
        return values.plain(stored);
    }

    @Override
    public <T> @Nullable T read(int partition, byte[] key, OfRow<T> of) {
        byte[] stored = committed.get(storeId, partition, key);
        return stored == null ? null : of.make(values.plain(stored), values.timestamp(stored));
    }

    @Override
    public long readTimestamp() {
        return readTimestamp;
    }

    @Override
    public RowCursor scan(int partition, byte @Nullable [] from, byte @Nullable [] to, boolean forward) {
        CommittedScan scan = committed.scan(storeId, partition, from, to, forward);
        return new TrackedCursor(name, new CommittedCursor(scan, values));
    }

    /** The rows as they are now; the committer goes on writing them. */
    @Override
    public RowReads snapshot() {
        return new CommittedSnapshot(name, values, committed.snapshot(storeId));
    }

    @Override
    public boolean isWritable() {
        return false;
    }

    @Override
    public long reachedMs(int partition) {
        return committed.reachedMs(storeId, partition);
    }

    @Override
    public long approximateEntries(int partition) {
        return committed.approximateEntries(storeId, partition);
    }

    @Override
    public StateStore users(int partition) {
        return committed.usersStore(storeId, partition);
    }

    @Override
    public void requireWritable() {
        throw readOnly();
    }

    @Override
    public void write(int partition, byte[] key, byte @Nullable [] value, long timestamp) {
        throw readOnly();
    }

    @Override
    public void delete(int partition, byte[] key, long timestamp, CopyOnWriteHeaders headers) {
        throw readOnly();
    }

    @Override
    public void log(
            int partition, byte[] key, byte @Nullable [] value, long timestamp, @Nullable CopyOnWriteHeaders headers) {
        throw readOnly();
    }

    @Override
    public void deleteRange(int partition, byte @Nullable [] from, byte @Nullable [] to) {
        throw readOnly();
    }

    private UnsupportedOperationException readOnly() {
        return new UnsupportedOperationException(
                "Store " + name + " is seen as it is committed: only processors write to it");
    }
}
