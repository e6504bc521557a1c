package org.stoatflow.streams.state;

import java.io.Closeable;
import java.util.Iterator;

/**
 * Goes through versions of a key. Close it: it may hold resources of the store. Not safe for use by several threads.
 *
 * @param <V> the type of values
 */
public interface VersionedRecordIterator<V> extends Iterator<VersionedRecord<V>>, Closeable {
    /** Closes the iterator, without an exception. */
    @Override
    void close();
}
