package org.stoatflow.simulation.stores;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.function.IntToLongFunction;
import java.util.function.Predicate;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.WindowStore;
import org.stoatflow.streams.state.WindowStoreIterator;

/** Window stores, with one value for each key and start or, where they retain duplicates, with all that were put. */
final class WindowSubject extends SegmentSubject {
    static final long SIZE_MS = 10;

    private static final int PUTS = NUMBERS;
    private static final int STORED = NUMBERS + 1;
    private static final long UNKNOWN = -1;
    private static final long STEP_MS = 5;

    private final Variant variant;
    private final boolean duplicates;
    private IntToLongFunction written = partition -> 0;

    WindowSubject(Variant variant, Shape shape, boolean duplicates) {
        super(variant, shape, NUMBERS + 2);
        this.variant = variant;
        this.duplicates = duplicates;
    }

    @SuppressWarnings("unchecked") // the store is made of what the variant says
    private static WindowStore<Bytes, Object> typed(StateStore store) {
        return (WindowStore<Bytes, Object>) store;
    }

    @Override
    void forget(IntToLongFunction newWritten) {
        super.forget(newWritten);
        written = newWritten;
        now().numbers(PUTS, UNKNOWN);
        now().numbers(STORED, 0);
    }

    private Slot slot(Bytes key, long startMs, int number) {
        return Slot.window(persistent(), SEGMENT_MS, key, startMs, number);
    }

    @Override
    long endMs(Slot slot) {
        return slot.startMs() + SIZE_MS;
    }

    @Override
    void write(StateStore store, Draw draw) {
        Bytes key = draw.key();
        long startMs = draw.before(record().timestamp()) / STEP_MS * STEP_MS;
        Value value = draw.oneIn(6)
                ? null
                : new Value(
                        draw.oneIn(20) ? Numbers.NOTHING : draw.number(),
                        draw.before(record().timestamp()),
                        Draw.list(draw.headers()));
        note("put", key, startMs, value);
        typed(store).put(key, value == null ? null : shape().put(value), startMs);
        model(key, startMs, value == null || value.number() == Numbers.NOTHING ? null : value);
    }

    private void model(Bytes key, long startMs, @Nullable Value value) {
        int number = duplicates ? nextNumber() : 0;
        boolean storesNothing = duplicates && value == null;
        boolean live = (storesNothing && persistent()) || observe(startMs);
        if (!live) {
            countExpired();
        }
        if (duplicates && !storesNothing) {
            now().number(STORED, partition(), number);
        }
        Slot slot = slot(key, startMs, number);
        Value kept = value == null || shape() != Shape.PLAIN
                ? value
                : new Value(value.number(), record().timestamp(), value.headers());
        long timestamp = kept == null ? record().timestamp() : kept.timestamp();
        Logged logged = logged(
                slot.loggedWindow(),
                kept == null ? null : Numbers.bytes(kept.number()),
                timestamp,
                !shape().hasHeaders() ? List.of() : kept == null ? recordHeaders() : kept.headers());
        if (!storesNothing && (live || variant.cached())) {
            put(slot, kept);
            now().log(logged);
        } else {
            now().logBeside(logged);
        }
    }

    /** Numbers go on behind the records of the changelog. */
    private int nextNumber() {
        long before = now().number(PUTS, partition());
        long next = (before == UNKNOWN ? written.applyAsLong(partition()) : before) + 1;
        now().number(PUTS, partition(), next);
        return (int) next;
    }

    // ---- reads

    @Override
    void read(StateStore store, Draw draw) {
        WindowStore<Bytes, Object> windows = typed(store);
        Bytes key = draw.key();
        long fromMs = draw.before(record().timestamp());
        long toMs = draw.oneIn(5) ? Long.MAX_VALUE : fromMs + draw.below(150);
        int form = draw.below(9);
        note("read", form, key, fromMs, toMs);
        switch (form) {
            case 0, 1, 2 -> fetch(windows, key, fromMs / STEP_MS * STEP_MS);
            case 3 -> ofKey(windows.fetch(key, fromMs, toMs), key, fromMs, toMs, true);
            case 4 -> ofKey(windows.backwardFetch(key, fromMs, toMs), key, fromMs, toMs, false);
            case 5 -> {
                Predicate<Slot> asked = slot -> slot.startMs() >= fromMs && slot.startMs() <= toMs;
                shown(windows.fetchAll(fromMs, toMs), asked, true, "fetchAll");
                shown(windows.backwardFetchAll(fromMs, toMs), asked, false, "backwardFetchAll");
            }
            case 6 -> {
                shown(windows.all(), slot -> true, true, "all");
                shown(windows.backwardAll(), slot -> true, false, "backwardAll");
            }
            default -> ofKeys(windows, draw, fromMs, toMs);
        }
    }

    /** With duplicates, finds the last one that was put, and nothing in memory. */
    private void fetch(WindowStore<Bytes, Object> windows, Bytes key, long startMs) {
        int number = duplicates ? (int) now().number(STORED, partition()) : 0;
        Row row = startMs < firstVisible() || (duplicates && !persistent())
                ? null
                : rows().get(slot(key, startMs, number));
        Difference.require(
                row == null ? null : shape().shown(row.value()),
                shape().read(windows.fetch(key, startMs)),
                "window",
                key,
                startMs);
    }

    private void ofKeys(WindowStore<Bytes, Object> windows, Draw draw, long fromMs, long toMs) {
        Bytes from = draw.bound();
        Bytes to = draw.bound();
        note("of keys", from, to);
        Predicate<Slot> asked = slot -> slot.startMs() >= fromMs
                && slot.startMs() <= toMs
                && (from == null || slot.key().compareTo(from) >= 0)
                && (to == null || slot.key().compareTo(to) <= 0);
        shown(windows.fetch(from, to, fromMs, toMs), asked, true, "fetch of keys");
        shown(windows.backwardFetch(from, to, fromMs, toMs), asked, false, "backwardFetch of keys");
    }

    private void shown(
            KeyValueIterator<Windowed<Bytes>, Object> found, Predicate<Slot> asked, boolean forward, String what) {
        long visible = firstVisible();
        compare(found, asked.and(slot -> slot.startMs() >= visible), forward, what);
    }

    private void ofKey(WindowStoreIterator<Object> found, Bytes key, long fromMs, long toMs, boolean forward) {
        long visible = Math.max(fromMs, firstVisible());
        NavigableMap<Slot, Row> all = forward ? rows() : rows().descendingMap();
        try (found) {
            for (Map.Entry<Slot, Row> row : all.entrySet()) {
                Slot slot = row.getKey();
                if (slot.key().equals(key) && slot.startMs() >= visible && slot.startMs() <= toMs) {
                    Difference.require(true, found.hasNext(), "whether there is", slot);
                    KeyValue<Long, Object> next = found.next();
                    Difference.require(slot.startMs(), next.key, "start", slot);
                    Difference.require(shape().shown(row.getValue().value()), shape().read(next.value), "value", slot);
                }
            }
            Difference.require(false, found.hasNext(), "whether there are more windows", key);
        }
    }

    @Override
    void compareCommitted(StateStore view, NavigableMap<Slot, Row> rows) {
        compare(rows, typed(view).all(), slot -> true, "committed windows");
    }

    @Override
    void restore(Logged logged) {
        byte[] key = logged.key().get();
        int user = key.length - Long.BYTES - Integer.BYTES;
        ByteBuffer behind = ByteBuffer.wrap(key, user, key.length - user);
        restore(slot(Bytes.wrap(Arrays.copyOf(key, user)), behind.getLong(), behind.getInt()), logged);
    }
}
