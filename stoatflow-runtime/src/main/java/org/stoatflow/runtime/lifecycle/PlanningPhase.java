package org.stoatflow.runtime.lifecycle;

import java.time.Duration;
import java.util.Optional;
import org.stoatflow.runtime.failure.Outage;
import org.stoatflow.runtime.run.Runs;
import org.stoatflow.runtime.topics.TopicPlan;
import org.stoatflow.state.StateEngine;
import org.stoatflow.streams.errors.MissingSourceTopicException;

/** {@link PhaseName#PLANNING}: nothing is open yet. */
final class PlanningPhase implements Phase {
    private static final Duration ASK_PAUSE = Duration.ofMillis(5);
    private static final Duration SOURCE_PAUSE = Duration.ofMillis(500);

    private final Phases phases;
    private final CloseRequest close;
    private final Outage outage;
    private final Subscriber subscriber;
    private final Globals globals;
    private final Runs runs;
    private final Environment environment;
    private final SourceWait sourceWait;

    PlanningPhase(Phases phases, CloseRequest close, Outage outage, Phases.Services services, Environment environment) {
        this.phases = phases;
        this.close = close;
        this.outage = outage;
        this.subscriber = services.subscriber();
        this.globals = services.globals();
        this.runs = services.runs();
        this.environment = environment;
        this.sourceWait = new SourceWait(environment.clock(), phases.applicationId());
    }

    @Override
    public PhaseName name() {
        return PhaseName.PLANNING;
    }

    @Override
    public void step() {
        if (close.isAsked()) {
            phases.end();
        } else if (!runs.areCallsBack() || !globals.areBack() || !outage.isAnswered()) {
            environment.idle(ASK_PAUSE);
        } else {
            plan().ifPresentOrElse(this::goOn, () -> environment.idle(SOURCE_PAUSE));
        }
    }

    /** The plan; empty where topics are missing that may be created soon. */
    private Optional<TopicPlan> plan() {
        try {
            TopicPlan compiled = subscriber.plan();
            sourceWait.onFound();
            return Optional.of(compiled);
        } catch (MissingSourceTopicException missing) {
            sourceWait.onMissing(missing);
            return Optional.empty();
        }
    }

    private void goOn(TopicPlan compiled) {
        StateEngine state = subscriber.openState(compiled, globals.descriptions());
        if (subscriber.hasSources()) {
            phases.subscribe(compiled, state).step();
        } else {
            phases.load(compiled, state);
        }
    }

    @Override
    public void release() {}
}
