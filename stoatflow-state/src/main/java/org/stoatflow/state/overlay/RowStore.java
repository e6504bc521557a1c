package org.stoatflow.state.overlay;

import org.jspecify.annotations.Nullable;
import org.stoatflow.record.CopyOnWriteHeaders;
import org.stoatflow.state.ReachedTimes;
import org.stoatflow.streams.processor.StateStore;

/** Rows of one store, as bytes: as a lane sees and writes them, or those that are committed. Thread: the user's. */
public interface RowStore extends RowReads {
    /**
     * Reads for what has to be of one moment and takes several of them. A lane alone writes the rows that it reads, so
     * its reads are; where others write, these reads see the rows as they are now.
     *
     * @return the reads, to be ended
     */
    default RowReads snapshot() {
        return this;
    }

    /** Whether rows are written here, so that the reader of a scan may expect its own writes. */
    default boolean isWritable() {
        return true;
    }

    /**
     * Says that puts into a partition have come to a time, with the rows that are sealed next.
     *
     * @param partition the virtual partition
     * @param timeMs milliseconds since 1970
     */
    default void reached(int partition, long timeMs) {}

    /**
     * The time that the committed puts into a partition have reached, as far as it is known.
     *
     * @param partition the virtual partition
     * @return milliseconds since 1970, or {@link org.stoatflow.state.ReachedTimes#NONE}
     */
    default long reachedMs(int partition) {
        return ReachedTimes.NONE;
    }

    /**
     * The user's store that has the rows of a partition, where it is written at once and not through this.
     *
     * @param partition the virtual partition
     * @return the user's store, open
     * @throws UnsupportedOperationException if the rows are read and written through this
     */
    default StateStore users(int partition) {
        throw new UnsupportedOperationException("no store of a user's is below, partition=" + partition);
    }

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
     * About how many rows a partition has, uncommitted ones included.
     *
     * @param partition the virtual partition
     * @return the number
     */
    long approximateEntries(int partition);

    /** About how much heap the writes take that are not applied, of all partitions; 0 where rows are only read. */
    default long uncommittedBytes() {
        return 0;
    }
}
