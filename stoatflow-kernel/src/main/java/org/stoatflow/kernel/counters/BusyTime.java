package org.stoatflow.kernel.counters;

import java.util.concurrent.atomic.AtomicLong;

/**
 * When and how long a lane is at work. Written by the lane's thread alone, by plain stores; readers elsewhere may see
 * it a moment late.
 */
final class BusyTime {
    private final AtomicLong totalNs = new AtomicLong();
    private volatile long sinceNs = LaneCounters.IDLE;
    private volatile int lastEntry = -1;
    private long endedNs; // the lane's thread only

    void goOnFrom(BusyTime before) {
        totalNs.set(before.totalNs.get());
    }

    void begin(int entry, long nowNs) {
        lastEntry = entry;
        sinceNs = nowNs;
    }

    void end(long nowNs) {
        totalNs.lazySet(totalNs.get() + nowNs - sinceNs); // one writer
        sinceNs = LaneCounters.IDLE;
        endedNs = nowNs;
    }

    /** When the last work ended. The lane's thread. */
    long endedNs() {
        return endedNs;
    }

    long totalNs() {
        return totalNs.get();
    }

    long sinceNs() {
        return sinceNs;
    }

    int lastEntry() {
        return lastEntry;
    }
}
