package org.stoatflow.operator;

import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.state.SessionStore;

/** Reads a table of sessions from its store. The timestamp of a row is the session's end. */
final class SessionReader<K, V> implements TableReader<Windowed<K>, V> {
    private final SessionStore<K, V> sessions;
    private long timestamp;

    SessionReader(SessionStore<K, V> sessions) {
        this.sessions = sessions;
    }

    @Override
    public @Nullable V read(Windowed<K> key) {
        timestamp = key.window().end();
        return sessions.fetchSession(
                key.key(), key.window().start(), key.window().end());
    }

    @Override
    public long timestamp() {
        return timestamp;
    }
}
