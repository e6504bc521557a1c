package org.stoatflow.testing.driver;

import java.time.Duration;
import org.stoatflow.config.TimeSpans;
import org.stoatflow.kernel.time.Clock;

/** A clock that stands still until it is set. Thread: the driver's. */
public final class ManualClock implements Clock {
    private static final long MILLI_NS = 1_000_000;

    private long nowMs;
    private long skippedNs;

    public ManualClock(long startMs) {
        nowMs = startMs;
    }

    @Override
    public long nanos() {
        return nowMs * MILLI_NS + skippedNs; // may wrap around, as the nanoseconds of a machine may
    }

    @Override
    public long millis() {
        return nowMs;
    }

    void advance(Duration by) {
        nowMs = TimeSpans.sum(nowMs, by.toMillis());
    }

    void to(long timeMs) {
        nowMs = timeMs;
    }

    /** Lets a back-off pass that the wall clock does not show. */
    void skip(long ns) {
        skippedNs += ns;
    }
}
