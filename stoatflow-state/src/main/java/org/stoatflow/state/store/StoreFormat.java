package org.stoatflow.state.store;

import org.jspecify.annotations.Nullable;
import org.stoatflow.state.ChangelogCollector;
import org.stoatflow.state.RowLayout;
import org.stoatflow.state.RowRestorer;
import org.stoatflow.state.SerdeDefaults;
import org.stoatflow.state.ValueLayout;
import org.stoatflow.state.overlay.LayeredRows;
import org.stoatflow.state.overlay.RowStore;
import org.stoatflow.state.overlay.WrittenRows;
import org.stoatflow.streams.processor.StateStore;

/**
 * All that is particular to the stores of one kind: what their users call, what their rows look like, which changelog
 * records these become, and which rows are restored of them. Immutable; any thread may use it, and what it makes is of
 * one thread at a time.
 *
 * <p>The way of a write: the view puts rows into the {@link RowStore} that it is given. When the epoch is sealed,
 * {@link #log} says for each row whether, and as what, it is logged. Where the changelog needs more than the last value
 * of a row, such as each of several writes to one key, the view appends these records with {@link RowStore#log}. {@link
 * RowStore#deleteRange} removes rows that nobody may see any more, and is not logged.
 */
public interface StoreFormat {
    /**
     * What the rows look like on a disk.
     *
     * @return the layout, which never changes for a store
     */
    RowLayout layout();

    /**
     * How much time a segment of the store's rows covers.
     *
     * @return milliseconds, which never change for rows on a disk; 0 where rows have no segment
     */
    default long segmentMs() {
        return 0;
    }

    /**
     * How a row's value and timestamp are stored.
     *
     * @return the layout of values
     */
    ValueLayout values();

    /**
     * Lies between a lane's rows and the store with its cache, where a kind of store needs to know of each use of a
     * row. What is returned may be a {@link StoreMemory}.
     *
     * @param context the lane
     * @param rows the lane's rows
     * @return the same rows, or what writes to them
     */
    default LayeredRows guarded(StoreContext context, LayeredRows rows) {
        return rows;
    }

    /**
     * Makes the store that processors or queries are given.
     *
     * @param context who uses it
     * @param rows its rows
     * @param defaults what it uses where it was declared without serdes
     * @return the store, of the type of its kind
     * @throws org.stoatflow.streams.errors.StreamsException if it has no serde and there is no default either
     */
    StateStore view(StoreContext context, RowStore rows, SerdeDefaults defaults);

    /**
     * Appends the changelog records of an epoch's rows.
     *
     * @param storeId the store's number
     * @param rows what was written
     * @param out takes the records
     */
    void log(int storeId, WrittenRows rows, ChangelogCollector out);

    /**
     * Makes rows of the changelog records of a store partition, from some offset on. The rows up to there are those of
     * an earlier restore or of committed epochs. A format whose rows depend on a key's former value looks that value
     * up, see {@link org.stoatflow.state.RestoredRows#get}.
     *
     * @return a restorer that has seen none yet
     */
    RowRestorer restorer();

    /**
     * The stream time that a changelog record shows: the processors that made its row had come to it, or further. After
     * a restore their clocks go on from the latest one.
     *
     * @param key the key of the record
     * @param value the value of the record, or null
     * @param timestamp the timestamp of the record
     * @return milliseconds since 1970, or -1 where records show none: their timestamps are the values' own, or the time
     *     of day
     */
    default long shownTimeMs(byte[] key, byte @Nullable [] value, long timestamp) {
        return -1;
    }

    /**
     * Reads and writes rows in a user's store, which keeps the committed rows of a store partition.
     *
     * @param users what the user's supplier has made
     * @return the rows
     * @throws UnsupportedOperationException if stores of this kind have no suppliers of users
     */
    default UserRows in(StateStore users) {
        throw new UnsupportedOperationException("no user's store keeps rows of " + layout());
    }

    /**
     * Writes restored rows into a user's store that is {@linkplain
     * org.stoatflow.stores.StoreDescription#isWrittenAtOnce written at once}.
     *
     * @param users what the user's supplier or builder has made
     * @return the puts; null where the callback that the store has registered is given the records
     */
    default @Nullable UserPuts restoring(StateStore users) {
        return null;
    }
}
