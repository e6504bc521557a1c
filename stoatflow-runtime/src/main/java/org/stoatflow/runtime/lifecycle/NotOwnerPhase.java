package org.stoatflow.runtime.lifecycle;

import org.stoatflow.runtime.failure.Outage;
import org.stoatflow.runtime.group.MemberPlan;

/** A phase in which the source partitions are not ours. */
abstract sealed class NotOwnerPhase extends MemberPhase permits JoiningPhase, StandbyPhase {
    private final CloseRequest close;
    private final Outage outage;

    NotOwnerPhase(Phases phases, MemberPlan plan, CloseRequest close, Outage outage) {
        super(phases, plan);
        this.close = close;
        this.outage = outage;
    }

    @Override
    public final void step() {
        if (close.isAsked()) {
            phases.end();
            return;
        }
        if (outage.isOn()) {
            membership().postpone();
        }
        if (membership().hasLost()) {
            phases.onAway();
        }
        follow();
        switch (membership().join(plan.topics().sourceCounts(), plan.topics().sourcePartitions())) {
            case OWNER -> {
                abandon();
                phases.recover(plan, "all partitions are ours");
            }
            case OTHER_TOPICS -> {
                abandon();
                phases.planAgain(plan);
            }
            case WAITING -> await();
            case REVOKED, LOST -> {}
        }
    }

    /** Follows the changelogs, before each poll. */
    void follow() {}

    /** The partitions are not assigned, or are another instance's. */
    void await() {}

    @Override
    final boolean goesOnInPlaceAfter(Throwable failure) {
        return false; // no run has begun, so there is nothing to go on from
    }
}
