package org.stoatflow.streams.state;

import java.time.Instant;
import org.stoatflow.stores.Millis;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.processor.StateStore;

/**
 * A store of values by key and window. The greatest window start that was put is the store's time: a window whose
 * segment lies wholly further than the retention before it is not stored, and windows leave by segments. Keys cannot be
 * null. Used by one thread at a time.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public interface WindowStore<K, V> extends StateStore, ReadOnlyWindowStore<K, V> {
    /**
     * Sets the value of a window, or adds one where the store retains duplicates.
     *
     * @param key the key
     * @param value the value; null deletes the window, and does nothing where the store retains duplicates
     * @param windowStartTimestamp the window's start, in milliseconds since 1970
     * @throws NullPointerException if the key is null
     */
    void put(K key, V value, long windowStartTimestamp);

    /**
     * Reads the windows of a key, by start.
     *
     * @param key the key
     * @param timeFrom the first window start, in milliseconds since 1970
     * @param timeTo the last window start
     * @return the windows; to be closed
     * @throws NullPointerException if the key is null
     * @throws org.stoatflow.streams.errors.InvalidStateStoreException if the store is not open
     */
    WindowStoreIterator<V> fetch(K key, long timeFrom, long timeTo);

    @Override
    default WindowStoreIterator<V> fetch(K key, Instant timeFrom, Instant timeTo) throws IllegalArgumentException {
        return fetch(key, Millis.of(timeFrom, "timeFrom"), Millis.of(timeTo, "timeTo"));
    }

    /**
     * Reads the windows of a key, by descending start.
     *
     * @param key the key
     * @param timeFrom the first window start, in milliseconds since 1970
     * @param timeTo the last window start
     * @return the windows; to be closed
     * @throws NullPointerException if the key is null
     * @throws org.stoatflow.streams.errors.InvalidStateStoreException if the store is not open
     * @throws UnsupportedOperationException by default
     */
    default WindowStoreIterator<V> backwardFetch(K key, long timeFrom, long timeTo) {
        throw new UnsupportedOperationException(getClass().getName() + " cannot be read in reverse order");
    }

    @Override
    default WindowStoreIterator<V> backwardFetch(K key, Instant timeFrom, Instant timeTo)
            throws IllegalArgumentException {
        return backwardFetch(key, Millis.of(timeFrom, "timeFrom"), Millis.of(timeTo, "timeTo"));
    }

    /**
     * Reads the windows of a range of keys.
     *
     * @param keyFrom the least key; null for no bound
     * @param keyTo the greatest key; null for no bound
     * @param timeFrom the first window start, in milliseconds since 1970
     * @param timeTo the last window start
     * @return the windows; to be closed
     * @throws org.stoatflow.streams.errors.InvalidStateStoreException if the store is not open
     */
    KeyValueIterator<Windowed<K>, V> fetch(K keyFrom, K keyTo, long timeFrom, long timeTo);

    @Override
    default KeyValueIterator<Windowed<K>, V> fetch(K keyFrom, K keyTo, Instant timeFrom, Instant timeTo)
            throws IllegalArgumentException {
        return fetch(keyFrom, keyTo, Millis.of(timeFrom, "timeFrom"), Millis.of(timeTo, "timeTo"));
    }

    /**
     * Reads the windows of a range of keys, the latest first.
     *
     * @param keyFrom the least key; null for no bound
     * @param keyTo the greatest key; null for no bound
     * @param timeFrom the first window start, in milliseconds since 1970
     * @param timeTo the last window start
     * @return the windows; to be closed
     * @throws org.stoatflow.streams.errors.InvalidStateStoreException if the store is not open
     * @throws UnsupportedOperationException by default
     */
    default KeyValueIterator<Windowed<K>, V> backwardFetch(K keyFrom, K keyTo, long timeFrom, long timeTo) {
        throw new UnsupportedOperationException(getClass().getName() + " cannot be read in reverse order");
    }

    @Override
    default KeyValueIterator<Windowed<K>, V> backwardFetch(K keyFrom, K keyTo, Instant timeFrom, Instant timeTo)
            throws IllegalArgumentException {
        return backwardFetch(keyFrom, keyTo, Millis.of(timeFrom, "timeFrom"), Millis.of(timeTo, "timeTo"));
    }

    /**
     * Reads the windows of all keys that begin in a range of time.
     *
     * @param timeFrom the first window start, in milliseconds since 1970
     * @param timeTo the last window start
     * @return the windows; to be closed
     * @throws org.stoatflow.streams.errors.InvalidStateStoreException if the store is not open
     */
    KeyValueIterator<Windowed<K>, V> fetchAll(long timeFrom, long timeTo);

    @Override
    default KeyValueIterator<Windowed<K>, V> fetchAll(Instant timeFrom, Instant timeTo)
            throws IllegalArgumentException {
        return fetchAll(Millis.of(timeFrom, "timeFrom"), Millis.of(timeTo, "timeTo"));
    }

    /**
     * Reads the windows of all keys that begin in a range of time, the latest first.
     *
     * @param timeFrom the first window start, in milliseconds since 1970
     * @param timeTo the last window start
     * @return the windows; to be closed
     * @throws org.stoatflow.streams.errors.InvalidStateStoreException if the store is not open
     * @throws UnsupportedOperationException by default
     */
    default KeyValueIterator<Windowed<K>, V> backwardFetchAll(long timeFrom, long timeTo) {
        throw new UnsupportedOperationException(getClass().getName() + " cannot be read in reverse order");
    }

    @Override
    default KeyValueIterator<Windowed<K>, V> backwardFetchAll(Instant timeFrom, Instant timeTo)
            throws IllegalArgumentException {
        return backwardFetchAll(Millis.of(timeFrom, "timeFrom"), Millis.of(timeTo, "timeTo"));
    }
}
