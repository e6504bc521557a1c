package org.stoatflow.runtime.testkit;

import java.time.Duration;
import org.stoatflow.kernel.time.Clock;

/** A clock that a test moves by hand. It begins at zero. Used by one thread. */
public final class HandClock implements Clock {
    private long nowNs;

    /** Lets time pass. */
    public void pass(Duration time) {
        nowNs += time.toNanos();
    }

    @Override
    public long nanos() {
        return nowNs;
    }

    @Override
    public long millis() {
        return Duration.ofNanos(nowNs).toMillis();
    }
}
