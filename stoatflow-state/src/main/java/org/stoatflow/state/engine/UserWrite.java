package org.stoatflow.state.engine;

import org.jspecify.annotations.Nullable;

/** A write to the rows that a user's store keeps. */
sealed interface UserWrite {
    /** One row, or its removal where there are no stored bytes. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Put(byte[] key, byte @Nullable [] stored) implements UserWrite {}

    /** The removal of the rows with {@code from <= key < to}. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Delete(byte @Nullable [] from, byte @Nullable [] to) implements UserWrite {}
}
