package org.stoatflow.simulation;

import java.util.EnumMap;
import java.util.Map;
import org.stoatflow.kernel.counters.DropCounters;
import org.stoatflow.kernel.counters.UserSensors;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.restore.RestoreProgress;
import org.stoatflow.runtime.metrics.EngineEvent;
import org.stoatflow.runtime.metrics.MeasuredRun;
import org.stoatflow.runtime.metrics.MetricsListener;
import org.stoatflow.runtime.sink.CommitListener;
import org.stoatflow.runtime.source.SourceCounters;
import org.stoatflow.streams.StreamsMetrics;

/** Counts the epochs that the engine says are broken or stuck, over all processes of a simulation. */
final class LostEpochs implements MetricsListener {
    private final StreamsMetrics sensors = new UserSensors();
    private final Map<EngineEvent, Integer> counts = new EnumMap<>(EngineEvent.class);

    int broken() {
        return counts.getOrDefault(EngineEvent.EPOCH_BROKEN, 0);
    }

    int stuck() {
        return counts.getOrDefault(EngineEvent.EPOCH_STUCK, 0);
    }

    @Override
    public void onEvent(EngineEvent event) {
        counts.merge(event, 1, Integer::sum);
    }

    @Override
    public void onPlan(Plan plan, SourceCounters sources) {}

    @Override
    public void onRun(MeasuredRun run) {}

    @Override
    public void onRunEnd() {}

    @Override
    public void onRestore(RestoreProgress progress) {}

    @Override
    public void onGlobals(DropCounters drops) {}

    @Override
    public void sample(long nowMs) {}

    @Override
    public CommitListener commits() {
        return CommitListener.NONE;
    }

    @Override
    public StreamsMetrics sensors() {
        return sensors;
    }
}
