package org.stoatflow.streams.state;

import java.io.Closeable;
import java.util.Iterator;
import org.stoatflow.streams.KeyValue;

/**
 * Reads entries of a store. Must be closed; for use by one thread.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public interface KeyValueIterator<K, V> extends Iterator<KeyValue<K, V>>, Closeable {
    /** Releases what the iterator holds. */
    @Override
    void close();

    /**
     * The key that {@link #next()} will return, without moving on.
     *
     * @return the key
     * @throws java.util.NoSuchElementException if there is no next entry
     */
    K peekNextKey();
}
