package org.stoatflow.kernel.counters;

import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/**
 * By how much records of one lane are older than the latest before them, by slot of the lane. A record that is not late
 * costs nothing here. Only the lane's thread writes; other threads may read a moment late.
 *
 * <p>Shared. Written by: the lane; the dispatcher takes the maximum. Read by: metrics. Safe: one writer, opaque stores;
 * readers may be late, and a maximum may be left out that comes while it is taken. Proof: SharedFieldsTest.
 */
public final class LateRecords {
    private static final int SUM_MS = 0; // a slot's numbers
    private static final int MOST_MS = 1; // since somebody last took it
    private static final int WIDTH = 2;

    private final int count;
    private volatile @Nullable AtomicLongArray slots; // made with the first late record: many lanes may have none

    /** @param count how many slots the lane has */
    LateRecords(int count) {
        this.count = count;
    }

    /** Goes on from earlier sums. */
    LateRecords(LateRecords before) {
        this(before.count);
        AtomicLongArray earlier = before.slots;
        if (earlier != null) {
            AtomicLongArray copy = new AtomicLongArray(earlier.length());
            for (int at = 0; at < copy.length(); at += WIDTH) {
                copy.set(at + SUM_MS, earlier.get(at + SUM_MS));
            }
            slots = copy;
        }
    }

    // ---- the lane's thread

    /** A record is older than the latest before it, by this much. */
    public void onLate(int slot, long lateMs) {
        AtomicLongArray numbers = slots;
        if (numbers == null) {
            numbers = new AtomicLongArray(count * WIDTH);
            slots = numbers;
        }
        int at = slot * WIDTH;
        LaneCounters.add(numbers, at + SUM_MS, lateMs);
        if (lateMs > numbers.getOpaque(at + MOST_MS)) {
            numbers.setOpaque(at + MOST_MS, lateMs);
        }
    }

    // ---- any thread

    /** The sum over all runs, in ms. */
    long sumMs(int slot) {
        AtomicLongArray numbers = slots;
        return numbers == null ? 0 : numbers.getOpaque(slot * WIDTH + SUM_MS);
    }

    /** The maximum since the last call, in ms; 0 where none was late. One thread calls this. */
    long takeMostMs(int slot) {
        AtomicLongArray numbers = slots;
        int at = slot * WIDTH + MOST_MS;
        return numbers == null || numbers.getOpaque(at) == 0 ? 0 : numbers.getAndSet(at, 0);
    }
}
