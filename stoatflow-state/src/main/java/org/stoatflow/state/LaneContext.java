package org.stoatflow.state;

import java.util.function.BooleanSupplier;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.errors.InvalidStateStoreException;

/** What the stores of one lane share. Thread: the lane's. */
final class LaneContext {
    private final RecordClock record;
    private BooleanSupplier over = () -> false;
    private int partition;
    private boolean closed;
    private @Nullable Object memoKey;
    private byte @Nullable [] memoBytes;
    private @Nullable Object memoValue;
    private byte @Nullable [] memoValueBytes;
    private @Nullable Class<?> memoValueSerializer;

    LaneContext(final RecordClock record) {
        this.record = record;
    }

    void overWhen(final BooleanSupplier newOver) {
        over = newOver;
    }

    /** Whether nothing of the lane counts any more, so that no further call of a user's is to be made. */
    boolean isOver() {
        return over.getAsBoolean();
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

    void onKey(final String store, final Object key, final byte[] bytes) {
        record.onKey(store, key, bytes);
    }

    void onOpenScan(final String store) {
        record.onOpenScan(store);
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
        return new CachedContext(record.timestamp(), record.sharedHeaders(), record.keep());
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

    /** The bytes of this very value, where a serializer of the class made them last, else null. */
    @SuppressWarnings("ReferenceEquality") // equals() may cost more than serializing it
    byte @Nullable [] knownValue(final Object value, final Class<?> serializer) {
        return value == memoValue && serializer == memoValueSerializer ? memoValueBytes : null;
    }

    void valueMemo(final Object value, final byte[] bytes, final Class<?> serializer) {
        memoValue = value;
        memoValueBytes = bytes;
        memoValueSerializer = serializer;
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
