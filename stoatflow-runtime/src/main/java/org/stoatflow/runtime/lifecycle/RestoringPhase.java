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
    private final Recovery.Prepared prepared;
    private @Nullable RecoverySteps completing; // null until all is restored

    RestoringPhase(
            Phases phases, MemberPlan plan, CloseRequest close, Phases.Services services, Recovery.Prepared prepared) {
        super(phases, plan);
        this.close = close;
        this.recovery = services.state().recovery();
        this.globals = services.globals();
        this.prepared = prepared;
    }

    @Override
    public PhaseName name() {
        return PhaseName.RESTORING;
    }

    @Override
    public void step() {
        if (close.isAsked()) {
            phases.end();
        } else if (complete()) {
            phases.open(plan, prepared.start(), prepared.restoration().listedAtMs());
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

    /** Once all is restored, has done what follows. Returns whether that is done, too. */
    private boolean complete() {
        if (completing == null
                && prepared.restoration().isDone()
                && globals.isLoaded()
                && prepared.hidden().areNone()) {
            completing = recovery.complete(plan, prepared.start(), prepared.restoration());
        }
        return completing != null && completing.advance();
    }

    @Override
    public Optional<AbandonedRun> abandon() {
        if (completing != null) {
            completing.end();
        }
        prepared.restoration().stop();
        return Optional.empty();
    }

    @Override
    public void end(long waitNs) {
        prepared.restoration().stop();
    }

    @Override
    boolean goesOnInPlaceAfter(Throwable failure) {
        return true;
    }

    @Override
    boolean hasProgressed() {
        return prepared.restoration().progress().snapshot().stream().anyMatch(store -> store.records() > 0);
    }

    @Override
    public String doing() {
        return completing == null ? "restoring the state" : completing.doing();
    }
}
