package org.stoatflow.runtime.lifecycle;

import org.stoatflow.runtime.failure.FailureClassifier;
import org.stoatflow.runtime.failure.Outage;
import org.stoatflow.runtime.group.MemberPlan;

/** {@link PhaseName#REPLANNING}: the topics have changed since the plan was made; state and membership are kept. */
final class ReplanningPhase extends MemberPhase {
    private final CloseRequest close;
    private final Outage outage;
    private final Subscriber subscriber;

    /** @param outdated the plan before the topics changed */
    ReplanningPhase(Phases phases, MemberPlan outdated, CloseRequest close, Outage outage, Subscriber subscriber) {
        super(phases, outdated);
        this.close = close;
        this.outage = outage;
        this.subscriber = subscriber;
    }

    @Override
    public PhaseName name() {
        return PhaseName.REPLANNING;
    }

    @Override
    public void step() {
        if (close.isAsked()) {
            phases.end();
        } else if (outage.isOn()) {
            membership().poll();
        } else {
            phases.join(subscriber.planAgain(plan), "planned again");
        }
    }

    @Override
    boolean goesOnInPlaceAfter(Throwable failure) {
        return !FailureClassifier.isRefusal(failure);
    }
}
