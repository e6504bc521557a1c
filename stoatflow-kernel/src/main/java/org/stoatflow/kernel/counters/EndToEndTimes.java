package org.stoatflow.kernel.counters;

import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.plan.OwnedPartitions;

/**
 * How old records of one lane are when they reach one node, by virtual partition: one record of each batch is looked
 * at. Only the lane's thread writes; other threads may read a moment late.
 *
 * <p>Shared. Written by: the lane; the dispatcher takes the extremes. Read by: metrics. Safe: one writer, opaque
 * stores; readers may be late, and an extreme may be left out that comes while they are taken. Proof: SharedFieldsTest.
 */
public final class EndToEndTimes {
    private static final long NONE_LEAST = Long.MAX_VALUE;
    private static final long NONE_MOST = Long.MIN_VALUE;

    private static final int SAMPLES = 0; // a slot's numbers
    private static final int SUM_MS = 1;
    private static final int LEAST_MS = 2; // since somebody last took it
    private static final int MOST_MS = 3; // likewise
    private static final int WIDTH = 4;

    private final @Nullable OwnedPartitions several; // null in a lane of one virtual partition
    private volatile @Nullable AtomicLongArray slots; // made with the first sample, since many lanes may have none
    private boolean isPassed; // with the next two the lane's thread only
    private long passedMs;
    private int passedPartition;

    /** @param several the owned virtual partitions of the stage, or null in a lane that serves only one */
    EndToEndTimes(@Nullable OwnedPartitions several) {
        this.several = several;
    }

    /** Goes on from earlier samples. */
    EndToEndTimes(EndToEndTimes before) {
        this(before.several);
        AtomicLongArray earlier = before.slots;
        if (earlier != null) {
            AtomicLongArray copy = empty();
            for (int at = 0; at < copy.length(); at += WIDTH) {
                copy.set(at + SAMPLES, earlier.get(at + SAMPLES));
                copy.set(at + SUM_MS, earlier.get(at + SUM_MS));
            }
            slots = copy;
        }
    }

    private AtomicLongArray empty() {
        int partitions = several == null ? 1 : several.count();
        AtomicLongArray made = new AtomicLongArray(partitions * WIDTH);
        for (int at = 0; at < made.length(); at += WIDTH) {
            made.set(at + LEAST_MS, NONE_LEAST);
            made.set(at + MOST_MS, NONE_MOST);
        }
        return made;
    }

    // ---- the lane's thread

    /** A record has reached the node. The last one before {@link #sample} is looked at. */
    public void onRecord(long timestampMs, int partition) {
        isPassed = true;
        passedMs = timestampMs;
        passedPartition = partition;
    }

    /** Looks at the last record that has reached the node since the last call, if there was one. */
    public void sample(long nowMs) {
        if (isPassed) {
            isPassed = false;
            sample(nowMs - passedMs, slotOf(passedPartition));
        }
    }

    private void sample(long ageMs, int slot) {
        AtomicLongArray numbers = slots;
        if (numbers == null) {
            numbers = empty();
            slots = numbers;
        }
        int at = slot * WIDTH;
        LaneCounters.add(numbers, at + SAMPLES, 1);
        LaneCounters.add(numbers, at + SUM_MS, ageMs);
        if (ageMs < numbers.getOpaque(at + LEAST_MS)) {
            numbers.setOpaque(at + LEAST_MS, ageMs);
        }
        if (ageMs > numbers.getOpaque(at + MOST_MS)) {
            numbers.setOpaque(at + MOST_MS, ageMs);
        }
    }

    private int slotOf(int partition) {
        return several == null || partition < 0 ? 0 : several.slotOf(partition);
    }

    // ---- any thread

    /** What was looked at over all runs, and the extremes since the last call. One thread calls this. */
    public Age take(int partition) {
        AtomicLongArray numbers = slots;
        if (numbers == null) {
            return Age.NONE;
        }
        int at = slotOf(partition) * WIDTH;
        long samples = numbers.getOpaque(at + SAMPLES);
        long sumMs = numbers.getOpaque(at + SUM_MS);
        return numbers.getOpaque(at + MOST_MS) == NONE_MOST
                ? new Age(samples, sumMs, NONE_LEAST, NONE_MOST)
                : new Age(
                        samples,
                        sumMs,
                        numbers.getAndSet(at + LEAST_MS, NONE_LEAST),
                        numbers.getAndSet(at + MOST_MS, NONE_MOST));
    }

    /**
     * Ages of records in ms.
     *
     * @param samples how many records were looked at, over all runs
     * @param sumMs the sum of their ages
     * @param leastMs the least age since it was last taken, if there was one
     * @param mostMs the greatest, likewise
     */
    public record Age(long samples, long sumMs, long leastMs, long mostMs) {
        /** Nothing was looked at. */
        public static final Age NONE = new Age(0, 0, NONE_LEAST, NONE_MOST);

        /** Both together. */
        public Age and(Age other) {
            return new Age(
                    samples + other.samples,
                    sumMs + other.sumMs,
                    Math.min(leastMs, other.leastMs),
                    Math.max(mostMs, other.mostMs));
        }

        /** Whether records were looked at since the extremes were last taken. */
        public boolean hasExtremes() {
            return leastMs <= mostMs;
        }
    }
}
