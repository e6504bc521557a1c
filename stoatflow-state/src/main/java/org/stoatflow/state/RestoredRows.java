package org.stoatflow.state;

import org.jspecify.annotations.Nullable;

/**
 * Takes the rows of one store partition that are made of its changelog, and shows those that were made before. Thread:
 * the restorer's.
 */
public interface RestoredRows {
    /**
     * Reads a row as all records before this one have left it, whether a restore or a committed epoch has written it.
     * So a restorer can remove a row that it has derived from a former value of a key, such as a row of an index. A
     * restore that never asks pays nothing for it.
     *
     * @param key the row's key
     * @return the stored bytes, which nobody may change, or null
     * @throws UnsupportedOperationException if what takes the rows has none to show; a restore has them
     */
    default byte @Nullable [] get(byte[] key) {
        throw new UnsupportedOperationException("these rows can be written and not be read");
    }

    /**
     * Takes one row.
     *
     * @param key the row's key
     * @param stored the stored bytes, see {@link StateEngine}, or null to remove the row
     */
    void put(byte[] key, byte @Nullable [] stored);

    /**
     * Removes the rows with {@code from <= key < to} that were put before.
     *
     * @param from the least key, or null for no bound
     * @param to the key to stop before, or null for no bound
     */
    void deleteRange(byte @Nullable [] from, byte @Nullable [] to);
}
