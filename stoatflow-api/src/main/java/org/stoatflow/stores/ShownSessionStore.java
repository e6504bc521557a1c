package org.stoatflow.stores;

import java.time.Instant;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.ReadOnlySessionStore;

/** A session store whose values are shown as something else. Thread: the user's. */
record ShownSessionStore<K, A, B>(ReadOnlySessionStore<K, A> store, Function<A, B> show)
        implements ReadOnlySessionStore<K, B> {
    private @Nullable B shown(@Nullable A value) {
        return value == null ? null : show.apply(value);
    }

    @Override
    public KeyValueIterator<Windowed<K>, B> findSessions(
            K key, long earliestSessionEndTime, long latestSessionStartTime) {
        return new MappedIterator<>(store.findSessions(key, earliestSessionEndTime, latestSessionStartTime), show);
    }

    @Override
    public KeyValueIterator<Windowed<K>, B> findSessions(
            K keyFrom, K keyTo, long earliestSessionEndTime, long latestSessionStartTime) {
        return new MappedIterator<>(
                store.findSessions(keyFrom, keyTo, earliestSessionEndTime, latestSessionStartTime), show);
    }

    @Override
    public KeyValueIterator<Windowed<K>, B> findSessions(
            K key, Instant earliestSessionEndTime, Instant latestSessionStartTime) {
        return new MappedIterator<>(store.findSessions(key, earliestSessionEndTime, latestSessionStartTime), show);
    }

    @Override
    public KeyValueIterator<Windowed<K>, B> findSessions(
            K keyFrom, K keyTo, Instant earliestSessionEndTime, Instant latestSessionStartTime) {
        return new MappedIterator<>(
                store.findSessions(keyFrom, keyTo, earliestSessionEndTime, latestSessionStartTime), show);
    }

    @Override
    public KeyValueIterator<Windowed<K>, B> backwardFindSessions(
            K key, long earliestSessionEndTime, long latestSessionStartTime) {
        return new MappedIterator<>(
                store.backwardFindSessions(key, earliestSessionEndTime, latestSessionStartTime), show);
    }

    @Override
    public KeyValueIterator<Windowed<K>, B> backwardFindSessions(
            K keyFrom, K keyTo, long earliestSessionEndTime, long latestSessionStartTime) {
        return new MappedIterator<>(
                store.backwardFindSessions(keyFrom, keyTo, earliestSessionEndTime, latestSessionStartTime), show);
    }

    @Override
    public KeyValueIterator<Windowed<K>, B> backwardFindSessions(
            K key, Instant earliestSessionEndTime, Instant latestSessionStartTime) {
        return new MappedIterator<>(
                store.backwardFindSessions(key, earliestSessionEndTime, latestSessionStartTime), show);
    }

    @Override
    public KeyValueIterator<Windowed<K>, B> backwardFindSessions(
            K keyFrom, K keyTo, Instant earliestSessionEndTime, Instant latestSessionStartTime) {
        return new MappedIterator<>(
                store.backwardFindSessions(keyFrom, keyTo, earliestSessionEndTime, latestSessionStartTime), show);
    }

    @Override
    public KeyValueIterator<Windowed<K>, B> fetch(K key) {
        return new MappedIterator<>(store.fetch(key), show);
    }

    @Override
    public KeyValueIterator<Windowed<K>, B> fetch(K keyFrom, K keyTo) {
        return new MappedIterator<>(store.fetch(keyFrom, keyTo), show);
    }

    @Override
    public KeyValueIterator<Windowed<K>, B> backwardFetch(K key) {
        return new MappedIterator<>(store.backwardFetch(key), show);
    }

    @Override
    public KeyValueIterator<Windowed<K>, B> backwardFetch(K keyFrom, K keyTo) {
        return new MappedIterator<>(store.backwardFetch(keyFrom, keyTo), show);
    }

    @Override
    public @Nullable B fetchSession(K key, long sessionStartTime, long sessionEndTime) {
        return shown(store.fetchSession(key, sessionStartTime, sessionEndTime));
    }

    @Override
    public @Nullable B fetchSession(K key, Instant sessionStartTime, Instant sessionEndTime) {
        return shown(store.fetchSession(key, sessionStartTime, sessionEndTime));
    }
}
