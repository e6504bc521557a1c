package org.stoatflow.state.versioned;

import java.util.Iterator;
import org.stoatflow.streams.state.VersionedRecord;
import org.stoatflow.streams.state.VersionedRecordIterator;

/**
 * Versions that were looked up before. Thread: the user's.
 *
 * @param <V> the type of values
 */
final class VersionIterator<V> implements VersionedRecordIterator<V> {
    private final Iterator<VersionedRecord<V>> versions;

    /** Shared. Written by: who closes. Read by: who reads. Safe: volatile, never unset. Proof: SharedFieldsTest. */
    private volatile boolean closed;

    VersionIterator(Iterator<VersionedRecord<V>> versions) {
        this.versions = versions;
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("An iterator of versions is used after it was closed");
        }
    }

    @Override
    public boolean hasNext() {
        requireOpen();
        return versions.hasNext();
    }

    @Override
    public VersionedRecord<V> next() {
        requireOpen();
        return versions.next();
    }

    @Override
    public void close() {
        closed = true;
    }
}
