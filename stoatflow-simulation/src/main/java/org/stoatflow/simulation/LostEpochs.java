package org.stoatflow.simulation;

import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.restore.RestoreProgress;
import org.stoatflow.runtime.metrics.MeasuredRun;
import org.stoatflow.runtime.metrics.MetricsListener;
import org.stoatflow.runtime.sink.CommitListener;
import org.stoatflow.runtime.source.SourceCounters;

/** Counts the epochs that the engine says are broken or stuck, over all processes of a simulation. */
final class LostEpochs implements MetricsListener {
    private int broken;
    private int stuck;

    int broken() {
        return broken;
    }

    int stuck() {
        return stuck;
    }

    @Override
    public void onBrokenEpoch() {
        broken++;
    }

    @Override
    public void onStuckEpoch() {
        stuck++;
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
    public void onFailure() {}

    @Override
    public void onRestart() {}

    @Override
    public void sample(long nowMs) {}

    @Override
    public CommitListener commits() {
        return CommitListener.NONE;
    }
}
