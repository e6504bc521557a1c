package org.stoatflow.kernel.counters;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Since when and for how long a lane is at work. Only the lane's thread writes, by plain stores; other threads may read
 * a moment late.
 *
 * <p>Shared. Written by: the lane. Read by: metrics, messages. Safe: one writer, opaque stores; readers may be late.
 * Proof: SharedFieldsTest.
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

    /** When the lane's last work ended. The lane's thread. */
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
