package org.stoatflow.state.store;

import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.state.VersionedRecord;
import org.stoatflow.streams.state.VersionedRecordIterator;

/**
 * What queries ask a versioned store, and processors cannot: versions with their ends. Thread: the user's.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public interface VersionReads<K, V> {
    /**
     * The version of a key at a time, with its end.
     *
     * @param key the key
     * @param timeMs the time
     * @return the version, or null
     */
    @Nullable
    VersionedRecord<V> versionAt(K key, long timeMs);

    /**
     * The newest version of a key, which has no end.
     *
     * @param key the key
     * @return the version, or null
     */
    @Nullable
    VersionedRecord<V> newest(K key);

    /**
     * The versions of a key that were valid at some time of an interval, as they are now.
     *
     * @param key the key
     * @param fromMs the first time
     * @param toMs the last time
     * @param ascending whether the oldest comes first
     * @return an iterator, to be closed
     */
    VersionedRecordIterator<V> versions(K key, long fromMs, long toMs, boolean ascending);
}
