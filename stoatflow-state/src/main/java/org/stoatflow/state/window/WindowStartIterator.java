package org.stoatflow.state.window;

import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.WindowStoreIterator;

/**
 * An iterator over the windows of one key under the name that it has in the API. Thread: the user's.
 *
 * @param <V> the type of values
 */
final class WindowStartIterator<V> implements WindowStoreIterator<V> {
    private final KeyValueIterator<Long, V> windows;

    WindowStartIterator(KeyValueIterator<Long, V> windows) {
        this.windows = windows;
    }

    @Override
    public boolean hasNext() {
        return windows.hasNext();
    }

    @Override
    public KeyValue<Long, V> next() {
        return windows.next();
    }

    @Override
    public Long peekNextKey() {
        return windows.peekNextKey();
    }

    @Override
    public void close() {
        windows.close();
    }
}
