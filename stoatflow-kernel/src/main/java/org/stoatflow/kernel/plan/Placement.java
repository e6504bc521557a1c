package org.stoatflow.kernel.plan;

/**
 * What of a stage is here, apart from what the stage is. Immutable.
 *
 * @param owned its virtual partitions that are here
 * @param firstLane index of its first lane over all stages
 * @param lanes number of lanes
 */
public record Placement(OwnedPartitions owned, int firstLane, int lanes) {}
