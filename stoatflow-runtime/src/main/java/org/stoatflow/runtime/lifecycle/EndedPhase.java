package org.stoatflow.runtime.lifecycle;

/** {@link PhaseName#ENDED}: nothing is open any more. */
record EndedPhase() implements Phase {
    @Override
    public PhaseName name() {
        return PhaseName.ENDED;
    }

    @Override
    public void step() {}

    @Override
    public void release() {}
}
