package org.stoatflow.kernel.plan;

import java.util.Arrays;
import java.util.Collection;
import java.util.stream.IntStream;

/** Which virtual partitions of a stage are here, each with a dense number, its slot. Immutable. */
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

    /** All of them are here. */
    static OwnedPartitions all(int count) {
        return new OwnedPartitions(IntStream.range(0, count).toArray(), count);
    }

    /**
     * Some of them are here.
     *
     * @param count how many there are anywhere
     */
    static OwnedPartitions some(Collection<Integer> owned, int count) {
        return new OwnedPartitions(
                owned.stream().mapToInt(Integer::intValue).sorted().distinct().toArray(), count);
    }

    /** How many are here. */
    public int count() {
        return partitions.length;
    }

    private boolean has(int partition) {
        return partition < slots.length && slots[partition] != NOT_HERE;
    }

    /** The slot of a partition that is here. */
    public int slotOf(int partition) {
        if (!has(partition)) {
            throw new IllegalArgumentException("virtual partition " + partition + " of " + slots.length
                    + " is not here, but only " + Arrays.toString(partitions));
        }
        return slots[partition];
    }

    /** The partition with that slot. */
    public int at(int slot) {
        return partitions[slot];
    }

    /** In ascending order. */
    public IntStream stream() {
        return Arrays.stream(partitions);
    }
}
