package org.stoatflow.runtime.plan;

/**
 * What of the configuration decides the plan.
 *
 * @param applicationId prefix of changelog and repartition topic names
 * @param lanesByKey lanes of a stage with affinity {@link Affinity#KEY}
 * @param keySerdeCanonical whether the application's default key serde writes equal keys as equal bytes
 * @param cacheBytesMax what the caches of all lanes together may take, in bytes; 0 for no caches
 * @param choices what is forced, and lanes of single stages
 */
public record PlanSettings(
        String applicationId, int lanesByKey, boolean keySerdeCanonical, long cacheBytesMax, PlanChoices choices) {
    /** The plan decides about all affinities. */
    public PlanSettings(String applicationId, int lanesByKey, boolean keySerdeCanonical, long cacheBytesMax) {
        this(applicationId, lanesByKey, keySerdeCanonical, cacheBytesMax, PlanChoices.NONE);
    }
}
