package org.stoatflow.simulation;

import org.jspecify.annotations.Nullable;
import org.stoatflow.memorykafka.ClusterClock;

/** The course of a seed: its steps, what was done in them, and the first violation that was seen within a step. */
final class Course {
    private final ClusterClock clock;
    private final Trace trace = new Trace();
    private @Nullable Violation seen;
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
