package org.stoatflow.streams.processor;

import java.util.Collection;
import org.stoatflow.streams.KeyValue;

/** Puts changelog records back into a store, many at a time. Called by one thread at a time. */
public interface BatchingStateRestoreCallback extends StateRestoreCallback {
    /**
     * Applies changelog records, in order.
     *
     * @param records keys and values; a null value deletes the key
     */
    void restoreAll(Collection<KeyValue<byte[], byte[]>> records);

    /**
     * Not called for a callback of this kind.
     *
     * @throws UnsupportedOperationException by default
     */
    @Override
    default void restore(byte[] key, byte[] value) {
        throw new UnsupportedOperationException(
                getClass().getName() + " restores records in batches only: restoreAll takes them");
    }
}
