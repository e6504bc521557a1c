package org.stoatflow.runtime.lifecycle;

import org.stoatflow.runtime.topics.TopicPlan;
import org.stoatflow.state.StateEngine;

/** {@link PhaseName#SUBSCRIBING}: the plan is made and the state is open; the group is not joined yet. */
final class SubscribingPhase implements Phase {
    private final Phases phases;
    private final Subscriber subscriber;
    private final Globals globals;
    private final TopicPlan compiled;
    private final StateEngine state;

    SubscribingPhase(Phases phases, Subscriber subscriber, Globals globals, TopicPlan compiled, StateEngine state) {
        this.phases = phases;
        this.subscriber = subscriber;
        this.globals = globals;
        this.compiled = compiled;
        this.state = state;
    }

    @Override
    public PhaseName name() {
        return PhaseName.SUBSCRIBING;
    }

    @Override
    public void onEntry() {
        globals.begin(state);
    }

    @Override
    public void step() {
        phases.join(subscriber.subscribe(compiled, state), "subscribed");
    }

    @Override
    public void release() {
        phases.release(state);
    }
}
