package org.stoatflow.runtime.lifecycle;

import org.stoatflow.runtime.run.Runs;

/** {@link PhaseName#FOLLOWING}: there are no sources, and the global stores are kept current. */
final class FollowingPhase extends GlobalsPhase {
    private final Runs runs;

    FollowingPhase(Phases phases, PlannedState opened, CloseRequest close, Environment environment, Runs runs) {
        super(phases, opened, close, environment);
        this.runs = runs;
    }

    @Override
    public PhaseName name() {
        return PhaseName.FOLLOWING;
    }

    @Override
    void look() {
        runs.measure();
    }
}
