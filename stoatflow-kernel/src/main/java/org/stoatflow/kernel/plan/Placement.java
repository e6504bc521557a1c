package org.stoatflow.kernel.plan;

/**
 * The part of a stage that this instance owns, apart from what the stage is. Immutable.
 *
 * @param owned the stage's owned virtual partitions
 * @param firstLane index of the stage's first lane, over all stages
 * @param lanes number of the stage's lanes
 */
public record Placement(OwnedPartitions owned, int firstLane, int lanes) {}
