package org.stoatflow.runtime.engine;

import org.apache.kafka.common.utils.Time;
import org.stoatflow.kernel.time.Clock;

/**
 * The user's time of day. Intervals and waits go by the machine's clock, so that nothing waits for a time that stands.
 */
record DayClock(Time time) implements Clock {
    @Override
    public long nanos() {
        return Clock.SYSTEM.nanos();
    }

    @Override
    public long millis() {
        return time.milliseconds();
    }
}
