package org.stoatflow.state.session;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;
import org.stoatflow.state.segment.Retention;
import org.stoatflow.state.segment.UserRange;
import org.stoatflow.state.store.UserRows;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.kstream.Window;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.kstream.internals.SessionWindow;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.SessionStore;

/** Rows in a user's session store. */
final class SessionUserRows implements UserRows {
    private static final SessionKeys KEYS = SessionKeys.ON_DISK;

    private final SessionStore<Bytes, byte[]> store;
    private final Retention retention;

    SessionUserRows(SessionStore<Bytes, byte[]> store, Retention retention) {
        this.store = store;
        this.retention = retention;
    }

    @Override
    public byte @Nullable [] get(byte[] key) {
        return store.fetchSession(Bytes.wrap(KEYS.key(key)), KEYS.startMs(key), KEYS.timeMs(key));
    }

    @Override
    public List<Row> read(byte @Nullable [] from, byte @Nullable [] to) {
        UserRange range = UserRange.of(KEYS, 2 * Long.BYTES, retention, from, to);
        Bytes key = range.key() == null ? null : Bytes.wrap(range.key());
        List<Row> rows = new ArrayList<>();
        try (KeyValueIterator<Windowed<Bytes>, byte[]> found = key == null
                ? store.findSessions(null, null, range.fromMs(), Long.MAX_VALUE)
                : store.findSessions(key, range.fromMs(), Long.MAX_VALUE)) {
            while (found.hasNext()) {
                KeyValue<Windowed<Bytes>, byte[]> session = found.next();
                rows.add(new Row(row(session.key), session.value));
            }
        }
        return rows;
    }

    private byte[] row(Windowed<Bytes> session) {
        Window window = session.window();
        return KEYS.row(retention.segment(window.end()), session.key().get(), window.end(), window.start());
    }

    @Override
    public List<byte[]> keys(byte @Nullable [] from, int max) {
        UserRange range = UserRange.of(KEYS, 2 * Long.BYTES, retention, from, null);
        List<byte[]> keys = new ArrayList<>();
        try (KeyValueIterator<Windowed<Bytes>, byte[]> found =
                store.findSessions(null, null, range.fromMs(), Long.MAX_VALUE)) {
            while (keys.size() < max && found.hasNext()) {
                keys.add(row(found.next().key));
            }
        }
        return keys;
    }

    @Override
    public void put(byte[] key, byte @Nullable [] stored) {
        Windowed<Bytes> session =
                new Windowed<>(Bytes.wrap(KEYS.key(key)), new SessionWindow(KEYS.startMs(key), KEYS.timeMs(key)));
        if (stored == null) {
            store.remove(session);
        } else {
            store.put(session, stored);
        }
    }

    /** Session stores do not tell. */
    @Override
    public long approximateEntries() {
        return 0;
    }

    @Override
    public byte[] logged(byte[] key) {
        return KEYS.logged(key);
    }
}
