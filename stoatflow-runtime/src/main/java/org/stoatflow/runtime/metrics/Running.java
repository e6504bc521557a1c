package org.stoatflow.runtime.metrics;

import java.util.List;
import org.stoatflow.runtime.epoch.Budget;
import org.stoatflow.runtime.epoch.Cadence;
import org.stoatflow.runtime.epoch.StallWatch;
import org.stoatflow.runtime.lane.Lane;
import org.stoatflow.runtime.source.Dispatcher;
import org.stoatflow.runtime.time.Clock;

/** What those who measure look at while a run goes on. Only what any thread may ask for is asked. */
public record Running(
        List<Lane> lanes, Dispatcher dispatcher, Budget budget, Cadence cadence, StallWatch stalls, Clock clock) {}
