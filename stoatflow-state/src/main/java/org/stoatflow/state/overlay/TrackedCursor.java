package org.stoatflow.state.overlay;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.errors.InvalidStateStoreException;

/** A cursor that its store knows of until it is closed or at its end, and that refuses use after close. */
final class TrackedCursor implements RowCursor {
    private final String store;
    private final RowCursor rows;
    private final Set<RowCursor> open;
    private boolean closed;

    TrackedCursor(String store, RowCursor rows, Set<RowCursor> open) {
        this.store = store;
        this.rows = rows;
        this.open = open;
        open.add(this);
    }

    @Override
    public boolean advance() {
        requireOpen();
        if (rows.advance()) {
            return true;
        }
        release();
        return false;
    }

    @Override
    public byte[] key() {
        requireOpen();
        return rows.key();
    }

    @Override
    public byte @Nullable [] value() {
        requireOpen();
        return rows.value();
    }

    @Override
    public long timestamp() {
        requireOpen();
        return rows.timestamp();
    }

    @Override
    public void close() {
        closed = true;
        release();
    }

    private void release() {
        rows.close();
        open.remove(this);
    }

    @Override
    public void requireOpen() {
        if (closed) {
            throw new InvalidStateStoreException("An iterator of store " + store + " is used after it was closed");
        }
    }
}
