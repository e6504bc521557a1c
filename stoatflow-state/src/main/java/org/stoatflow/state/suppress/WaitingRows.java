package org.stoatflow.state.suppress;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.TreeSet;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Which rows of a virtual partition wait, in the order in which they are let go, and how much they take. What was
 * changed since {@link #save} can be taken back. Thread: the lane's.
 */
final class WaitingRows {
    /**
     * A row that waits.
     *
     * @param timeMs the time by which rows are ordered
     * @param key the bytes of its key, by which rows of one time are ordered
     * @param bytes how much it takes
     */
    record Row(long timeMs, Bytes key, long bytes) {}

    private record Undo(Bytes key, @Nullable Row former) {}

    private static final Comparator<Row> ORDER =
            Comparator.comparingLong(Row::timeMs).thenComparing(Row::key);

    private final Map<Bytes, Row> byKey = new HashMap<>();

    /** In the order of time and key. How much a row takes is said by the other map only. */
    private final TreeSet<Row> inOrder = new TreeSet<>(ORDER);

    private final Deque<Undo> undos = new ArrayDeque<>();
    private boolean saving;
    private long bytes;

    int size() {
        return byKey.size();
    }

    long bytes() {
        return bytes;
    }

    /** The time of the row that is let go next. */
    long earliestMs() {
        return next().timeMs();
    }

    /** The key of the row that is let go next. */
    Bytes first() {
        return next().key();
    }

    private Row next() {
        if (inOrder.isEmpty()) {
            throw new NoSuchElementException("no update waits");
        }
        return inOrder.first();
    }

    @Nullable
    Row find(Bytes key) {
        return byKey.get(key);
    }

    void put(Row row) {
        note(row.key(), set(row.key(), row));
    }

    void remove(Bytes key) {
        note(key, set(key, null));
    }

    private @Nullable Row set(Bytes key, @Nullable Row row) {
        Row former = row == null ? byKey.remove(key) : byKey.put(key, row);
        bytes += (row == null ? 0 : row.bytes()) - (former == null ? 0 : former.bytes());
        if (former != null && (row == null || row.timeMs() != former.timeMs())) {
            inOrder.remove(former);
        }
        if (row != null && (former == null || row.timeMs() != former.timeMs())) {
            inOrder.add(row);
        }
        return former;
    }

    private void note(Bytes key, @Nullable Row former) {
        if (saving) {
            undos.push(new Undo(key, former));
        }
    }

    void save() {
        saving = true;
        undos.clear();
    }

    void release() {
        saving = false;
        undos.clear();
    }

    void rollback() {
        saving = false;
        while (!undos.isEmpty()) {
            Undo undo = undos.pop();
            set(undo.key(), undo.former());
        }
    }
}
