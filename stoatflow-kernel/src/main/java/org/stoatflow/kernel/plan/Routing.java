package org.stoatflow.kernel.plan;

/**
 * How a stage shares its records out to lanes.
 *
 * @param reason why the stage has this affinity, for {@code explain}
 * @param comparesKeys whether the stage has stores and runs by key on several lanes without a proof, so that its lanes
 *     compare the bytes of keys in stores with the bytes that chose the lane
 */
public record Routing(Affinity affinity, String reason, boolean comparesKeys) {}
