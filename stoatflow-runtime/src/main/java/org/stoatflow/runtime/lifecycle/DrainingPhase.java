package org.stoatflow.runtime.lifecycle;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.runtime.group.MemberPlan;
import org.stoatflow.runtime.run.ActiveRun;

/** {@link PhaseName#DRAINING}: the run commits what it has handed out, before the end or before planning again. */
final class DrainingPhase extends RunPhase {
    private static final Logger LOG = LoggerFactory.getLogger(DrainingPhase.class);

    private final CloseRequest close;
    private final Clock clock;
    private final long deadlineNs;

    /**
     * @param deadlineNs by when the phase is over, by the clock; a request to close has its own deadline and replaces
     *     this
     */
    DrainingPhase(Phases phases, MemberPlan plan, ActiveRun active, CloseRequest close, Clock clock, long deadlineNs) {
        super(phases, plan, active);
        this.close = close;
        this.clock = clock;
        this.deadlineNs = deadlineNs;
    }

    @Override
    public PhaseName name() {
        return PhaseName.DRAINING;
    }

    @Override
    public void onEntry() {
        active.drain();
    }

    @Override
    public void step() {
        if (active.run().isDrained()) {
            plan.state().settleUsers();
            leave();
        } else if (clock.nanos() > (close.isAsked() ? close.deadlineNs() : deadlineNs)) {
            LOG.warn(
                    "{} without the last epoch, which is processed again after that. {}",
                    close.isAsked() ? "Closing" : "Planning again",
                    active.run().describeWork());
            leave();
        } else {
            dispatch();
        }
    }

    private void leave() {
        if (close.isAsked()) {
            phases.end();
            return;
        }
        active.stopAndCommit();
        abandon();
        phases.planAgain(plan);
    }
}
