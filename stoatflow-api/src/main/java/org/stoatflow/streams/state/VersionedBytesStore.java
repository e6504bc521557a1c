package org.stoatflow.streams.state;

import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.utils.Bytes;

/**
 * A versioned store of bytes. Values that it returns begin with their timestamp; values that it is given do not. Used
 * by one thread at a time.
 */
public interface VersionedBytesStore extends KeyValueStore<Bytes, byte[]>, TimestampedBytesStore {
    /**
     * Adds a version.
     *
     * @param key the key
     * @param value the value; null for a deletion
     * @param timestamp from when on it is valid, in milliseconds since the epoch
     * @return as {@link VersionedKeyValueStore#put}
     */
    long put(Bytes key, byte[] value, long timestamp);

    /**
     * Reads the version of a time.
     *
     * @param key the key
     * @param asOfTimestamp the time, in milliseconds since the epoch
     * @return the version's timestamp and value; null if there is none
     */
    byte[] get(Bytes key, long asOfTimestamp);

    /**
     * Reads the version of a time, and adds a deletion.
     *
     * @param key the key
     * @param timestamp the time, in milliseconds since the epoch
     * @return the timestamp and value that were valid at this time; null if there were none
     */
    byte[] delete(Bytes key, long timestamp);

    /**
     * The store as it is read at a level of isolation. A processor's store shows
     * its own writes at either level.
     *
     * @param isolationLevel whether rows that are not committed yet may be shown
     * @return the store to read; this store by default
     */
    @Override
    default VersionedBytesStore readOnly(IsolationLevel isolationLevel) {
        return this;
    }
}
