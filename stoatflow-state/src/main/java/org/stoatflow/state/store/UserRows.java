package org.stoatflow.state.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one store partition in a user's store of bytes. Rows and their order are those of the store's format;
 * each call becomes one call of the user's store. Thread: one at a time.
 */
public interface UserRows extends UserPuts {
    /**
     * A row.
     *
     * @param key the row's key
     * @param stored the stored bytes
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Row(byte[] key, byte[] stored) {}

    /**
     * Reads a row.
     *
     * @param key the row's key
     * @return the stored bytes, or null
     */
    byte @Nullable [] get(byte[] key);

    /**
     * Reads rows, in any order; those outside of the bounds may be among them.
     *
     * @param from the least key, or null for no bound
     * @param to the key to stop before, or null for no bound
     * @return the rows as they are now
     */
    List<Row> read(byte @Nullable [] from, byte @Nullable [] to);

    /**
     * Reads the keys of some rows, in any order.
     *
     * @param from the least key, or null for no bound; lesser ones may be among them
     * @param max how many at most
     * @return as many, or all that there are
     */
    List<byte[]> keys(byte @Nullable [] from, int max);

    /**
     * The store has restored a row of a changelog record by its callback.
     *
     * @param key the row's key
     */
    default void restored(byte[] key) {}

    /**
     * About how many rows there are.
     *
     * @return the number, not negative
     */
    long approximateEntries();

    /**
     * The key of a row's changelog record.
     *
     * @param key the row's key
     * @return the record's key
     */
    byte[] logged(byte[] key);
}
