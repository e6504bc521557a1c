package org.stoatflow.state.overlay;

import org.jspecify.annotations.Nullable;
import org.stoatflow.state.StateSnapshot;
import org.stoatflow.state.ValueLayout;

/** The committed rows of one store as they were when it was made. Threads: as of {@link CommittedRows}. */
final class CommittedSnapshot implements RowReads {
    private final String name;
    private final ValueLayout values;
    private final StateSnapshot rows;
    private long readTimestamp;

    CommittedSnapshot(String name, ValueLayout values, StateSnapshot rows) {
        this.name = name;
        this.values = values;
        this.rows = rows;
    }

    @Override
    public byte @Nullable [] read(int partition, byte[] key) {
        byte[] stored = rows.get(partition, key);
        if (stored == null) {
            return null;
        }
        readTimestamp = values.timestamp(stored);
        return values.plain(stored);
    }

    @Override
    public <T> @Nullable T read(int partition, byte[] key, OfRow<T> of) {
        byte[] stored = rows.get(partition, key);
        return stored == null ? null : of.make(values.plain(stored), values.timestamp(stored));
    }

    @Override
    public long readTimestamp() {
        return readTimestamp;
    }

    @Override
    public RowCursor scan(int partition, byte @Nullable [] from, byte @Nullable [] to, boolean forward) {
        return new TrackedCursor(name, new CommittedCursor(rows.scan(partition, from, to, forward), values));
    }

    @Override
    public void end() {
        rows.close();
    }
}
