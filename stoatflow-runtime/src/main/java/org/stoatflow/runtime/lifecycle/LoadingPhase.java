package org.stoatflow.runtime.lifecycle;

/** {@link PhaseName#LOADING}: there are no sources, and the global stores do not have all of their topics yet. */
final class LoadingPhase extends GlobalsPhase {
    private final Globals globals;

    LoadingPhase(Phases phases, PlannedState opened, CloseRequest close, Environment environment, Globals globals) {
        super(phases, opened, close, environment);
        this.globals = globals;
    }

    @Override
    public PhaseName name() {
        return PhaseName.LOADING;
    }

    @Override
    public void onEntry() {
        globals.begin(opened.state());
    }

    @Override
    void look() {
        if (globals.isLoaded()) {
            phases.follow(opened);
        }
    }
}
