package org.stoatflow.runtime.lifecycle;

import java.time.Duration;
import org.stoatflow.runtime.group.MemberPlan;
import org.stoatflow.runtime.run.ActiveRun;

/**
 * {@link PhaseName#OPENING}: a run is made, and each of its lanes prepares its processors in its own thread. That may
 * take as long as it will: the group is polled meanwhile.
 */
final class OpeningPhase extends RunPhase {
    /** Short, since nobody ends the poll when the last lane is open. */
    private static final Duration POLL = Duration.ofMillis(10);

    private final CloseRequest close;
    private final boolean isAtOnce;

    /** @param isAtOnce whether the run begins at once after the one before, so that it may recover first instead */
    OpeningPhase(Phases phases, MemberPlan plan, CloseRequest close, ActiveRun active, boolean isAtOnce) {
        super(phases, plan, active);
        this.close = close;
        this.isAtOnce = isAtOnce;
    }

    @Override
    public PhaseName name() {
        return PhaseName.OPENING;
    }

    @Override
    public void onEntry() {
        active.begin();
    }

    @Override
    public void step() {
        if (close.isAsked()) {
            phases.end();
        } else if (active.isOpen()) {
            phases.run(plan, active);
        } else {
            membership().poll(POLL);
            isStillOwner();
        }
    }

    /** Whether a failure to prepare the processors is met by a recovery, which counts as no restart of its own. */
    boolean recoversFirst(Throwable failure) {
        return isAtOnce && failure.equals(active.run().failure());
    }
}
