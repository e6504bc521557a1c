package org.stoatflow.runtime.lifecycle;

import java.time.Duration;
import java.util.Optional;

/**
 * A phase of an application that has global stores and nothing else: the thread of these does the work, and there is no
 * group.
 */
abstract sealed class GlobalsPhase implements Phase permits LoadingPhase, FollowingPhase {
    private static final Duration LOOK_PAUSE = Duration.ofMillis(20);

    final Phases phases;
    final PlannedState opened;
    private final CloseRequest close;
    private final Environment environment;

    GlobalsPhase(Phases phases, PlannedState opened, CloseRequest close, Environment environment) {
        this.phases = phases;
        this.opened = opened;
        this.close = close;
        this.environment = environment;
    }

    /** Looks at what the thread of the global stores has done. */
    abstract void look();

    @Override
    public final void step() {
        if (close.isAsked()) {
            phases.end();
        } else {
            environment.idle(LOOK_PAUSE);
            look();
        }
    }

    @Override
    public final Optional<PlannedState> readable() {
        return Optional.of(opened);
    }

    @Override
    public final void release() {
        phases.release(opened.state());
    }
}
