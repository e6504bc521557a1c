package org.stoatflow.runtime.settings;

import java.time.Duration;
import org.stoatflow.config.StoatflowConfig;
import org.stoatflow.streams.StreamsConfig;

/**
 * What a run goes by.
 *
 * @param inFlightBytesMax what is under way may take so much memory
 * @param stalledMarkBatches see {@link #STALLED_MARK_BATCHES}; smaller in a simulation
 * @param stalledAfter how long an epoch may take from its cut until it is reported
 */
public record RunSettings(
        boolean exactlyOnce,
        CommitSettings commit,
        SourceSettings source,
        long inFlightBytesMax,
        int stalledMarkBatches,
        Duration stalledAfter) {
    /** Batches waiting at a hop above which lanes that feed it take no more of what feeds it. */
    public static final int STALLED_MARK_BATCHES = 256;

    public static RunSettings of(StreamsConfig config) {
        return new RunSettings(
                ApplicationSettings.isExactlyOnce(config),
                CommitSettings.of(config),
                SourceSettings.of(config),
                StoatflowConfig.IN_FLIGHT_BYTES_MAX.of(config),
                STALLED_MARK_BATCHES,
                StoatflowConfig.STALLED_AFTER.of(config));
    }

    /** Half of the mark: feeders wake once a hop is down to it. */
    public int reliefMarkBatches() {
        return stalledMarkBatches / 2;
    }
}
