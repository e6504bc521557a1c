package org.stoatflow.operator;

import org.jspecify.annotations.Nullable;

/**
 * Reads rows of a table for another operator of the same lane. Belongs to one operator.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public interface TableReader<K, V> {
    /**
     * Reads a row.
     *
     * @param key the key
     * @return the value, or null if there is no row
     */
    @Nullable
    V read(K key);

    /**
     * Whether the table knows what its rows were before.
     *
     * @return whether {@link #read(Object, long)} may be called
     */
    default boolean versioned() {
        return false;
    }

    /**
     * Reads what a row was.
     *
     * @param key the key
     * @param asOfMs the time
     * @return the value, or null if there was no row
     */
    default @Nullable V read(K key, long asOfMs) {
        throw new UnsupportedOperationException("The table has no versions");
    }

    /**
     * The timestamp of the row that was read last. It has to be asked for before anything else is read.
     *
     * @return milliseconds since the epoch; without meaning where no row was found
     */
    long timestamp();

    /** Called when the operator that reads is closed. Readers that call no functions of the user's hold nothing. */
    default void close() {}
}
