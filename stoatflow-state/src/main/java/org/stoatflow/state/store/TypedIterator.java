package org.stoatflow.state.store;

import java.util.NoSuchElementException;
import java.util.function.Function;
import org.stoatflow.state.overlay.RowCursor;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.state.KeyValueIterator;

/**
 * What the scans of a store on disk give its users: rows as they were when the iterator was made, uncommitted writes
 * included; writes made later are not seen. It may outlive the epoch, and is closed with the lane at the latest. Once
 * it has no more rows, it frees what it uses by itself. Thread: the user's.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public final class TypedIterator<K, V> implements KeyValueIterator<K, V> {
    private enum State {
        /** The cursor's row, if any, was given out; the next one was not looked for. */
        BEFORE_NEXT,
        /** The cursor is at the row to give out next. */
        AT_NEXT,
        /** There are no more rows. */
        AT_END
    }

    private final RowCursor rows;
    private final Function<byte[], K> toKey;
    private final Function<RowCursor, V> toValue;
    private State state = State.BEFORE_NEXT;

    public TypedIterator(RowCursor rows, Function<byte[], K> toKey, Function<RowCursor, V> toValue) {
        this.rows = rows;
        this.toKey = toKey;
        this.toValue = toValue;
    }

    @Override
    public boolean hasNext() {
        rows.requireOpen();
        if (state == State.BEFORE_NEXT) {
            state = rows.advance() ? State.AT_NEXT : State.AT_END;
        }
        return state == State.AT_NEXT;
    }

    @Override
    public KeyValue<K, V> next() {
        requireNext();
        state = State.BEFORE_NEXT;
        return new KeyValue<>(toKey.apply(rows.key()), toValue.apply(rows));
    }

    @Override
    public K peekNextKey() {
        requireNext();
        return toKey.apply(rows.key());
    }

    private void requireNext() {
        if (!hasNext()) {
            throw new NoSuchElementException("The iterator is at its end");
        }
    }

    @Override
    public void close() {
        rows.close();
    }
}
