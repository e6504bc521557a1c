package org.stoatflow.simulation;

import org.stoatflow.kernel.time.Clock;
import org.stoatflow.memorykafka.ClusterClock;

/** The simulation's time as the engine sees it. */
record EngineClock(ClusterClock time) implements Clock {
    @Override
    public long nanos() {
        return time.nowNs();
    }

    @Override
    public long millis() {
        return time.nowMs();
    }
}
