package org.stoatflow.runtime.settings;

import org.stoatflow.config.StoatflowConfig;
import org.stoatflow.streams.StreamsConfig;

/**
 * How much may be in flight.
 *
 * @param bytesMax bytes in flight at which nothing more is handed out
 * @param epochBytesMax bytes that one isolated epoch may hold; a lane whose work goes beyond it fails
 */
public record InFlightSettings(long bytesMax, long epochBytesMax) {
    /** An epoch is cut at a size, and what is handed out by then still grows: a close bound would be met often. */
    private static final int TIMES_CUT = 2;

    static InFlightSettings of(StreamsConfig config) {
        double share = StoatflowConfig.EPOCH_HEAP_SHARE.of(config)
                * Runtime.getRuntime().maxMemory();
        return new InFlightSettings(MemorySettings.of(config).inFlightBytesMax(), (long)
                Math.max(share, (double) TIMES_CUT * StoatflowConfig.UNCOMMITTED_BYTES_MAX.of(config)));
    }
}
