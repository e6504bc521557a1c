package org.stoatflow.state;

import org.jspecify.annotations.Nullable;

/** Takes the rows of one store partition that are made of its changelog. */
public interface RestoredRows {
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
