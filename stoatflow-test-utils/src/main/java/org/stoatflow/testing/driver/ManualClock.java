package org.stoatflow.testing.driver;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.stoatflow.kernel.time.Clock;

/** A clock that stands still until it is set. Thread: the driver's. */
public final class ManualClock implements Clock {
    private long nowMs;
    private long skippedNs;

    public ManualClock(long startMs) {
        nowMs = startMs;
    }

    @Override
    public long nanos() {
        return TimeUnit.MILLISECONDS.toNanos(nowMs) + skippedNs;
    }

    @Override
    public long millis() {
        return nowMs;
    }

    void advance(Duration by) {
        nowMs += by.toMillis();
    }

    void to(long timeMs) {
        nowMs = timeMs;
    }

    /** Lets a back-off pass that the wall clock does not show. */
    void skip(long ns) {
        skippedNs += ns;
    }
}
