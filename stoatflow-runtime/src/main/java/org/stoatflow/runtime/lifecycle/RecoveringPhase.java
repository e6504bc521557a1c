package org.stoatflow.runtime.lifecycle;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.stoatflow.runtime.group.MemberPlan;
import org.stoatflow.runtime.run.AbandonedRun;
import org.stoatflow.runtime.run.Runs;

/**
 * {@link PhaseName#RECOVERING}: the partitions are ours; this phase makes the producers, reads the offsets, and plans
 * and begins the restore. It polls after each step, so that the next one begins only while the partitions are ours.
 */
final class RecoveringPhase extends MemberPhase {
    private final CloseRequest close;
    private final Recovery recovery;
    private final StateTurns turns;
    private final Runs runs;
    private Recovery.@Nullable Attempt attempt; // null until nothing of the run before goes on

    RecoveringPhase(Phases phases, MemberPlan plan, CloseRequest close, Phases.Services services) {
        super(phases, plan);
        this.close = close;
        this.recovery = services.state().recovery();
        this.turns = services.state().turns();
        this.runs = services.runs();
    }

    @Override
    public PhaseName name() {
        return PhaseName.RECOVERING;
    }

    @Override
    public void step() {
        if (close.isAsked()) {
            phases.end();
            return;
        }
        Recovery.Attempt recovering = attempt();
        if (recovering == null) { // a lane or the committer of the last run, a restorer, or a recovery is still at work
            membership().poll();
            isStillOwner();
        } else if (recovering.steps().advance()) {
            phases.restore(plan, recovering.prepared());
        } else {
            membership().poll(Duration.ZERO); // each look has waited, or has done a step
            isStillOwner();
        }
    }

    private Recovery.@Nullable Attempt attempt() {
        if (attempt == null && runs.areCallsBack() && turns.isQuiet()) {
            attempt = recovery.begin(plan);
        }
        return attempt;
    }

    @Override
    public Optional<AbandonedRun> abandon() {
        if (attempt != null) {
            attempt.steps().end();
        }
        return Optional.empty();
    }

    @Override
    boolean goesOnInPlaceAfter(Throwable failure) {
        return true;
    }

    @Override
    public String doing() {
        return attempt == null
                ? "waiting for what went on before " + runs.callsOut()
                : attempt.steps().doing();
    }
}
