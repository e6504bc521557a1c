package org.stoatflow.runtime.lifecycle;

import org.stoatflow.kernel.time.Clock;
import org.stoatflow.runtime.failure.Outage;
import org.stoatflow.runtime.group.MemberPlan;

/**
 * {@link PhaseName#PAUSING}: the run has failed, and another one begins when the pause is over and a broker answers.
 */
final class PausingPhase extends MemberPhase {
    private final CloseRequest close;
    private final Outage outage;
    private final Clock clock;
    private final long untilNs;

    /** @param untilNs when the pause is over, by the clock */
    PausingPhase(Phases phases, MemberPlan plan, CloseRequest close, Outage outage, Clock clock, long untilNs) {
        super(phases, plan);
        this.close = close;
        this.outage = outage;
        this.clock = clock;
        this.untilNs = untilNs;
    }

    @Override
    public PhaseName name() {
        return PhaseName.PAUSING;
    }

    @Override
    public void onEntry() {
        plan.source().pause(membership().owned());
    }

    @Override
    public void step() {
        membership().poll();
        if (close.isAsked()) {
            phases.end();
        } else if (isStillOwner()) {
            if (outage.isOn()) {
                outage.endure();
            } else if (clock.nanos() - untilNs >= 0) {
                phases.recover(plan, "paused long enough");
            }
        }
    }

    @Override
    boolean goesOnInPlaceAfter(Throwable failure) {
        return true; // it has been tried just now, but that is for the bounds of restarts to say
    }
}
