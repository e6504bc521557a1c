package org.stoatflow.stores;

import java.time.Duration;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.streams.state.HeadersBytesStoreSupplier;
import org.stoatflow.streams.state.WindowBytesStoreSupplier;
import org.stoatflow.streams.state.WindowStore;

/**
 * A built-in window store on disk whose rows have room for headers, as data.
 *
 * @param windows the store
 */
public record WindowHeadersSupplier(WindowSupplier windows)
        implements WindowBytesStoreSupplier, HeadersBytesStoreSupplier, BuiltInSupplier {
    /**
     * A store on disk.
     *
     * @param name the store's name
     * @param retention for how long after its start a window is kept
     * @param windowSize the length of windows
     * @param retainDuplicates whether each put adds a row
     * @return the supplier
     * @throws IllegalArgumentException if a duration is null or negative, or the retention less than the length
     */
    public static WindowHeadersSupplier persistent(
            String name, Duration retention, Duration windowSize, boolean retainDuplicates) {
        return new WindowHeadersSupplier(WindowSupplier.persistent(name, true, retention, windowSize, retainDuplicates)
                .withHeaders());
    }

    @Override
    public InnerStore inner() {
        return windows.inner();
    }

    @Override
    public String name() {
        return windows.name();
    }

    @Override
    public WindowStore<Bytes, byte[]> get() {
        return windows.get();
    }

    @Override
    public String metricsScope() {
        return windows.metricsScope();
    }

    @Override
    public long segmentIntervalMs() {
        return windows.segmentIntervalMs();
    }

    @Override
    public long windowSize() {
        return windows.windowSize();
    }

    @Override
    public boolean retainDuplicates() {
        return windows.retainDuplicates();
    }

    @Override
    public long retentionPeriod() {
        return windows.retentionPeriod();
    }
}
