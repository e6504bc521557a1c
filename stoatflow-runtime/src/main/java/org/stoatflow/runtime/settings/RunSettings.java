package org.stoatflow.runtime.settings;

import java.time.Duration;
import org.stoatflow.config.StoatflowConfig;
import org.stoatflow.streams.StreamsConfig;

/**
 * The settings of a run.
 *
 * @param stalledMarkBatches see {@link #STALLED_MARK_BATCHES}; smaller in a simulation
 * @param stalledAfter how long after its cut an epoch that is not applied is reported
 * @param send for how long the committer waits for its producers
 */
public record RunSettings(
        boolean exactlyOnce,
        CommitSettings commit,
        SourceSettings source,
        InFlightSettings inFlight,
        int stalledMarkBatches,
        Duration stalledAfter,
        SendSettings send) {
    /** The mark of a hop: if more batches wait there, the lanes that feed the hop take no more of what feeds it. */
    public static final int STALLED_MARK_BATCHES = 256;

    public static RunSettings of(StreamsConfig config) {
        return new RunSettings(
                ApplicationSettings.isExactlyOnce(config),
                CommitSettings.of(config),
                SourceSettings.of(config),
                InFlightSettings.of(config),
                STALLED_MARK_BATCHES,
                StoatflowConfig.STALLED_AFTER.of(config),
                SendSettings.of(config));
    }

    /** Half of the mark: the lanes that feed a hop wake once it is down to this. */
    public int reliefMarkBatches() {
        return stalledMarkBatches / 2;
    }
}
