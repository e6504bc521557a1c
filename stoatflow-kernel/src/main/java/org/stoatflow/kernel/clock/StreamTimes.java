package org.stoatflow.kernel.clock;

import java.util.Arrays;

/**
 * Stream time of a lane's virtual partitions: the highest record timestamp that the lane has seen, -1 before the first
 * record. Owner: the lane's thread.
 */
public final class StreamTimes {
    public static final long UNKNOWN = -1;

    private final long[] times;

    /** @param partitions virtual partitions of the stage, or 1 for a lane that serves only one */
    StreamTimes(int partitions) {
        times = new long[partitions];
        Arrays.fill(times, UNKNOWN);
    }

    void advance(int partition, long timestamp) {
        int index = times.length == 1 ? 0 : partition;
        if (timestamp > times[index]) {
            times[index] = timestamp;
        }
    }

    long of(int partition) {
        return times[times.length == 1 ? 0 : Math.max(0, partition)];
    }
}
