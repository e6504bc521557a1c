package org.stoatflow.stores;

import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.WindowStoreIterator;

/**
 * The rows of one partition after those of another. A partition's rows are as they are committed when the iterator
 * comes to it. Thread: the user's. Another one may close it, as one that gives up waiting does: the reader is refused
 * then, and leaves nothing open.
 *
 * @param <S> what a partition is read with
 * @param <K> the type of keys
 * @param <V> the type of values
 */
class QueriedIterator<S, K, V> implements KeyValueIterator<K, V> {
    private final String store;
    private final Iterator<S> partitions;
    private final Function<S, ? extends KeyValueIterator<K, V>> scan;
    private volatile @Nullable KeyValueIterator<K, V> rows; // the reader's; who closes only closes it
    private volatile boolean closed; // by who closes

    QueriedIterator(String store, List<S> partitions, Function<S, ? extends KeyValueIterator<K, V>> scan) {
        this.store = store;
        this.partitions = partitions.iterator();
        this.scan = scan;
    }

    /**
     * Begins to read at once, as Kafka Streams does where one key is asked for. So who asks is thrown what is wrong
     * with the question, and sees the rows as they are now.
     */
    static <I extends QueriedIterator<?, ?, ?>> I begun(I iterator) {
        try {
            iterator.begin();
            return iterator;
        } catch (RuntimeException | Error failure) {
            iterator.close(); // nobody else has it
            throw failure;
        }
    }

    final void begin() {
        rows = withNext();
    }

    /** The same for the windows of one key. */
    static final class OfWindows<S, V> extends QueriedIterator<S, Long, V> implements WindowStoreIterator<V> {
        OfWindows(String store, List<S> partitions, Function<S, WindowStoreIterator<V>> scan) {
            super(store, partitions, scan);
        }
    }

    @Override
    public boolean hasNext() {
        return withNext() != null;
    }

    /** The partition that has the next row; null at the end. */
    private @Nullable KeyValueIterator<K, V> withNext() {
        refuseIfClosed();
        KeyValueIterator<K, V> current = rows;
        while (current == null || !current.hasNext()) {
            if (current != null) {
                current.close();
                rows = null;
            }
            if (!partitions.hasNext()) {
                refuseIfClosed(); // since rows that were closed may look like the end
                return null;
            }
            S partition = partitions.next();
            current = QueryViews.available(store, () -> scan.apply(partition));
            rows = current;
            if (closed) { // who has closed may have looked before
                current.close();
                refuseIfClosed();
            }
        }
        return current;
    }

    private void refuseIfClosed() {
        if (closed) {
            throw new IllegalStateException("An iterator of store " + store + " is used after it was closed");
        }
    }

    private KeyValueIterator<K, V> atNext() {
        KeyValueIterator<K, V> found = withNext();
        if (found == null) {
            throw new NoSuchElementException("The iterator is at its end");
        }
        return found;
    }

    @Override
    public KeyValue<K, V> next() {
        return atNext().next();
    }

    @Override
    public K peekNextKey() {
        return atNext().peekNextKey();
    }

    @Override
    public void close() {
        closed = true;
        KeyValueIterator<K, V> open = rows;
        if (open != null) {
            open.close();
        }
    }
}
