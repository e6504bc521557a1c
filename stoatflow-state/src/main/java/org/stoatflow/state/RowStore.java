package org.stoatflow.state;

import org.jspecify.annotations.Nullable;

/** Rows of one store as a lane sees them, as bytes. Thread: the lane's. */
interface RowStore {
    /** The plain value of a key, or null; its timestamp is then {@link #readTimestamp()}. */
    byte @Nullable [] read(int partition, byte[] key);

    /** The timestamp of the row that the last {@link #read} found; -1 where the store keeps none. */
    long readTimestamp();

    /** Writes a plain value, or deletes the row where it is null. */
    void write(int partition, byte[] key, byte @Nullable [] value, long timestamp);

    /** Scans rows with {@code from <= key < to} as they are now; null is no bound. */
    RowCursor scan(int partition, byte @Nullable [] from, byte @Nullable [] to, boolean forward);

    /** About how many rows a partition has, uncommitted ones included. */
    long approximateEntries(int partition);
}
