package org.stoatflow.streams.state;

import java.io.Closeable;
import java.util.Iterator;
import org.stoatflow.streams.processor.api.ReadOnlyRecord;

/**
 * Records that a query reads one after the other. Must be closed.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public interface ReadOnlyRecordIterator<K, V> extends Iterator<ReadOnlyRecord<K, V>>, Closeable {
    /** Frees what the iterator reads from. */
    @Override
    void close();
}
