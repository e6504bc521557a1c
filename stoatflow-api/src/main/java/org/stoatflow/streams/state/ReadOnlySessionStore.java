package org.stoatflow.streams.state;

import java.time.Instant;
import org.apache.kafka.common.IsolationLevel;
import org.stoatflow.streams.kstream.Windowed;

/**
 * The reading side of a session store. A session has a key, a start and an end, both included. It is shown as long as
 * its end is less than the store's retention before the greatest end that was put. Iterators must be closed. Keys
 * cannot be null, but where a range says so. Methods that ask a store that is not open throw {@link
 * org.stoatflow.streams.errors.InvalidStateStoreException}.
 *
 * @param <K> the type of keys
 * @param <AGG> the type of values
 */
public interface ReadOnlySessionStore<K, AGG> {
    /**
     * Reads the sessions of a key that have something of a range of time, the earliest first.
     *
     * @param key the key
     * @param earliestSessionEndTime the least end that a session may have, in milliseconds since 1970
     * @param latestSessionStartTime the greatest start that a session may have
     * @return the sessions; to be closed
     * @throws NullPointerException if the key is null
     * @throws UnsupportedOperationException by default
     */
    default KeyValueIterator<Windowed<K>, AGG> findSessions(
            K key, long earliestSessionEndTime, long latestSessionStartTime) {
        throw new UnsupportedOperationException(getClass().getName() + " has no findSessions");
    }

    /**
     * Reads the sessions of a key that have something of a range of time, the earliest first.
     *
     * @param key the key
     * @param earliestSessionEndTime the least end that a session may have
     * @param latestSessionStartTime the greatest start that a session may have
     * @return the sessions; to be closed
     * @throws NullPointerException if the key is null
     * @throws IllegalArgumentException if a time is null, or too far from 1970 for milliseconds
     * @throws UnsupportedOperationException by default
     */
    default KeyValueIterator<Windowed<K>, AGG> findSessions(
            K key, Instant earliestSessionEndTime, Instant latestSessionStartTime) {
        throw new UnsupportedOperationException(getClass().getName() + " has no findSessions");
    }

    /**
     * Reads the sessions of a key that have something of a range of time, the latest first.
     *
     * @param key the key
     * @param earliestSessionEndTime the least end that a session may have, in milliseconds since 1970
     * @param latestSessionStartTime the greatest start that a session may have
     * @return the sessions; to be closed
     * @throws NullPointerException if the key is null
     * @throws UnsupportedOperationException by default
     */
    default KeyValueIterator<Windowed<K>, AGG> backwardFindSessions(
            K key, long earliestSessionEndTime, long latestSessionStartTime) {
        throw new UnsupportedOperationException(getClass().getName() + " has no backwardFindSessions");
    }

    /**
     * Reads the sessions of a key that have something of a range of time, the latest first.
     *
     * @param key the key
     * @param earliestSessionEndTime the least end that a session may have
     * @param latestSessionStartTime the greatest start that a session may have
     * @return the sessions; to be closed
     * @throws NullPointerException if the key is null
     * @throws IllegalArgumentException if a time is null, or too far from 1970 for milliseconds
     * @throws UnsupportedOperationException by default
     */
    default KeyValueIterator<Windowed<K>, AGG> backwardFindSessions(
            K key, Instant earliestSessionEndTime, Instant latestSessionStartTime) {
        throw new UnsupportedOperationException(getClass().getName() + " has no backwardFindSessions");
    }

    /**
     * Reads the sessions of a range of keys that have something of a range of time, the earliest first.
     *
     * @param keyFrom the least key; null for no bound
     * @param keyTo the greatest key; null for no bound
     * @param earliestSessionEndTime the least end that a session may have, in milliseconds since 1970
     * @param latestSessionStartTime the greatest start that a session may have
     * @return the sessions; to be closed
     * @throws UnsupportedOperationException by default
     */
    default KeyValueIterator<Windowed<K>, AGG> findSessions(
            K keyFrom, K keyTo, long earliestSessionEndTime, long latestSessionStartTime) {
        throw new UnsupportedOperationException(getClass().getName() + " has no findSessions");
    }

    /**
     * Reads the sessions of a range of keys that have something of a range of time, the earliest first.
     *
     * @param keyFrom the least key; null for no bound
     * @param keyTo the greatest key; null for no bound
     * @param earliestSessionEndTime the least end that a session may have
     * @param latestSessionStartTime the greatest start that a session may have
     * @return the sessions; to be closed
     * @throws IllegalArgumentException if a time is null, or too far from 1970 for milliseconds
     * @throws UnsupportedOperationException by default
     */
    default KeyValueIterator<Windowed<K>, AGG> findSessions(
            K keyFrom, K keyTo, Instant earliestSessionEndTime, Instant latestSessionStartTime) {
        throw new UnsupportedOperationException(getClass().getName() + " has no findSessions");
    }

