package org.stoatflow.memorykafka;

import java.util.concurrent.TimeUnit;

/** The time of the cluster and its clients. It moves when its owner says so, and when a modelled client call waits. */
public final class ClusterClock {
    private long nowNs;

    /** A clock that starts at the given wall time. */
    public ClusterClock(long startMs) {
        nowNs = TimeUnit.MILLISECONDS.toNanos(startMs);
    }

    public long nowMs() {
        return TimeUnit.NANOSECONDS.toMillis(nowNs);
    }

    public long nowNs() {
        return nowNs;
    }

    public void advanceNs(long byNs) {
        if (byNs < 0) {
            throw new IllegalArgumentException("time goes forward only, byNs=" + byNs);
        }
        nowNs += byNs;
    }

    public void advanceMs(long byMs) {
        advanceNs(TimeUnit.MILLISECONDS.toNanos(byMs));
    }
}
