package org.stoatflow.simulation;

import org.jspecify.annotations.Nullable;
import org.stoatflow.memorykafka.ClusterClock;

/** The course of a seed: its steps, what was done in them, and the first violation that was seen within a step. */
final class Course {
    private final ClusterClock clock;
    private final Trace trace = new Trace();
    private @Nullable Violation seen;
    private @Nullable Instance acting;
    private long step;

    Course(ClusterClock clock) {
        this.clock = clock;
    }

    long step() {
        return step;
    }

    void nextStep() {
        step++;
    }

    Trace trace() {
        return trace;
    }

    void note(String actor, String what) {
        trace.note(clock.nowNs(), actor, what);
    }

    /** The instance whose step this is; null where it is none's. */
    @Nullable
    Instance acting() {
        return acting;
    }

    void acting(@Nullable Instance instance) {
        acting = instance;
    }

    /** As {@link #onViolation}, and returns it, to be thrown. */
    Violation seen(Violation violation) {
        onViolation(violation);
        return violation;
    }

    /** A violation was thrown within a step of the engine. The engine takes it for a failure of its own. */
    void onViolation(Violation violation) {
        if (seen == null) {
            seen = violation;
        }
    }

    /** Throws the first violation that was seen within a step. */
    void requireNoneSeen() {
        if (seen != null) {
            throw seen;
        }
    }
}
