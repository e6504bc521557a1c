package org.stoatflow.runtime.lifecycle;

import java.util.Optional;
import org.stoatflow.runtime.group.MemberPlan;
import org.stoatflow.runtime.restoring.HiddenLeftovers;
import org.stoatflow.runtime.restoring.Restoration;
import org.stoatflow.runtime.run.AbandonedRun;
import org.stoatflow.runtime.run.RunStart;

/** {@link PhaseName#RESTORING}: producers and offsets are ready for a run; a restore writes to the state. */
final class RestoringPhase extends MemberPhase {
    private final CloseRequest close;
    private final Recovery recovery;
    private final Globals globals;
    private final RunStart start;
    private final HiddenLeftovers hidden;
    private final Restoration restoration;

    RestoringPhase(
            Phases phases,
            MemberPlan plan,
            CloseRequest close,
            Phases.Services services,
            Recovery.Begun begun,
            Restoration restoration) {
        super(phases, plan);
        this.close = close;
        this.recovery = services.recovery();
        this.globals = services.globals();
        this.start = begun.start();
        this.hidden = begun.hidden();
        this.restoration = restoration;
    }

    @Override
    public PhaseName name() {
        return PhaseName.RESTORING;
    }

    @Override
    public void step() {
        if (close.isAsked()) {
            phases.end();
        } else if (restoration.isDone() && globals.isLoaded() && hidden.areNone()) {
            recovery.complete(plan, start, restoration);
            phases.open(plan, start, restoration.listedAtMs());
        } else {
            membership().poll();
            isStillOwner();
        }
    }

    @Override
    public Optional<AbandonedRun> abandon() {
        restoration.stop();
        return Optional.empty();
    }

    @Override
    public void end(long waitNs) {
        restoration.stop();
    }

    @Override
    boolean goesOnInPlaceAfter(Throwable failure) {
        return true;
    }
}
