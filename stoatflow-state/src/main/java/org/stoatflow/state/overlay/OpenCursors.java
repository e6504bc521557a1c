package org.stoatflow.state.overlay;

import java.util.LinkedHashSet;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
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

    private final Set<TrackedCursor> open = new LinkedHashSet<>(); // the lane's

    /**
     * Shared. Written by: who closes a cursor or reads it to its end; the lane takes from it. Read by: the lane. Safe:
     * a concurrent queue, so that the lane waits for nobody. Proof: TrackedCursorTest.
     */
    private final Queue<TrackedCursor> released = new ConcurrentLinkedQueue<>();

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
        forgetReleased();
        if (open.size() >= StoreLayers.OPEN_CURSORS_MAX) {
            closeOldest();
        }
        open.add(cursor);
    }

    private void closeOldest() {
        TrackedCursor oldest = open.iterator().next();
        open.remove(oldest);
        if (!warned) {
            warned = true;
            LOG.warn(
                    "Store {} has {} open iterators: the oldest is closed for each new one; this is said once. Close"
                            + " each iterator, with try (var rows = store.all()) {{ … }}",
                    store,
                    StoreLayers.OPEN_CURSORS_MAX);
        }
        oldest.close();
    }

    /** A cursor is closed or at its end, in any thread. */
    void forget(TrackedCursor cursor) {
        if (onDisk) {
            released.add(cursor);
        }
    }

    /** So that the lane does not hold what is closed: before it opens another one, and when it leaves an epoch. */
    void forgetReleased() {
        for (TrackedCursor next = released.poll(); next != null; next = released.poll()) {
            open.remove(next);
        }
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // the lane alone writes it
    void close() {
        era++;
        open.forEach(TrackedCursor::close);
        open.clear();
        forgetReleased();
    }
}
