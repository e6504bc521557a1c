package org.stoatflow.state.window;

import java.util.function.IntToLongFunction;
import org.stoatflow.state.segment.PartitionNumbers;

/**
 * The numbers that tell duplicates of a window apart: each put of a virtual partition has the next one, from 1 on, and
 * after the greatest comes 0. Thread: the store's user.
 *
 * <p>After a start they go on behind the records of the changelog, of which each put has written one. If they began
 * anew, as in Kafka Streams, a put would take the place of one before the start that has its key, time and number.
 * Without a changelog they begin anew, and {@link FormerWindows} says where numbers may be taken.
 */
final class WindowSequences {
    private static final int MASK = 0x7fff_ffff;

    private static final long UNKNOWN = -1;

    private final PartitionNumbers puts = new PartitionNumbers(UNKNOWN);
    private final PartitionNumbers stored = new PartitionNumbers(0);
    private IntToLongFunction written = partition -> 0;

    /** @param newWritten how many puts there may have been in a partition, asked before the first one */
    void beginAt(IntToLongFunction newWritten) {
        written = newWritten;
    }

    /** The number of the next put. */
    int next(int partition) {
        long before = puts.get(partition);
        int next = (int) ((before == UNKNOWN ? written.applyAsLong(partition) : before) + 1) & MASK;
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
