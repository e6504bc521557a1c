package org.stoatflow.runtime.settings;

import org.apache.kafka.common.config.ConfigException;
import org.stoatflow.config.StoatflowConfig;
import org.stoatflow.state.rocks.RocksSettings;
import org.stoatflow.streams.StreamsConfig;

/**
 * How the one bound of memory is shared out. Records under way and record caches have bounds of their own; RocksDB has
 * the rest, of which half may be write buffers.
 *
 * @param bytesMax the bound, in bytes
 * @param inFlightBytesMax what batches, outboxes and overlays may take of it, uncommitted data included, in bytes
 * @param recordCacheBytesMax what record caches may take of it, in bytes
 */
public record MemorySettings(long bytesMax, long inFlightBytesMax, long recordCacheBytesMax) {
    /**
     * Reads the configuration. Where the bound is not set and the others take more than half of the default one, as an
     * application's caches may, RocksDB has half of the default beside them.
     *
     * @param config the application's
     * @return the shares
     * @throws ConfigException if the bound is set, and the others leave less than half of it
     */
    public static MemorySettings of(StreamsConfig config) {
        long bytesMax = StoatflowConfig.MEMORY_BYTES_MAX.of(config);
        long inFlight = StoatflowConfig.IN_FLIGHT_BYTES_MAX.of(config);
        long caches = config.getLong(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG);
        long least = bytesMax / 2;
        if (bytesMax - inFlight - caches >= least) {
            return new MemorySettings(bytesMax, inFlight, caches);
        }
        if (StoatflowConfig.MEMORY_BYTES_MAX.isSet(config)) {
            throw new ConfigException(
                    StoatflowConfig.MEMORY_BYTES_MAX.key(),
                    bytesMax,
                    "Half of it is for RocksDB. " + StoatflowConfig.IN_FLIGHT_BYTES_MAX.key() + " (" + inFlight
                            + ") and " + StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG + " (" + caches
                            + ") take more than the other half: lower one of them, or raise this to at least "
                            + 2 * (inFlight + caches));
        }
        return new MemorySettings(least + inFlight + caches, inFlight, caches);
    }

    /** What is left for RocksDB. */
    public RocksSettings rocks() {
        return RocksSettings.defaults().withMemoryBytes(bytesMax - inFlightBytesMax - recordCacheBytesMax);
    }
}
