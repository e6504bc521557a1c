package org.stoatflow.kernel.plan;

import org.jspecify.annotations.Nullable;

/**
 * What of a stage one lane runs. Immutable.
 *
 * @param index of the lane, over all stages
 * @param ownPartition the virtual partition that the lane serves, or -1 in a stage by key, where it serves several
 */
public record LaneShare(Stage stage, int index, int ownPartition) {
    public static LaneShare of(Stage stage, int index) {
        return new LaneShare(stage, index, stage.partitionOfLane(index));
    }

    /** Name for threads and messages, for example {@code stage 1 lane 7}. */
    public String name() {
        return "stage " + stage.id() + " lane " + (index - stage.firstLane());
    }

    /** How many virtual partitions the lane serves. */
    public int partitions() {
        return stage.isByKey() ? stage.partitions() : 1;
    }

    /** Whether records of the key come to this lane. */
    public boolean owns(int partition, byte @Nullable [] key) {
        return stage.laneOf(key, partition) == index;
    }

    /** Whether time comes into the stage, for punctuators or for rows that operators hold. */
    public boolean isTimed() {
        return stage.entries().stream().anyMatch(Entry.Timer.class::isInstance);
    }
}
