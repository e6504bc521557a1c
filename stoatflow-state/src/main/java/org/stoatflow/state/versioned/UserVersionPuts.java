package org.stoatflow.state.versioned;

import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;
import org.stoatflow.state.store.UserPuts;
import org.stoatflow.streams.state.VersionedBytesStore;

/** Puts versions into a user's store, each with its time: the row's key has it, the stored bytes are the value. */
record UserVersionPuts(VersionedBytesStore store) implements UserPuts {
    @Override
    public void put(byte[] key, byte @Nullable [] stored) {
        store.put(Bytes.wrap(VersionKeys.ofOlder(key)), stored, VersionKeys.validFrom(key));
    }
}
