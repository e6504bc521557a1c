package org.stoatflow.kernel.plan;

import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.processor.FailOnInvalidTimestamp;

/**
 * What of the configuration decides the plan.
 *
 * @param applicationId prefix of changelog and repartition topic names
 * @param lanesByKey lanes of a stage with affinity {@link Affinity#KEY}
 * @param defaultKeySerde the application's, configured; null if there is none
 * @param defaultExtractor class of the timestamp extractor of sources that have none of their own
 * @param cacheBytesMax what the caches of all lanes together may take, in bytes; 0 for no caches
 * @param choices what is forced, and lanes of single stages
 */
public record PlanSettings(
        String applicationId,
        int lanesByKey,
        @Nullable Serde<?> defaultKeySerde,
        Class<?> defaultExtractor,
        long cacheBytesMax,
        PlanChoices choices) {
    /** The plan decides about all affinities, and extractors are the default ones. */
    public PlanSettings(String applicationId, int lanesByKey, @Nullable Serde<?> defaultKeySerde, long cacheBytesMax) {
        this(applicationId, lanesByKey, defaultKeySerde, FailOnInvalidTimestamp.class, cacheBytesMax, PlanChoices.NONE);
    }

    /**
     * As the configuration has it.
     *
     * @param defaultKeySerde the application's, configured; null if there is none
     */
    public static PlanSettings of(StreamsConfig config, @Nullable Serde<?> defaultKeySerde) {
        return new PlanSettings(
                config.getString(StreamsConfig.APPLICATION_ID_CONFIG),
                PlanChoices.lanes(config),
                defaultKeySerde,
                config.getClass(StreamsConfig.DEFAULT_TIMESTAMP_EXTRACTOR_CLASS_CONFIG),
                config.getLong(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG),
                PlanChoices.of(config));
    }
}