    /**
     * Reads the sessions of a range of keys that have something of a range of time, the latest first.
     *
     * @param keyFrom the least key; null for no bound
     * @param keyTo the greatest key; null for no bound
     * @param earliestSessionEndTime the least end that a session may have, in milliseconds since 1970
     * @param latestSessionStartTime the greatest start that a session may have
     * @return the sessions; to be closed
     * @throws UnsupportedOperationException by default
     */
    default KeyValueIterator<Windowed<K>, AGG> backwardFindSessions(
            K keyFrom, K keyTo, long earliestSessionEndTime, long latestSessionStartTime) {
        throw new UnsupportedOperationException(getClass().getName() + " has no backwardFindSessions");
    }

    /**
     * Reads the sessions of a range of keys that have something of a range of time, the latest first.
     *
     * @param keyFrom the least key; null for no bound
     * @param keyTo the greatest key; null for no bound
     * @param earliestSessionEndTime the least end that a session may have
     * @param latestSessionStartTime the greatest start that a session may have
     * @return the sessions; to be closed
     * @throws IllegalArgumentException if a time is null, or too far from 1970 for milliseconds
     * @throws UnsupportedOperationException by default
     */
    default KeyValueIterator<Windowed<K>, AGG> backwardFindSessions(
            K keyFrom, K keyTo, Instant earliestSessionEndTime, Instant latestSessionStartTime) {
        throw new UnsupportedOperationException(getClass().getName() + " has no backwardFindSessions");
    }

    /**
     * Returns the value of a session.
     *
     * @param key the key
     * @param sessionStartTime the session's start, in milliseconds since 1970
     * @param sessionEndTime the session's end, in milliseconds since 1970
     * @return the value, or null if there is none
     * @throws NullPointerException if the key is null
     * @throws UnsupportedOperationException by default
     */
    default AGG fetchSession(K key, long sessionStartTime, long sessionEndTime) {
        throw new UnsupportedOperationException(getClass().getName() + " has no fetchSession");
    }

    /**
     * Returns the value of a session.
     *
     * @param key the key
     * @param sessionStartTime the session's start
     * @param sessionEndTime the session's end
     * @return the value, or null if there is none
     * @throws NullPointerException if the key is null
     * @throws IllegalArgumentException if a time is null, or too far from 1970 for milliseconds
     * @throws UnsupportedOperationException by default
     */
    default AGG fetchSession(K key, Instant sessionStartTime, Instant sessionEndTime) {
        throw new UnsupportedOperationException(getClass().getName() + " has no fetchSession");
    }

    /**
     * Reads all sessions of a key, the earliest first.
     *
     * @param key the key
     * @return the sessions; to be closed
     * @throws NullPointerException if the key is null
     */
    KeyValueIterator<Windowed<K>, AGG> fetch(K key);

    /**
     * Reads all sessions of a key, the latest first.
     *
     * @param key the key
     * @return the sessions; to be closed
     * @throws NullPointerException if the key is null
     * @throws UnsupportedOperationException by default
     */
    default KeyValueIterator<Windowed<K>, AGG> backwardFetch(K key) {
        throw new UnsupportedOperationException(getClass().getName() + " has no backwardFetch");
    }

    /**
     * Reads all sessions of a range of keys, the earliest first.
     *
     * @param keyFrom the least key; null for no bound
     * @param keyTo the greatest key; null for no bound
     * @return the sessions; to be closed
     */
    KeyValueIterator<Windowed<K>, AGG> fetch(K keyFrom, K keyTo);

    /**
     * Reads all sessions of a range of keys, the latest first.
     *
     * @param keyFrom the least key; null for no bound
     * @param keyTo the greatest key; null for no bound
     * @return the sessions; to be closed
     * @throws UnsupportedOperationException by default
     */
    default KeyValueIterator<Windowed<K>, AGG> backwardFetch(K keyFrom, K keyTo) {
        throw new UnsupportedOperationException(getClass().getName() + " has no backwardFetch");
    }

    /**
     * The store as it is read at a level of isolation. What {@link org.stoatflow.streams.KafkaStreams#store} gives
     * shows committed rows at either level.
     *
     * @param isolationLevel whether rows that are not committed yet may be shown
     * @return the store to read; this store by default
     */
    default ReadOnlySessionStore<K, AGG> readOnly(IsolationLevel isolationLevel) {
        return this;
    }
}
