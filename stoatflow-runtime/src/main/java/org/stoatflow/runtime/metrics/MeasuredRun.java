package org.stoatflow.runtime.metrics;

import java.util.List;
import org.stoatflow.kernel.clock.AppliedOffsets;
import org.stoatflow.kernel.clock.SourceTimes;
import org.stoatflow.kernel.clock.StreamClocks;
import org.stoatflow.kernel.epoch.Budget;
import org.stoatflow.kernel.epoch.Cadence;
import org.stoatflow.kernel.epoch.StallDetector;
import org.stoatflow.kernel.lane.Lane;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.runtime.source.Dispatcher;

/**
 * The parts of a run that metrics and the monitor read while the run goes on. They use only methods that are for any
 * thread.
 */
public record MeasuredRun(
        List<Lane> lanes,
        Dispatcher dispatcher,
        Budget budget,
        Cadence cadence,
        StallDetector stalls,
        StreamClocks clocks,
        Clock clock) {
    /** The times that are committed of the sources. */
    SourceTimes times() {
        return clocks.sources();
    }

    /** Up to where the sources are in the committed state. */
    AppliedOffsets applied() {
        return clocks.applied();
    }
}
