package org.stoatflow.state;

import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.errors.InvalidStateStoreException;

/** What the stores of one lane share. Thread: the lane's. */
final class LaneContext {
    private final RecordClock record;
    private int partition;
    private boolean closed;
    private @Nullable Object memoKey;
    private byte @Nullable [] memoBytes;

    LaneContext(final RecordClock record) {
        this.record = record;
    }

    int partition() {
        return partition;
    }

    void partition(final int virtualPartition) {
        partition = virtualPartition;
    }

    long timestamp() {
        return record.timestamp();
    }

    Headers headers() {
        return record.headers();
    }

    @Nullable
    Object keep() {
        return record.keep();
    }

    void resume(final @Nullable Object kept) {
        record.resume(kept);
    }

    /** The record in process, for a row that is cached. */
    CachedContext context() {
        return new CachedContext(record.timestamp(), record.headers(), record.keep());
    }

    /** The bytes of this very key, where they are remembered, else null. */
    @SuppressWarnings("ReferenceEquality") // equals() of a user's key may cost more than serializing it
    byte @Nullable [] memo(final Object key) {
        return key == memoKey ? memoBytes : null;
    }

    void memo(final Object key, final byte[] bytes) {
        memoKey = key;
        memoBytes = bytes;
    }

    void close() {
        closed = true;
    }

    boolean isOpen() {
        return !closed;
    }

    void requireOpen(final String store) {
        if (closed) {
            throw new InvalidStateStoreException("Store " + store + " is closed");
        }
    }
}
