package org.stoatflow.state.overlay;

import org.jspecify.annotations.Nullable;

/** A cursor over rows of one store partition, before the first row at the start. Thread: the user's. */
public interface RowCursor {
    /** Goes to the next row, if there is one. */
    boolean advance();

    byte[] key();

    /** The plain value, or null for a tombstone, which only cursors over one overlay show. */
    byte @Nullable [] value();

    /** Whether there is no value, which costs less to ask than the value itself. */
    default boolean isTombstone() {
        return value() == null;
    }

    long timestamp();

    /** Refuses use after close, where the cursor can tell. */
    default void requireOpen() {}

    /** Releases what the cursor holds. Does nothing the second time. */
    void close();
}
