package org.stoatflow.streams.state;

import java.time.Instant;
import org.apache.kafka.common.IsolationLevel;
import org.stoatflow.streams.errors.InvalidStateStoreException;
import org.stoatflow.streams.kstream.Windowed;

/**
 * The reading side of a window store. Windows have a start and a key. Bounds of times are about starts, and are
 * included. A window is shown as long as its start is less than the store's retention before the greatest start that
 * was put. Iterators must be closed.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public interface ReadOnlyWindowStore<K, V> {
    /**
     * Returns the value of a window.
     *
     * @param key the key
     * @param time the window's start, in milliseconds since 1970
     * @return the value, or null if there is none
     * @throws NullPointerException if the key is null
     * @throws InvalidStateStoreException if the store is not open
     */
    V fetch(K key, long time);

    /**
     * Reads the windows of a key, by start.
     *
     * @param key the key
     * @param timeFrom the first window start
     * @param timeTo the last window start
     * @return the windows; to be closed
     * @throws NullPointerException if the key is null
     * @throws InvalidStateStoreException if the store is not open
     * @throws IllegalArgumentException if a time is null, or too far from 1970 for milliseconds
     */
    WindowStoreIterator<V> fetch(K key, Instant timeFrom, Instant timeTo) throws IllegalArgumentException;

    /**
     * Reads the windows of a key, by descending start.
     *
     * @param key the key
     * @param timeFrom the first window start
     * @param timeTo the last window start
     * @return the windows; to be closed
     * @throws NullPointerException if the key is null
     * @throws InvalidStateStoreException if the store is not open
     * @throws IllegalArgumentException if a time is null, or too far from 1970 for milliseconds
     * @throws UnsupportedOperationException by default
     */
    default WindowStoreIterator<V> backwardFetch(K key, Instant timeFrom, Instant timeTo)
            throws IllegalArgumentException {
        throw new UnsupportedOperationException(getClass().getName() + " cannot be read in reverse order");
    }

    /**
     * Reads the windows of a range of keys.
     *
     * @param keyFrom the least key; null for no bound
     * @param keyTo the greatest key; null for no bound
     * @param timeFrom the first window start
     * @param timeTo the last window start
     * @return the windows; to be closed
     * @throws InvalidStateStoreException if the store is not open
     * @throws IllegalArgumentException if a time is null, or too far from 1970 for milliseconds
     */
    KeyValueIterator<Windowed<K>, V> fetch(K keyFrom, K keyTo, Instant timeFrom, Instant timeTo)
            throws IllegalArgumentException;

    /**
     * Reads the windows of a range of keys, the latest first.
     *
     * @param keyFrom the least key; null for no bound
     * @param keyTo the greatest key; null for no bound
     * @param timeFrom the first window start
     * @param timeTo the last window start
     * @return the windows; to be closed
     * @throws InvalidStateStoreException if the store is not open
     * @throws IllegalArgumentException if a time is null, or too far from 1970 for milliseconds
     * @throws UnsupportedOperationException by default
     */
    default KeyValueIterator<Windowed<K>, V> backwardFetch(K keyFrom, K keyTo, Instant timeFrom, Instant timeTo)
            throws IllegalArgumentException {
        throw new UnsupportedOperationException(getClass().getName() + " cannot be read in reverse order");
    }

    /**
     * Reads all windows.
     *
     * @return the windows; to be closed
     * @throws InvalidStateStoreException if the store is not open
     */
    KeyValueIterator<Windowed<K>, V> all();

    /**
     * Reads all windows, the latest first.
     *
     * @return the windows; to be closed
     * @throws InvalidStateStoreException if the store is not open
     * @throws UnsupportedOperationException by default
     */
    default KeyValueIterator<Windowed<K>, V> backwardAll() {
        throw new UnsupportedOperationException(getClass().getName() + " cannot be read in reverse order");
    }

    /**
     * Reads the windows of all keys that begin in a range of time.
     *
     * @param timeFrom the first window start
     * @param timeTo the last window start
     * @return the windows; to be closed
     * @throws InvalidStateStoreException if the store is not open
     * @throws IllegalArgumentException if a time is null, or too far from 1970 for milliseconds
     */
    KeyValueIterator<Windowed<K>, V> fetchAll(Instant timeFrom, Instant timeTo) throws IllegalArgumentException;

    /**
     * Reads the windows of all keys that begin in a range of time, the latest first.
     *
     * @param timeFrom the first window start
     * @param timeTo the last window start
     * @return the windows; to be closed
     * @throws InvalidStateStoreException if the store is not open
     * @throws IllegalArgumentException if a time is null, or too far from 1970 for milliseconds
     * @throws UnsupportedOperationException by default
     */
    default KeyValueIterator<Windowed<K>, V> backwardFetchAll(Instant timeFrom, Instant timeTo)
            throws IllegalArgumentException {
        throw new UnsupportedOperationException(getClass().getName() + " cannot be read in reverse order");
    }

    /**
     * The store as it is read at a level of isolation. What {@link org.stoatflow.streams.KafkaStreams#store} gives
     * shows committed rows at either level.
     *
     * @param isolationLevel whether rows that are not committed yet may be shown
     * @return the store to read; this store by default
     */
    default ReadOnlyWindowStore<K, V> readOnly(IsolationLevel isolationLevel) {
        return this;
    }
}
