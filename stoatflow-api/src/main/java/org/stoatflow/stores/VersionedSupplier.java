package org.stoatflow.stores;

import java.time.Duration;
import java.util.Objects;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.VersionedBytesStoreSupplier;
import org.stoatflow.streams.state.VersionedKeyValueStore;

/**
 * A built-in versioned store, as data. The engine reads the data and makes the store itself; {@link #get()} is for
 * users who want a store outside of an engine.
 *
 * @param name the store's name
 * @param historyRetentionMs for how long after its end a version is kept, in milliseconds
 * @param segmentIntervalMs how much time the ends of those versions cover that leave together
 */
public record VersionedSupplier(String name, long historyRetentionMs, long segmentIntervalMs)
        implements VersionedBytesStoreSupplier, BuiltInSupplier {
    /**
     * A store whose segments are as long as Kafka Streams'.
     *
     * @param name the store's name
     * @param history for how long after its end a version is kept
     * @return the supplier
     * @throws IllegalArgumentException if the duration is null or negative
     */
    public static VersionedSupplier of(String name, Duration history) {
        Objects.requireNonNull(name, "name cannot be null");
        long historyMs = Millis.notNegative(history, "historyRetention");
        return new VersionedSupplier(name, historyMs, Segments.ofVersionsMs(historyMs));
    }

    /**
     * A store with segments of a given length.
     *
     * @param name the store's name
     * @param history for how long after its end a version is kept
     * @param segmentInterval how much time a segment covers
     * @return the supplier
     * @throws IllegalArgumentException if a duration is null, the first one negative, or the second one less than 1 ms
     */
    public static VersionedSupplier of(String name, Duration history, Duration segmentInterval) {
        Objects.requireNonNull(name, "name cannot be null");
        long historyMs = Millis.notNegative(history, "historyRetention");
        long segmentMs = Millis.of(segmentInterval, "segmentInterval");
        if (segmentMs < 1) {
            throw new IllegalArgumentException("segmentInterval cannot be zero or negative");
        }
        return new VersionedSupplier(name, historyMs, segmentMs);
    }

    @Override
    public InnerStore inner() {
        return new InnerStore(true, true, null);
    }

    @Override
    @SuppressWarnings("unchecked") // the description is that of a versioned store of bytes
    public KeyValueStore<Bytes, byte[]> get() {
        return new VersionedBytes((VersionedKeyValueStore<Bytes, byte[]>) StoreProvider.installed()
                .store(StoreDescription.ofBytes(name, StoreSettings.Versioned.of(this), inner())));
    }

    @Override
    public String metricsScope() {
        return "rocksdb";
    }
}
