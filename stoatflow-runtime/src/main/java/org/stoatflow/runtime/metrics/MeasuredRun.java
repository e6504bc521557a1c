package org.stoatflow.runtime.metrics;

import java.util.List;
import org.stoatflow.kernel.epoch.Budget;
import org.stoatflow.kernel.epoch.Cadence;
import org.stoatflow.kernel.epoch.StallDetector;
import org.stoatflow.kernel.lane.Lane;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.runtime.source.Dispatcher;

/** What those who measure look at while a run goes on. Only what any thread may ask for is asked. */
public record MeasuredRun(
        List<Lane> lanes, Dispatcher dispatcher, Budget budget, Cadence cadence, StallDetector stalls, Clock clock) {}
