package org.stoatflow.simulation.stores;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.function.Predicate;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.kstream.internals.SessionWindow;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.SessionStore;

/** Session stores. */
final class SessionSubject extends SegmentSubject {
    private static final long STEP_MS = 5;

    private final Variant variant;

    SessionSubject(Variant variant, Shape shape) {
        super(variant, shape, NUMBERS);
        this.variant = variant;
    }

    @SuppressWarnings("unchecked") // the store is made of what the variant says
    private static SessionStore<Bytes, Object> typed(StateStore store) {
        return (SessionStore<Bytes, Object>) store;
    }

    private Slot slot(Bytes key, long startMs, long endMs) {
        return Slot.session(persistent(), SEGMENT_MS, key, startMs, endMs);
    }

    @Override
    long endMs(Slot slot) {
        return slot.endMs();
    }

    // ---- writes

    @Override
    void write(StateStore store, Draw draw) {
        Bytes key = draw.key();
        long endMs = draw.before(record().timestamp()) / STEP_MS * STEP_MS;
        long startMs = Math.max(0, endMs - draw.below(3) * STEP_MS);
        Windowed<Bytes> session = new Windowed<>(key, new SessionWindow(startMs, endMs));
        Slot slot = slot(key, startMs, endMs);
        if (draw.oneIn(5)) {
            note("remove", key, startMs, endMs);
            typed(store).remove(session);
            // a removal that comes too late is not counted, and in memory it does not advance time
            boolean live = persistent() ? observe(endMs) : endMs >= firstVisible();
            model(slot, null, live);
            return;
        }
        Value value = draw.oneIn(8)
                ? null
                : new Value(draw.oneIn(20) ? Numbers.NOTHING : draw.number(), Value.NO_TIME, Draw.list(draw.headers()));
        note("put", key, startMs, endMs, value);
        typed(store).put(session, value == null ? null : shape().put(value));
        boolean live = observe(endMs);
        if (!live) {
            countExpired();
        }
        model(slot, value == null || value.number() == Numbers.NOTHING ? null : value, live);
    }

    private void model(Slot slot, @Nullable Value value, boolean live) {
        Logged logged = logged(
                slot.loggedSession(),
                value == null ? null : Numbers.bytes(value.number()),
                record().timestamp(),
                !shape().hasHeaders() ? List.of() : value == null ? recordHeaders() : value.headers());
        if (live || variant.cached()) {
            put(slot, value);
            now().log(logged);
        } else {
            now().logBeside(logged);
        }
    }

    // ---- reads

    @Override
    void read(StateStore store, Draw draw) {
        SessionStore<Bytes, Object> sessions = typed(store);
        Bytes key = draw.key();
        long earliestEndMs = draw.before(record().timestamp());
        long latestStartMs = draw.oneIn(5) ? Long.MAX_VALUE : earliestEndMs + draw.below(150);
        int form = draw.below(8);
        note("read", form, key, earliestEndMs, latestStartMs);
        Predicate<Slot> ofKey = slot -> slot.key().equals(key);
        Predicate<Slot> within = slot -> slot.endMs() >= earliestEndMs && slot.startMs() <= latestStartMs;
        switch (form) {
            case 0, 1, 2 -> {
                long endMs = earliestEndMs / STEP_MS * STEP_MS;
                fetch(sessions, key, Math.max(0, endMs - draw.below(3) * STEP_MS), endMs);
            }
            case 3 -> {
                shown(sessions.fetch(key), ofKey, true, "fetch");
                shown(sessions.backwardFetch(key), ofKey, false, "backwardFetch");
            }
            case 4 -> {
                Predicate<Slot> asked = ofKey.and(within);
                shown(sessions.findSessions(key, earliestEndMs, latestStartMs), asked, true, "findSessions");
                shown(
                        sessions.backwardFindSessions(key, earliestEndMs, latestStartMs),
                        asked,
                        false,
                        "backwardFindSessions");
            }
            case 5 -> ended(sessions, earliestEndMs, latestStartMs);
            default -> ofKeys(sessions, draw, within, earliestEndMs, latestStartMs);
        }
    }

    private void fetch(SessionStore<Bytes, Object> sessions, Bytes key, long startMs, long endMs) {
        Row row = endMs < firstVisible() ? null : rows().get(slot(key, startMs, endMs));
        Difference.require(
                row == null ? null : shape().shown(row.value()),
                shape().read(sessions.fetchSession(key, startMs, endMs)),
                "session",
                key,
                startMs,
                endMs);
    }

    /** On disk, this shows sessions as long as they are stored. */
    private void ended(SessionStore<Bytes, Object> sessions, long fromMs, long toMs) {
        Predicate<Slot> asked = slot -> slot.endMs() >= fromMs && slot.endMs() <= toMs;
        KeyValueIterator<Windowed<Bytes>, Object> found = sessions.findSessions(fromMs, toMs);
        if (persistent()) {
            compare(found, asked, true, "sessions that ended");
        } else {
            shown(found, asked, true, "sessions that ended");
        }
    }

    private void ofKeys(
            SessionStore<Bytes, Object> sessions,
            Draw draw,
            Predicate<Slot> within,
            long earliestEndMs,
            long latestStartMs) {
        Bytes from = draw.bound();
        Bytes to = draw.bound();
        note("of keys", from, to);
        Predicate<Slot> ofKeys = slot -> (from == null || slot.key().compareTo(from) >= 0)
                && (to == null || slot.key().compareTo(to) <= 0);
        if (draw.oneIn(2)) {
            shown(sessions.fetch(from, to), ofKeys, true, "fetch of keys");
            shown(sessions.backwardFetch(from, to), ofKeys, false, "backwardFetch of keys");
            return;
        }
        Predicate<Slot> asked = ofKeys.and(within);
        shown(sessions.findSessions(from, to, earliestEndMs, latestStartMs), asked, true, "findSessions of keys");
        shown(
                sessions.backwardFindSessions(from, to, earliestEndMs, latestStartMs),
                asked,
                false,
                "backwardFindSessions of keys");
    }

    private void shown(
            KeyValueIterator<Windowed<Bytes>, Object> found, Predicate<Slot> asked, boolean forward, String what) {
        long visible = firstVisible();
        compare(found, asked.and(slot -> slot.endMs() >= visible), forward, what);
    }

    @Override
    void compareCommitted(StateStore view, NavigableMap<Slot, Row> rows) {
        compare(rows, typed(view).fetch(null, null), slot -> true, "committed sessions");
    }

    @Override
    void restore(Logged logged) {
        byte[] key = logged.key().get();
        int user = key.length - 2 * Long.BYTES;
        ByteBuffer behind = ByteBuffer.wrap(key, user, key.length - user);
        long endMs = behind.getLong();
        restore(slot(Bytes.wrap(Arrays.copyOf(key, user)), behind.getLong(), endMs), logged);
    }
}
