package org.stoatflow.simulation;

import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.restore.RestoreProgress;
import org.stoatflow.runtime.metrics.Meters;
import org.stoatflow.runtime.metrics.Running;
import org.stoatflow.runtime.sink.CommitWatch;
import org.stoatflow.runtime.source.SourceFigures;

/** Counts the epochs that the engine says are broken or stuck, over all processes of a simulation. */
final class LostEpochs implements Meters {
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
    public void onPlan(Plan plan, SourceFigures sources) {}

    @Override
    public void onRun(Running run) {}

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
    public CommitWatch commits() {
        return CommitWatch.NONE;
    }
}
