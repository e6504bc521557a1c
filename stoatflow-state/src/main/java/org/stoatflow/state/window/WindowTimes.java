package org.stoatflow.state.window;

import java.util.Arrays;

/** The greatest time seen in each virtual partition, and the segments that have left. Thread: the store's user. */
final class WindowTimes {
    private static final long NONE = -1;

    private long[] observedMs = new long[0];
    private long[] firstKept = new long[0];

    void observe(int partition, long timeMs) {
        makeRoom(partition);
        observedMs[partition] = Math.max(observedMs[partition], timeMs);
    }

    /** The greatest time seen, or -1. */
    long observedMs(int partition) {
        return partition < observedMs.length ? observedMs[partition] : NONE;
    }

    /** The first segment that has not left as far as is known; -1 where none has. */
    long firstKept(int partition) {
        return partition < firstKept.length ? firstKept[partition] : NONE;
    }

    void keepFrom(int partition, long segment) {
        makeRoom(partition);
        firstKept[partition] = segment;
    }

    private void makeRoom(int partition) {
        int before = observedMs.length;
        if (partition >= before) {
            observedMs = Arrays.copyOf(observedMs, partition + 1);
            firstKept = Arrays.copyOf(firstKept, partition + 1);
            Arrays.fill(observedMs, before, partition + 1, NONE);
            Arrays.fill(firstKept, before, partition + 1, NONE);
        }
    }
}
