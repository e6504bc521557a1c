package org.stoatflow.simulation.stores;

import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.IntToLongFunction;
import java.util.function.Predicate;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.state.KeyValueIterator;

/**
 * Stores that forget by time: the greatest time that was put says what has expired. On disk, rows are taken and leave
 * with their segment, in memory by their own time. The mark of a row is the epoch that wrote it.
 */
abstract class SegmentSubject extends Subject<Slot, Row> {
    static final long RETENTION_MS = 100;
    static final long SEGMENT_MS = 30;
    static final int NUMBERS = 3; // that this class needs

    private static final int OBSERVED = 0;
    private static final int MARKED = 1;
    private static final int KEPT = 2;
    private static final long NONE = -1;
    private static final int AT_ONCE = 8;

    private final boolean persistent;
    private final Shape shape;
    private long epoch;
    private long markedEpoch;
    private long restoredMs;
    private long restoredKept;

    SegmentSubject(Variant variant, Shape shape, int numbers) {
        super(numbers);
        persistent = variant.persistent();
        this.shape = shape;
    }

    Shape shape() {
        return shape;
    }

    boolean persistent() {
        return persistent;
    }

    @Override
    void forget(IntToLongFunction written) {
        now().numbers(OBSERVED, NONE);
        now().numbers(MARKED, NONE);
        now().numbers(KEPT, 0);
        markedEpoch = Long.MIN_VALUE;
    }

    /** Rows may leave meanwhile. */
    @Override
    boolean isSteady() {
        return false;
    }

    // ---- time

    @Override
    NavigableMap<Slot, Row> shown(NavigableMap<Slot, Row> rows, long reachedMs) {
        NavigableMap<Slot, Row> shown = new TreeMap<>(rows);
        shown.keySet().removeIf(slot -> slot.endMs() < firstVisible(reachedMs));
        return shown;
    }

    @Override
    long reachedMs(int partition) {
        return now().number(OBSERVED, partition);
    }

    private long segment(long timeMs) {
        return persistent ? timeMs / SEGMENT_MS : timeMs;
    }

    /** The first segment that has a place, once a time was seen. */
    private long firstLive(long observedMs) {
        return persistent ? Math.max(0, observedMs - RETENTION_MS) / SEGMENT_MS : firstVisible(observedMs);
    }

    private static long firstVisible(long observedMs) {
        return Math.max(0, observedMs - RETENTION_MS + 1);
    }

    /** The first time that is shown. */
    long firstVisible() {
        return firstVisible(now().number(OBSERVED, partition()));
    }

    /** Something of a time is put: whether there is still a place for it. */
    boolean observe(long timeMs) {
        now().number(OBSERVED, partition(), Math.max(timeMs, now().number(OBSERVED, partition())));
        return segment(timeMs) >= firstLive(now().number(OBSERVED, partition()));
    }

    void put(Slot slot, @Nullable Value value) {
        if (value == null) {
            rows().remove(slot);
        } else {
            rows().put(slot, new Row(value, epoch));
        }
    }

    /** A row leaves once all lanes are through the epoch in which its segment had expired. */
    @Override
    Leaving<Slot, Row> seal(long newest, long done) {
        long[] live = new long[PARTITIONS];
        if (markedEpoch <= done) {
            for (int partition = 0; partition < PARTITIONS; partition++) {
                long first = firstLive(now().number(MARKED, partition));
                if (first > now().number(KEPT, partition)) {
                    now().number(KEPT, partition, first);
                    live[partition] = first;
                }
                now().number(MARKED, partition, now().number(OBSERVED, partition));
            }
            markedEpoch = newest;
        }
        long sealed = epoch++;
        return (partition, slot, row) -> row.mark() <= sealed && segment(slot.endMs()) < live[partition];
    }

    // ---- restore

    @Override
    void beginRestore(int partition) {
        restoredMs = NONE;
        restoredKept = 0;
    }

    /** Records are taken by the time that those before have reached. In memory, rows leave some at once. */
    void restore(Slot slot, Logged logged) {
        NavigableMap<Slot, Row> rows = now().rows(logged.partition());
        restoredMs = Math.max(restoredMs, slot.endMs());
        long live = firstLive(restoredMs);
        if (live >= restoredKept + (persistent ? 1 : RETENTION_MS / AT_ONCE)) {
            long kept = restoredKept;
            rows.keySet().removeIf(each -> segment(each.endMs()) >= kept && segment(each.endMs()) < live);
            restoredKept = live;
        }
        if (segment(slot.endMs()) >= live) {
            if (logged.value() == null) {
                rows.remove(slot);
            } else {
                int number =
                        Numbers.number(Objects.requireNonNull(logged.value()).get());
                rows.put(slot, new Row(new Value(number, logged.timestamp(), logged.headers()), epoch));
            }
        }
    }

    // ---- comparing

    /** Compares a scan with the rows that it should have. */
    void compare(KeyValueIterator<Windowed<Bytes>, Object> found, Predicate<Slot> asked, boolean forward, String what) {
        compare(forward ? rows() : rows().descendingMap(), found, asked, what);
    }

    void compare(
            NavigableMap<Slot, Row> rows,
            KeyValueIterator<Windowed<Bytes>, Object> found,
            Predicate<Slot> asked,
            String what) {
        try (found) {
            for (Map.Entry<Slot, Row> row : rows.entrySet()) {
                if (asked.test(row.getKey())) {
                    compare(found, row.getKey(), row.getValue(), what);
                }
            }
            Difference.require(false, found.hasNext(), "whether there is more in", what);
        }
    }

    private void compare(KeyValueIterator<Windowed<Bytes>, Object> found, Slot slot, Row row, String what) {
        Difference.require(true, found.hasNext(), "whether it goes on", what, slot);
        KeyValue<Windowed<Bytes>, Object> next = found.next();
        Difference.require(slot.key(), next.key.key(), "key in", what);
        Difference.require(slot.startMs(), next.key.window().start(), "start in", what);
        Difference.require(endMs(slot), next.key.window().end(), "end in", what);
        Difference.require(shape.shown(row.value()), shape.read(next.value), "value", slot, what);
    }

    abstract long endMs(Slot slot);
}
