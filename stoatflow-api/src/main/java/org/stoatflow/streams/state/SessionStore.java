package org.stoatflow.streams.state;

import java.time.Instant;
import org.stoatflow.stores.Millis;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.processor.StateStore;

/**
 * A store of values by session: key, start and end. The greatest end that was put is the store's time: a session whose
 * segment lies wholly further than the retention before it is not stored, and sessions leave by segments. Used by one
 * thread at a time.
 *
 * @param <K> the type of keys
 * @param <AGG> the type of values
 */
public interface SessionStore<K, AGG> extends StateStore, ReadOnlySessionStore<K, AGG> {
    /**
     * Reads the sessions of all keys that end in a range of time.
     *
     * @param earliestSessionEndTime the least end, in milliseconds since 1970
     * @param latestSessionEndTime the greatest end
     * @return the sessions; to be closed
     * @throws UnsupportedOperationException by default
     */
    default KeyValueIterator<Windowed<K>, AGG> findSessions(long earliestSessionEndTime, long latestSessionEndTime) {
        throw new UnsupportedOperationException(getClass().getName() + " has no findSessions by end");
    }

    @Override
    default KeyValueIterator<Windowed<K>, AGG> findSessions(
            K key, Instant earliestSessionEndTime, Instant latestSessionStartTime) {
        return findSessions(
                key,
                Millis.of(earliestSessionEndTime, "earliestSessionEndTime"),
                Millis.of(latestSessionStartTime, "latestSessionStartTime"));
    }

    @Override
    default KeyValueIterator<Windowed<K>, AGG> backwardFindSessions(
            K key, Instant earliestSessionEndTime, Instant latestSessionStartTime) {
        return backwardFindSessions(
                key,
                Millis.of(earliestSessionEndTime, "earliestSessionEndTime"),
                Millis.of(latestSessionStartTime, "latestSessionStartTime"));
    }

    @Override
    default KeyValueIterator<Windowed<K>, AGG> findSessions(
            K keyFrom, K keyTo, Instant earliestSessionEndTime, Instant latestSessionStartTime) {
        return findSessions(
                keyFrom,
                keyTo,
                Millis.of(earliestSessionEndTime, "earliestSessionEndTime"),
                Millis.of(latestSessionStartTime, "latestSessionStartTime"));
    }

    @Override
    default KeyValueIterator<Windowed<K>, AGG> backwardFindSessions(
            K keyFrom, K keyTo, Instant earliestSessionEndTime, Instant latestSessionStartTime) {
        return backwardFindSessions(
                keyFrom,
                keyTo,
                Millis.of(earliestSessionEndTime, "earliestSessionEndTime"),
                Millis.of(latestSessionStartTime, "latestSessionStartTime"));
    }

    @Override
    default AGG fetchSession(K key, Instant sessionStartTime, Instant sessionEndTime) {
        return fetchSession(
                key, Millis.of(sessionStartTime, "sessionStartTime"), Millis.of(sessionEndTime, "sessionEndTime"));
    }

    /**
     * Removes a session.
     *
     * @param sessionKey key, start and end of the session
     * @throws NullPointerException if the argument is null
     */
    void remove(Windowed<K> sessionKey);

    /**
     * Sets the value of a session.
     *
     * @param sessionKey key, start and end of the session
     * @param aggregate the value; null removes the session
     * @throws NullPointerException if the first argument is null
     */
    void put(Windowed<K> sessionKey, AGG aggregate);
}
