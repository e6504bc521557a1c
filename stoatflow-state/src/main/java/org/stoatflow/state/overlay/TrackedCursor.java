package org.stoatflow.state.overlay;

import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.errors.InvalidStateStoreException;

/**
 * A cursor that refuses use after close, and that its lane's store, if it has one, knows of until it is closed or at
 * its end. Thread: one reads at a time; any may close it meanwhile.
 */
final class TrackedCursor implements RowCursor {
    private final String store;
    private final RowCursor rows;
    private final @Nullable OpenCursors open;
    private final int era;

    /** Shared. Written by: who closes. Read by: who reads. Safe: volatile, never unset. Proof: TrackedCursorTest. */
    private volatile boolean closed;

    /**
     * Shared. Written by: who reads to the end, who closes. Read by: the same. Safe: volatile, never unset; if both see
     * it late, the cursor is forgotten twice, which does no harm. Proof: SharedFieldsTest.
     */
    private volatile boolean released;

    /** Makes a cursor over committed rows, which only its user closes. */
    TrackedCursor(String store, RowCursor rows) {
        this.store = store;
        this.rows = rows;
        this.open = null;
        this.era = 0;
    }

    /** Makes a cursor that the lane closes too. */
    TrackedCursor(String store, RowCursor rows, OpenCursors open) {
        this.store = store;
        this.rows = rows;
        this.open = open;
        this.era = open.era();
        open.add(this);
    }

    @Override
    public boolean advance() {
        requireOpen();
        try {
            if (rows.advance()) {
                return true;
            }
        } catch (RuntimeException failure) {
            throw asMet(failure);
        }
        requireOpen(); // who closes it meanwhile ends the rows below, which is not the end of the store
        release();
        return false;
    }

    @Override
    public byte[] key() {
        requireOpen();
        try {
            return rows.key();
        } catch (RuntimeException failure) {
            throw asMet(failure);
        }
    }

    @Override
    public byte @Nullable [] value() {
        requireOpen();
        try {
            return rows.value();
        } catch (RuntimeException failure) {
            throw asMet(failure);
        }
    }

    @Override
    public long timestamp() {
        requireOpen();
        try {
            return rows.timestamp();
        } catch (RuntimeException failure) {
            throw asMet(failure);
        }
    }

    /** The layers below are of one thread: what they fail with while another closes them says nothing. */
    private RuntimeException asMet(RuntimeException failure) {
        return isClosed() ? refusal() : failure;
    }

    @Override
    public void close() {
        closed = true;
        release();
    }

    private void release() {
        rows.close();
        if (open != null && !released) {
            released = true;
            open.forget(this);
        }
    }

    @Override
    public void requireOpen() {
        if (isClosed()) {
            throw refusal();
        }
    }

    private boolean isClosed() {
        return closed || (open != null && open.era() != era);
    }

    private InvalidStateStoreException refusal() {
        return new InvalidStateStoreException("An iterator of store " + store
                + " is used after it was closed: by its user, with its lane, or as the oldest of more than "
                + StoreLayers.OPEN_CURSORS_MAX + " that were open");
    }
}
