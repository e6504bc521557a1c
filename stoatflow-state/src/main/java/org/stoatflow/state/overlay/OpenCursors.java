package org.stoatflow.state.overlay;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The open cursors of one store of one lane. Threads: the lane's, which opens them and ends with them, and those in
 * which a user closes an iterator.
 */
final class OpenCursors {
    /**
     * Shared. Written by: the lane, which opens cursors; the thread that closes one. Read by: the lane. Safe: guarded
     * by this object; cursors are closed outside of it. Proof: TrackedCursorTest.
     */
    private final Set<TrackedCursor> open = new LinkedHashSet<>();

    synchronized int size() {
        return open.size();
    }

    synchronized void add(TrackedCursor cursor) {
        open.add(cursor);
    }

    synchronized void forget(TrackedCursor cursor) {
        open.remove(cursor);
    }

    void close() {
        all().forEach(TrackedCursor::close);
    }

    private synchronized List<TrackedCursor> all() {
        return List.copyOf(open);
    }
}
