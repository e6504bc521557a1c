package org.stoatflow.state.window;

import org.stoatflow.state.segment.PartitionNumbers;

/**
 * The numbers that tell duplicates of a window apart: each put of a virtual partition has the next one, from 1 on, and
 * after the greatest comes 0. Thread: the store's user.
 */
final class WindowSequences {
    private static final int MASK = 0x7fff_ffff;

    private final PartitionNumbers puts = new PartitionNumbers(0);
    private final PartitionNumbers stored = new PartitionNumbers(0);

    /** The number of the next put. */
    int next(int partition) {
        int next = (int) puts.get(partition) + 1 & MASK;
        puts.set(partition, next);
        return next;
    }

    /** That put is of a value, which can be fetched by key and start until the next such put. */
    void isStored(int partition, int sequence) {
        stored.set(partition, sequence);
    }

    /** The number of the last put of a value. */
    int stored(int partition) {
        return (int) stored.get(partition);
    }

    void save() {
        puts.save();
        stored.save();
    }

    void release() {
        puts.release();
        stored.release();
    }

    void rollback() {
        puts.rollback();
        stored.rollback();
    }

    void clear() {
        puts.clear();
        stored.clear();
    }
}
