package org.stoatflow.state.lane;

import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.IntConsumer;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;
import org.stoatflow.state.CurrentRecord;
import org.stoatflow.state.cache.CacheContext;
import org.stoatflow.state.cache.CachedContext;
import org.stoatflow.state.store.StoreContext;
import org.stoatflow.streams.errors.InvalidStateStoreException;

/** What the stores of one lane share. Thread: the lane's. */
final class LaneContext implements StoreContext, CacheContext {
    private final CurrentRecord record;
    private BooleanSupplier over = () -> false;
    private IntConsumer expired = dropped -> {};
    private int loggedBytesMax = Integer.MAX_VALUE;
    private Function<byte[], String> shownKeys = key -> "(not shown)";
    private int partition;
    private boolean closed;
    private @Nullable Object memoKey;
    private byte @Nullable [] memoBytes;
    private @Nullable Object memoValue;
    private byte @Nullable [] memoValueBytes;
    private @Nullable Class<?> memoValueSerializer;

    LaneContext(CurrentRecord record) {
        this.record = record;
    }

    void overWhen(BooleanSupplier newOver) {
        over = newOver;
    }

    void expiredTo(IntConsumer newExpired) {
        expired = newExpired;
    }

    void boundLogged(int bytesMax, Function<byte[], String> newShownKeys) {
        loggedBytesMax = bytesMax;
        shownKeys = newShownKeys;
    }

    @Override
    public int loggedBytesMax() {
        return loggedBytesMax;
    }

    @Override
    public String shown(byte[] key) {
        return shownKeys.apply(key);
    }

    @Override
    public void onExpired(String store) {
        expired.accept(partition);
    }

    @Override
    public boolean isOver() {
        return over.getAsBoolean();
    }

    @Override
    public int partition() {
        return partition;
    }

    @Override
    public void partition(int virtualPartition) {
        partition = virtualPartition;
    }

    @Override
    public long timestamp() {
        return record.timestamp();
    }

    @Override
    public Headers headers() {
        return record.headers();
    }

    @Override
    public void onKey(String store, Object key, byte[] bytes) {
        record.onKey(store, key, bytes);
    }

    @Override
    public void onOpenScan(String store) {
        record.onOpenScan(store);
    }

    @Override
    public @Nullable Object keep() {
        return record.keep();
    }

    @Override
    public void resume(@Nullable Object kept) {
        record.resume(kept);
    }

    @Override
    public CachedContext cached() {
        return new CachedContext(
                record.timestamp(), record.sharedHeaders(), record.keepForRow(), record.keptForRowBytes());
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // equals() of a user's key may cost more than serializing it
    public byte @Nullable [] memo(Object key) {
        return key == memoKey ? memoBytes : null;
    }

    @Override
    public void memo(Object key, byte[] bytes) {
        memoKey = key;
        memoBytes = bytes;
    }

    /** The bytes of this very value, where a serializer of the class made them last, else null. */
    @SuppressWarnings("ReferenceEquality") // equals() may cost more than serializing it
    byte @Nullable [] knownValue(Object value, Class<?> serializer) {
        return value == memoValue && serializer == memoValueSerializer ? memoValueBytes : null;
    }

    @Override
    public void valueMemo(Object value, byte[] bytes, Class<?> serializer) {
        memoValue = value;
        memoValueBytes = bytes;
        memoValueSerializer = serializer;
    }

    void close() {
        closed = true;
    }

    @Override
    public boolean isOpen() {
        return !closed;
    }

    @Override
    public void requireOpen(String store) {
        if (closed) {
            throw new InvalidStateStoreException("Store " + store + " is closed");
        }
        record.requireOwnThread(store);
    }
}
