package org.stoatflow.runtime.lifecycle;

import org.stoatflow.runtime.group.MemberPlan;
import org.stoatflow.runtime.run.ActiveRun;

/** {@link PhaseName#RUNNING}: records are processed. */
final class RunningPhase extends RunPhase {
    private final CloseRequest close;

    RunningPhase(Phases phases, MemberPlan plan, CloseRequest close, ActiveRun active) {
        super(phases, plan, active);
        this.close = close;
    }

    @Override
    public PhaseName name() {
        return PhaseName.RUNNING;
    }

    @Override
    public void onEntry() {
        consumer().resume(consumer().paused());
    }

    @Override
    public void step() {
        if (close.isAsked()) {
            phases.drain(plan, active, "asked to close");
            return;
        }
        switch (dispatch()) {
            case OTHER_TOPICS -> phases.drain(plan, active, "the group knows other partitions");
            case REVOKED -> phases.drain(plan, active, "partitions were taken back");
            case OWNER, WAITING, LOST -> {}
        }
    }
}
