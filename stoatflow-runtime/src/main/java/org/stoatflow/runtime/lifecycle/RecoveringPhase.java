package org.stoatflow.runtime.lifecycle;

import org.stoatflow.runtime.group.MemberPlan;

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
            Recovery.Begun begun = recovery.start(plan);
            phases.restore(plan, begun, recovery.restoration(plan, begun.start()));
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
