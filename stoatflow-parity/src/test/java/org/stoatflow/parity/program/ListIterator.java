package org.stoatflow.parity.program;

import java.util.List;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.state.KeyValueIterator;

/** The iterator of a user's store, over what it has found. */
class ListIterator<K, V> implements KeyValueIterator<K, V> {
    private final List<KeyValue<K, V>> found;
    private int next;

    ListIterator(List<KeyValue<K, V>> found) {
        this.found = found;
    }

    @Override
    public boolean hasNext() {
        return next < found.size();
    }

    @Override
    public KeyValue<K, V> next() {
        return found.get(next++);
    }

    @Override
    public K peekNextKey() {
        return found.get(next).key;
    }

    @Override
    public void close() {
        next = found.size();
    }
}
