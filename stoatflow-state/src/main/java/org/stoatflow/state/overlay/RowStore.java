package org.stoatflow.state.overlay;

import org.jspecify.annotations.Nullable;
import org.stoatflow.record.CopyOnWriteHeaders;

/** Rows of one store, as bytes: as a lane sees and writes them, or those that are committed. Thread: the user's. */
public interface RowStore {
    /**
     * The plain value of a key; its timestamp is then {@link #readTimestamp()}.
     *
     * @param partition the virtual partition
     * @param key the row's key
     * @return the bytes, which nobody may change, or null
     */
    byte @Nullable [] read(int partition, byte[] key);

    /**
     * The timestamp of the row that the last {@link #read} found.
     *
     * @return milliseconds since 1970, or -1 where the store keeps none
     */
    long readTimestamp();

    /** Refuses a write before anything is done for it, where rows are only read. */
    default void requireWritable() {}

    /**
     * Writes a row. When the epoch is sealed, {@link org.stoatflow.state.store.StoreFormat#log} decides whether the row
     * is logged, and as which record.
     *
     * @param partition the virtual partition
     * @param key the row's key
     * @param value the plain value, or null to delete the row
     * @param timestamp the row's timestamp
     */
    void write(int partition, byte[] key, byte @Nullable [] value, long timestamp);

    /**
     * Deletes a row, as a write of null does. Its changelog record is given headers.
     *
     * @param partition the virtual partition
     * @param key the row's key
     * @param timestamp the changelog record's timestamp
     * @param headers its headers, shared
     */
    void delete(int partition, byte[] key, long timestamp, CopyOnWriteHeaders headers);

    /**
     * Appends a changelog record that the last values of the epoch's rows do not say. Such records come behind those of
     * the rows, in the order of these calls.
     *
     * @param partition the virtual partition
     * @param key the record's key
     * @param value the record's value, or null for a tombstone
     * @param timestamp the record's timestamp, or {@link org.stoatflow.state.ChangelogCollector#NO_TIMESTAMP}
     * @param headers the record's headers, shared; null for none
     */
    void log(int partition, byte[] key, byte @Nullable [] value, long timestamp, @Nullable CopyOnWriteHeaders headers);

    /**
     * Removes the rows with {@code from <= key < to} from the committed state when the epoch is applied, behind the
     * epoch's writes. The removal is not logged, and readers see the rows until the epoch is applied. So it is only for
     * rows that the store no longer shows to its users.
     *
     * @param partition the virtual partition
     * @param from the least key, or null for no bound
     * @param to the key to stop before, or null for no bound
     */
    void deleteRange(int partition, byte @Nullable [] from, byte @Nullable [] to);

    /**
     * Scans rows with {@code from <= key < to} as they are now.
     *
     * @param partition the virtual partition
     * @param from the least key, or null for no bound
     * @param to the key to stop before, or null for no bound
     * @param forward true for ascending keys
     * @return a cursor, to be closed
     */
    RowCursor scan(int partition, byte @Nullable [] from, byte @Nullable [] to, boolean forward);

    /**
     * About how many rows a partition has, uncommitted ones included.
     *
     * @param partition the virtual partition
     * @return the number
     */
    long approximateEntries(int partition);
}
