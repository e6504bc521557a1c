package org.stoatflow.runtime.lifecycle;

import org.stoatflow.runtime.group.MemberPlan;
import org.stoatflow.runtime.run.RunStart;

/**
 * {@link PhaseName#RECOVERING}: the partitions are ours; this phase makes the producers, reads the offsets, and plans
 * and begins the restore.
 */
final class RecoveringPhase extends MemberPhase {
    private final CloseRequest close;
    private final Recovery recovery;

    RecoveringPhase(Phases phases, MemberPlan plan, CloseRequest close, Recovery recovery) {
        super(phases, plan);
        this.close = close;
        this.recovery = recovery;
    }

    @Override
    public PhaseName name() {
        return PhaseName.RECOVERING;
    }

    @Override
    public void step() {
        if (close.isAsked()) {
            phases.end();
        } else if (recovery.isStateQuiet()) {
            RunStart start = recovery.start(plan);
            phases.restore(plan, start, recovery.restoration(plan, start));
        } else { // the last run's committer, or a restorer, is still in a write
            membership().poll();
            isStillOwner();
        }
    }

    @Override
    boolean goesOnInPlaceAfter(Throwable failure) {
        return true;
    }
}
