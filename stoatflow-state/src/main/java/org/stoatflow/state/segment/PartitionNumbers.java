package org.stoatflow.state.segment;

import java.util.Arrays;

/**
 * A number for each virtual partition that a store remembers beside its rows. What was set since {@link #save} can be
 * taken back. Thread: the store's user.
 */
public final class PartitionNumbers {
    private static final int NOTED_AT_FIRST = 4;

    private final long initial;
    private long[] numbers = new long[0];
    private boolean saving;
    private int[] notedPartitions = new int[NOTED_AT_FIRST];
    private long[] notedNumbers = new long[NOTED_AT_FIRST];
    private int noted;

    /**
     * Numbers that were not set yet.
     *
     * @param initial what {@link #get} then gives
     */
    public PartitionNumbers(long initial) {
        this.initial = initial;
    }

    /**
     * How many partitions there may be numbers for.
     *
     * @return all partitions behind have the initial number
     */
    public int size() {
        return numbers.length;
    }

    /**
     * The number of a partition.
     *
     * @param partition the virtual partition
     * @return the number
     */
    public long get(int partition) {
        return partition < numbers.length ? numbers[partition] : initial;
    }

    /**
     * Sets the number of a partition.
     *
     * @param partition the virtual partition
     * @param number the number
     */
    public void set(int partition, long number) {
        int before = numbers.length;
        if (partition >= before) {
            numbers = Arrays.copyOf(numbers, partition + 1);
            Arrays.fill(numbers, before, partition + 1, initial);
        }
        if (saving) {
            note(partition);
        }
        numbers[partition] = number;
    }

    private void note(int partition) {
        if (noted == notedPartitions.length) {
            notedPartitions = Arrays.copyOf(notedPartitions, noted * 2);
            notedNumbers = Arrays.copyOf(notedNumbers, noted * 2);
        }
        notedPartitions[noted] = partition;
        notedNumbers[noted] = numbers[partition];
        noted++;
    }

    /** From now on, {@link #rollback} takes back what is set. */
    public void save() {
        saving = true;
        noted = 0;
    }

    /** What was set since {@link #save} stays. */
    public void release() {
        saving = false;
        noted = 0;
    }

    /** Takes back what was set since {@link #save}. */
    public void rollback() {
        while (noted > 0) {
            noted--;
            numbers[notedPartitions[noted]] = notedNumbers[noted];
        }
        saving = false;
    }

    /** Forgets all numbers. */
    public void clear() {
        numbers = new long[0];
        saving = false;
        noted = 0;
    }
}
