package org.stoatflow.stores;

import java.time.Duration;
import java.util.Objects;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.streams.state.SessionBytesStoreSupplier;
import org.stoatflow.streams.state.SessionStore;

/**
 * A built-in session store, as data. The engine reads the data and makes the store itself; {@link #get()} is for users
 * who want a store outside of an engine.
 *
 * @param name the store's name
 * @param inner where the rows are
 * @param retentionPeriod for how long after its end a session is kept, in milliseconds
 * @param segmentIntervalMs how much time the sessions cover that leave together
 */
public record SessionSupplier(String name, InnerStore inner, long retentionPeriod, long segmentIntervalMs)
        implements SessionBytesStoreSupplier, BuiltInSupplier {
    /**
     * A store on disk.
     *
     * @param name the store's name
     * @param retention for how long after its end a session is kept
     * @return the supplier
     * @throws IllegalArgumentException if the duration is null or negative
     */
    public static SessionSupplier persistent(String name, Duration retention) {
        long retentionMs = retentionMs(name, retention);
        return new SessionSupplier(
                name, new InnerStore(true, false, null), retentionMs, Segments.onDiskMs(retentionMs));
    }

    /**
     * A store in memory.
     *
     * @param name the store's name
     * @param retention for how long after its end a session is kept
     * @return the supplier
     * @throws IllegalArgumentException if the duration is null or negative
     */
    public static SessionSupplier inMemory(String name, Duration retention) {
        return new SessionSupplier(
                name, new InnerStore(false, false, null), retentionMs(name, retention), Segments.IN_MEMORY_MS);
    }

    /**
     * The same store on disk, with room for headers.
     *
     * @return the supplier
     */
    SessionSupplier withHeaders() {
        return new SessionSupplier(name, InnerStore.withHeaders(), retentionPeriod, segmentIntervalMs);
    }

    private static long retentionMs(String name, Duration retention) {
        Objects.requireNonNull(name, "name cannot be null");
        return Millis.notNegative(retention, "retentionPeriod");
    }

    @Override
    @SuppressWarnings("unchecked") // the description is that of a session store of bytes
    public SessionStore<Bytes, byte[]> get() {
        return (SessionStore<Bytes, byte[]>) StoreProvider.installed()
                .store(StoreDescription.ofBytes(name, StoreSettings.Session.of(this, false), inner));
    }

    @Override
    public String metricsScope() {
        return inner.persistent() ? "rocksdb-session" : "in-memory-session";
    }
}
