package org.stoatflow.kernel.plan;

/**
 * How a stage shares its records out to lanes.
 *
 * @param reason why it has its affinity, for {@code explain}
 * @param comparesKeys whether it has stores and runs by key on several lanes without a proof, so that its lanes compare
 *     the bytes of keys in stores with those that chose the lane
 */
public record Routing(Affinity affinity, String reason, boolean comparesKeys) {}
