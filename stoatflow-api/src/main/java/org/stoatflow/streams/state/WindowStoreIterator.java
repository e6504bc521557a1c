package org.stoatflow.streams.state;

import java.io.Closeable;

/**
 * Reads the windows of one key: their starts, in milliseconds since 1970, with their values. Must be closed; for use by
 * one thread.
 *
 * @param <V> the type of values
 */
public interface WindowStoreIterator<V> extends KeyValueIterator<Long, V>, Closeable {
    /** Releases what the iterator holds. */
    @Override
    void close();
}
