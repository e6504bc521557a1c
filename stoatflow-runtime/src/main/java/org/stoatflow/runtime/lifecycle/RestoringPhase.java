package org.stoatflow.runtime.lifecycle;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.stoatflow.runtime.group.MemberPlan;
import org.stoatflow.runtime.run.AbandonedRun;

/** {@link PhaseName#RESTORING}: producers and offsets are ready for a run; a restore writes to the state. */
final class RestoringPhase extends MemberPhase {
    private final CloseRequest close;
    private final Recovery recovery;
    private final Globals globals;
    private final Recovery.Begun begun;
    private @Nullable RecoverySteps completing; // null until all is restored

    RestoringPhase(Phases phases, MemberPlan plan, CloseRequest close, Phases.Services services, Recovery.Begun begun) {
        super(phases, plan);
        this.close = close;
        this.recovery = services.recovery();
        this.globals = services.globals();
        this.begun = begun;
    }

    @Override
    public PhaseName name() {
        return PhaseName.RESTORING;
    }

    @Override
    public void step() {
        if (close.isAsked()) {
            phases.end();
        } else if (isComplete()) {
            phases.open(plan, begun.start(), begun.restoration().listedAtMs());
        } else {
            poll();
            isStillOwner();
        }
    }

    private void poll() {
        if (completing == null) {
            membership().poll();
        } else {
            membership().poll(Duration.ZERO); // each look has waited
        }
    }

    private boolean isComplete() {
        if (completing == null
                && begun.restoration().isDone()
                && globals.isLoaded()
                && begun.hidden().areNone()) {
            completing = recovery.complete(plan, begun.start(), begun.restoration());
        }
        return completing != null && completing.advance();
    }

    @Override
    public Optional<AbandonedRun> abandon() {
        if (completing != null) {
            completing.end();
        }
        begun.restoration().stop();
        return Optional.empty();
    }

    @Override
    public void end(long waitNs) {
        begun.restoration().stop();
    }

    @Override
    boolean goesOnInPlaceAfter(Throwable failure) {
        return true;
    }

    @Override
    boolean hasProgressed() {
        return begun.restoration().progress().snapshot().stream().anyMatch(store -> store.records() > 0);
    }

    @Override
    public String doing() {
        return completing == null ? "restoring the state" : completing.doing();
    }
}
