package org.stoatflow.stores;

import java.util.function.Function;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.WindowStoreIterator;

/**
 * An iterator that shows the values of another one as something else. Thread: the user's.
 *
 * @param <K> the type of keys
 * @param <A> the type of values below
 * @param <B> the type of values that are shown
 */
public class MappedIterator<K, A, B> implements KeyValueIterator<K, B> {
    private final KeyValueIterator<K, A> rows;
    private final Function<? super A, ? extends B> show;

    /**
     * Shows rows.
     *
     * @param rows the rows, which are closed with this
     * @param show shows a value
     */
    public MappedIterator(KeyValueIterator<K, A> rows, Function<? super A, ? extends B> show) {
        this.rows = rows;
        this.show = show;
    }

    /** The same for the windows of one key. */
    static final class OfWindows<A, B> extends MappedIterator<Long, A, B> implements WindowStoreIterator<B> {
        OfWindows(WindowStoreIterator<A> rows, Function<? super A, ? extends B> show) {
            super(rows, show);
        }
    }

    @Override
    public boolean hasNext() {
        return rows.hasNext();
    }

    @Override
    public KeyValue<K, B> next() {
        KeyValue<K, A> row = rows.next();
        return new KeyValue<>(row.key, show.apply(row.value));
    }

    @Override
    public K peekNextKey() {
        return rows.peekNextKey();
    }

    @Override
    public void close() {
        rows.close();
    }
}
