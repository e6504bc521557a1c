package org.stoatflow.stores;

import java.time.Duration;
import java.util.Objects;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.streams.DslStoreFormat;
import org.stoatflow.streams.state.WindowBytesStoreSupplier;
import org.stoatflow.streams.state.WindowStore;

/**
 * A built-in window store, as data. The engine reads the data and makes the store itself; {@link #get()} is for users
 * who want a store outside of an engine.
 *
 * @param name the store's name
 * @param inner where the rows are
 * @param retentionPeriod for how long after its start a window is kept, in milliseconds
 * @param segmentIntervalMs how much time the windows cover that leave together
 * @param windowSize the length of windows, in milliseconds
 * @param retainDuplicates whether each put adds a row
 */
public record WindowSupplier(
        String name,
        InnerStore inner,
        long retentionPeriod,
        long segmentIntervalMs,
        long windowSize,
        boolean retainDuplicates)
        implements WindowBytesStoreSupplier, BuiltInSupplier {
    /**
     * A store on disk.
     *
     * @param name the store's name
     * @param timestamped whether rows have room for a timestamp
     * @param retention for how long after its start a window is kept
     * @param windowSize the length of windows
     * @param retainDuplicates whether each put adds a row
     * @return the supplier
     * @throws IllegalArgumentException if a duration is null or negative, or the retention less than the length
     */
    public static WindowSupplier persistent(
            String name, boolean timestamped, Duration retention, Duration windowSize, boolean retainDuplicates) {
        long retentionMs = retentionMs(name, retention, windowSize);
        return new WindowSupplier(
                name,
                new InnerStore(true, timestamped, null),
                retentionMs,
                Segments.onDiskMs(retentionMs),
                windowSize.toMillis(),
                retainDuplicates);
    }

    /**
     * A store in memory. It keeps timestamps.
     *
     * @param name the store's name
     * @param retention for how long after its start a window is kept
     * @param windowSize the length of windows
     * @param retainDuplicates whether each put adds a row
     * @return the supplier
     * @throws IllegalArgumentException if a duration is null or negative, or the retention less than the length
     */
    public static WindowSupplier inMemory(
            String name, Duration retention, Duration windowSize, boolean retainDuplicates) {
        return new WindowSupplier(
                name,
                new InnerStore(false, true, null),
                retentionMs(name, retention, windowSize),
                Segments.IN_MEMORY_MS,
                windowSize.toMillis(),
                retainDuplicates);
    }

    /**
     * The same store on disk, with room for headers.
     *
     * @return the supplier
     */
    WindowSupplier withHeaders() {
        return new WindowSupplier(
                name, InnerStore.withHeaders(), retentionPeriod, segmentIntervalMs, windowSize, retainDuplicates);
    }

    private static long retentionMs(String name, Duration retention, Duration windowSize) {
        Objects.requireNonNull(name, "name cannot be null");
        long retentionMs = Millis.notNegative(retention, "retentionPeriod");
        if (Millis.notNegative(windowSize, "windowSize") > retentionMs) {
            throw new IllegalArgumentException("The retention period of the window store " + name
                    + " must be no smaller than its window size. Got size=[" + windowSize + "], retention=["
                    + retention + "]");
        }
        return retentionMs;
    }

    @Override
    @SuppressWarnings("unchecked") // the description is that of a window store of bytes
    public WindowStore<Bytes, byte[]> get() {
        return (WindowStore<Bytes, byte[]>) StoreProvider.installed()
                .store(StoreDescription.ofBytes(name, StoreSettings.Window.of(this, DslStoreFormat.PLAIN), inner));
    }

    @Override
    public String metricsScope() {
        return inner.persistent() ? "rocksdb-window" : "in-memory-window";
    }
}
