package org.stoatflow.simulation;

import java.time.Duration;
import org.stoatflow.config.TimeSpans;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.memorykafka.ClusterClock;

/**
 * The simulation's time as the engine sees it. Its nanoseconds have any origin, as those of a machine: by the seed they
 * begin at zero, are negative for a while, or overflow.
 */
record EngineClock(ClusterClock time, long originNs) implements Clock {
    private static final long AHEAD_NS = TimeSpans.nanos(Duration.ofSeconds(5));

    /** The clock of a seed. */
    static EngineClock of(ClusterClock time, long seed) {
        return new EngineClock(
                time,
                switch ((int) Math.floorMod(seed, 3L)) {
                    case 1 -> -AHEAD_NS;
                    case 2 -> Long.MAX_VALUE - AHEAD_NS;
                    default -> 0;
                });
    }

    @Override
    public long nanos() {
        return originNs + time.nowNs();
    }

    @Override
    public long millis() {
        return time.nowMs();
    }
}
