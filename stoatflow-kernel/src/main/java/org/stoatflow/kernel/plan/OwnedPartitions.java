package org.stoatflow.kernel.plan;

import java.util.Arrays;
import java.util.Collection;
import java.util.stream.IntStream;

/** The virtual partitions of a stage that this instance owns. Each has a dense number, its slot. Immutable. */
public final class OwnedPartitions {
    private static final int NOT_HERE = -1;

    private final int[] partitions; // by slot, ascending
    private final int[] slots; // by partition

    private OwnedPartitions(int[] partitions, int count) {
        this.partitions = partitions;
        this.slots = new int[count];
        Arrays.fill(slots, NOT_HERE);
        for (int slot = 0; slot < partitions.length; slot++) {
            slots[partitions[slot]] = slot;
        }
    }

    /** This instance owns all partitions. */
    static OwnedPartitions all(int count) {
        return new OwnedPartitions(IntStream.range(0, count).toArray(), count);
    }

    /**
     * This instance owns some partitions.
     *
     * @param count number of the stage's partitions, owned or not
     */
    static OwnedPartitions some(Collection<Integer> owned, int count) {
        return new OwnedPartitions(
                owned.stream().mapToInt(Integer::intValue).sorted().distinct().toArray(), count);
    }

    /** Number of owned partitions. */
    public int count() {
        return partitions.length;
    }

    /** Whether this instance owns the partition. */
    public boolean has(int partition) {
        return partition >= 0 && partition < slots.length && slots[partition] != NOT_HERE;
    }

    /** The slot of an owned partition. */
    public int slotOf(int partition) {
        if (!has(partition)) {
            throw new IllegalArgumentException("virtual partition " + partition + " of " + slots.length
                    + " is not here, but only " + Arrays.toString(partitions));
        }
        return slots[partition];
    }

    /** The partition of a slot. */
    public int at(int slot) {
        return partitions[slot];
    }

    /** The owned partitions in ascending order. */
    public IntStream stream() {
        return Arrays.stream(partitions);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof OwnedPartitions owned
                && slots.length == owned.slots.length
                && Arrays.equals(partitions, owned.partitions);
    }

    @Override
    public int hashCode() {
        return 31 * slots.length + Arrays.hashCode(partitions);
    }
}
