package org.stoatflow.state.overlay;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.stoatflow.record.CopyOnWriteHeaders;

/** The rows that one epoch has written to a store, in the order in which their keys were first written. Read only. */
public interface WrittenRows {
    /**
     * How many rows there are.
     *
     * @return the number
     */
    int size();

    /**
     * The virtual partition of a row.
     *
     * @param entry the row's place
     * @return the partition
     */
    int partition(int entry);

    /**
     * The key of a row.
     *
     * @param entry the row's place
     * @return the bytes, which nobody may change
     */
    byte[] key(int entry);

    /**
     * The plain value of a row.
     *
     * @param entry the row's place
     * @return the bytes, which nobody may change, or null for a tombstone
     */
    byte @Nullable [] value(int entry);

    /**
     * The headers with which rows were deleted.
     *
     * @return the headers by the row's place, where it was deleted with some
     */
    Map<Integer, CopyOnWriteHeaders> headersOfDeletions();

    /**
     * The timestamp with which a row was written.
     *
     * @param entry the row's place
     * @return milliseconds since 1970
     */
    long timestamp(int entry);
}
