package org.stoatflow.simulation;

import org.stoatflow.kernel.time.Clock;
import org.stoatflow.memorykafka.SimClock;

/** The simulation's time as the engine sees it. */
record EngineClock(SimClock time) implements Clock {
    @Override
    public long nanos() {
        return time.nowNs();
    }

    @Override
    public long millis() {
        return time.nowMs();
    }
}
