package org.stoatflow.state.overlay;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The open cursors of one store of one lane. Those of a store on disk hold native memory, so that there is a bound,
 * beyond which the oldest is closed. Those in memory are the garbage collector's, and end with the era. Threads: the
 * lane's, which opens them and ends with them, and those in which a user closes an iterator.
 */
final class OpenCursors {
    private static final Logger LOG = LoggerFactory.getLogger(OpenCursors.class);

    private final String store;
    private final boolean onDisk;

    /**
     * Shared. Written by: the lane, which opens cursors; the thread that closes one. Read by: the lane. Safe: guarded
     * by this object; cursors are closed outside of it. Proof: TrackedCursorTest.
     */
    private final Set<TrackedCursor> open = new LinkedHashSet<>();

    private boolean warned; // written by the lane

    /**
     * Shared. Written by: the lane. Read by: who reads a cursor. Safe: volatile, one writer. Proof: SharedFieldsTest.
     */
    private volatile int era;

    OpenCursors(String store, boolean onDisk) {
        this.store = store;
        this.onDisk = onDisk;
    }

    /** Between two calls of {@link #close}: a cursor is refused in another era than its own. */
    int era() {
        return era;
    }

    /** A cursor is opened, in the lane's thread. */
    void add(TrackedCursor cursor) {
        if (!onDisk) {
            return;
        }
        TrackedCursor beyond = take(cursor);
        if (beyond == null) {
            return;
        }
        if (!warned) {
            warned = true;
            LOG.warn(
                    "Store {} has {} open iterators: the oldest is closed for each new one; this is said once. Close"
                            + " each iterator, with try (var rows = store.all()) {{ … }}",
                    store,
                    StoreLayers.OPEN_CURSORS_MAX);
        }
        beyond.close();
    }

    private synchronized @Nullable TrackedCursor take(TrackedCursor cursor) {
        TrackedCursor beyond = open.size() < StoreLayers.OPEN_CURSORS_MAX
                ? null
                : open.iterator().next();
        open.add(cursor);
        return beyond;
    }

    synchronized void forget(TrackedCursor cursor) {
        open.remove(cursor);
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // the lane alone writes it
    void close() {
        era++;
        all().forEach(TrackedCursor::close);
    }

    private synchronized List<TrackedCursor> all() {
        return List.copyOf(open);
    }
}
