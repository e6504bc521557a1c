package org.stoatflow.streams.state;

import org.apache.kafka.common.IsolationLevel;
import org.stoatflow.streams.errors.InvalidStateStoreException;
import org.stoatflow.streams.processor.StateStore;

/**
 * A store that keeps the versions of each key for a while, and answers with the one that was valid at a time. Used by
 * one thread at a time.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public interface VersionedKeyValueStore<K, V> extends StateStore {
    /** What {@link #put} returns for a version that no later one follows. */
    long PUT_RETURN_CODE_VALID_TO_UNDEFINED = -1L;

    /** What {@link #put} returns for a version that was not added, since it is older than what is kept. */
    long PUT_RETURN_CODE_NOT_PUT = Long.MIN_VALUE;

    /**
     * Adds a version, or replaces the one with this timestamp. A version that is older than what is kept is not added.
     *
     * @param key the key
     * @param value the value; null for a deletion
     * @param timestamp from when on it is valid, in milliseconds since the epoch
     * @return when the version after this one begins; else {@link #PUT_RETURN_CODE_VALID_TO_UNDEFINED} or
     *     {@link #PUT_RETURN_CODE_NOT_PUT}
     * @throws NullPointerException if the key is null
     */
    long put(K key, V value, long timestamp);

    /**
     * Adds a deletion.
     *
     * @param key the key
     * @param timestamp from when on the key is deleted, in milliseconds since the epoch
     * @return the version that was valid at this time until now; null if there was none
     * @throws NullPointerException if the key is null
     */
    VersionedRecord<V> delete(K key, long timestamp);

    /**
     * Reads the latest version.
     *
     * @param key the key
     * @return the version; null if there is none or it is a deletion
     * @throws NullPointerException if the key is null
     * @throws InvalidStateStoreException if the store is not open
     */
    VersionedRecord<V> get(K key);

    /**
     * Reads the version of a time. A time before all that is kept has none, even if there was one.
     *
     * @param key the key
     * @param asOfTimestamp the time, in milliseconds since the epoch
     * @return the version; null if there is none or it is a deletion
     * @throws NullPointerException if the key is null
     * @throws InvalidStateStoreException if the store is not open
     */
    VersionedRecord<V> get(K key, long asOfTimestamp);

    /**
     * The store as it is read at a level of isolation. A processor's store shows
     * its own writes at either level.
     *
     * @param isolationLevel whether rows that are not committed yet may be shown
     * @return the store to read; this store by default
     */
    default VersionedKeyValueStore<K, V> readOnly(IsolationLevel isolationLevel) {
        return this;
    }
}
