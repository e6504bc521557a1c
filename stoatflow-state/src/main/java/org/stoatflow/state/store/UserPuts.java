package org.stoatflow.state.store;

import org.jspecify.annotations.Nullable;

/** Writes rows of one store partition into a user's store of bytes. Thread: one at a time. */
@FunctionalInterface
public interface UserPuts {
    /**
     * Writes a row.
     *
     * @param key the row's key
     * @param stored the stored bytes, or null to remove the row
     */
    void put(byte[] key, byte @Nullable [] stored);
}
