package org.stoatflow.kernel.clock;

import java.util.Arrays;
import org.stoatflow.kernel.counters.LateRecords;
import org.stoatflow.kernel.plan.LaneShare;

/**
 * Stream time of a lane's virtual partitions: the highest record timestamp that the lane has seen, -1 before the first
 * record. Owner: the lane's thread.
 */
public final class StreamTimes {
    public static final long UNKNOWN = -1;

    private final LaneShare share;
    private final LateRecords late;
    private final long[] times; // by slot of the lane

    StreamTimes(LaneShare share, LateRecords late) {
        this.share = share;
        this.late = late;
        times = new long[share.partitions()];
        Arrays.fill(times, UNKNOWN);
    }

    void advance(int partition, long timestamp) {
        int slot = share.slotOf(partition);
        long time = times[slot];
        if (timestamp > time) {
            times[slot] = timestamp;
        } else if (timestamp < time) {
            late.onLate(slot, time - timestamp);
        }
    }

    /** The time of a virtual partition. Unknown for -1, where a lane of several prepares its processors. */
    long of(int partition) {
        return partition < 0 && share.ownPartition() < 0 ? UNKNOWN : times[share.slotOf(partition)];
    }
}
