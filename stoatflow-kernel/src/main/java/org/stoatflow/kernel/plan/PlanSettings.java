package org.stoatflow.kernel.plan;

import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.processor.FailOnInvalidTimestamp;

/**
 * The part of the configuration that decides the plan.
 *
 * @param applicationId prefix of changelog and repartition topic names
 * @param lanesByKey lanes of a stage with affinity {@link Affinity#KEY}
 * @param defaultKeySerde the application's default serde of keys, configured; null if there is none
 * @param defaultExtractor class of the timestamp extractor for sources without one
 * @param cacheBytesMax bound on the caches of all lanes together, in bytes; 0 for no caches
 * @param choices forced affinities, and numbers of lanes of single stages
 */
public record PlanSettings(
        String applicationId,
        int lanesByKey,
        @Nullable Serde<?> defaultKeySerde,
        Class<?> defaultExtractor,
        long cacheBytesMax,
        PlanChoices choices) {
    /** The planner decides all affinities, and sources have the default extractor. */
    public PlanSettings(String applicationId, int lanesByKey, @Nullable Serde<?> defaultKeySerde, long cacheBytesMax) {
        this(applicationId, lanesByKey, defaultKeySerde, FailOnInvalidTimestamp.class, cacheBytesMax, PlanChoices.NONE);
    }

    /**
     * Takes the settings from the configuration.
     *
     * @param defaultKeySerde the application's default serde of keys, configured; null if there is none
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
