package org.stoatflow.kernel.plan;

import org.jspecify.annotations.Nullable;

/**
 * The share of a stage that one lane runs. Immutable.
 *
 * @param index the lane's index over all stages
 * @param ownPartition the virtual partition that the lane serves, or -1 in a stage by key, where a lane serves several
 */
public record LaneShare(Stage stage, int index, int ownPartition) {
    public static LaneShare of(Stage stage, int index) {
        return new LaneShare(stage, index, stage.partitionOfLane(index));
    }

    /** The lane's name in threads and messages, for example {@code stage 1 lane 7}. */
    public String name() {
        return "stage " + stage.id() + " lane " + (index - stage.firstLane());
    }

    /** How many virtual partitions the lane serves. Each has a dense number in the lane, its slot. */
    public int partitions() {
        return ownPartition >= 0 ? 1 : stage.owned().count();
    }

    /** The slot of a virtual partition that the lane serves. */
    public int slotOf(int partition) {
        return ownPartition >= 0 ? 0 : stage.owned().slotOf(partition);
    }

    /** The virtual partition of a slot. */
    public int partitionAt(int slot) {
        return ownPartition >= 0 ? ownPartition : stage.owned().at(slot);
    }

    /** Where the lane's first slot is among the slots of the stage's owned partitions. */
    public int firstSlot() {
        return ownPartition >= 0 ? stage.owned().slotOf(ownPartition) : 0;
    }

    /** Whether records of this virtual partition and key come to the lane. */
    public boolean owns(int partition, byte @Nullable [] key) {
        return stage.laneOf(key, partition) == index;
    }

    /** Whether time comes into the stage, for punctuators or for rows that operators buffer. */
    public boolean isTimed() {
        return stage.entries().stream().anyMatch(Entry.Timer.class::isInstance);
    }
}
