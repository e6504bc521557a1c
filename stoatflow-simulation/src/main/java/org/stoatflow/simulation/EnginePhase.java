package org.stoatflow.simulation;

import org.jspecify.annotations.Nullable;
import org.stoatflow.runtime.lifecycle.Lifecycle;
import org.stoatflow.runtime.run.Run;

/**
 * What an instance is doing when a fault strikes it: a phase of its lifecycle, or, while it runs, a phase of a commit.
 */
enum EnginePhase {
    DOWN,
    PLANNING,
    JOINING,
    PAUSING,
    RECOVERING,
    RESTORING,
    OPENING,
    /** Processing; nothing is being committed. */
    FILLING,
    SENDING,
    ADDING_OFFSETS,
    COMMITTING,
    APPLYING,
    DRAINING;

    static EnginePhase of(@Nullable Lifecycle lifecycle) {
        if (lifecycle == null) {
            return DOWN;
        }
        return switch (lifecycle.phase()) {
            case PLANNING, SUBSCRIBING, REPLANNING -> PLANNING;
            case JOINING, STANDBY -> JOINING;
            case PAUSING -> PAUSING;
            case RECOVERING -> RECOVERING;
            case RESTORING, LOADING -> RESTORING;
            case OPENING -> OPENING;
            case FOLLOWING -> FILLING;
            case RUNNING -> lifecycle.run().map(EnginePhase::ofCommitter).orElse(FILLING);
            case DRAINING -> DRAINING;
            case ENDED -> DOWN;
        };
    }

    private static EnginePhase ofCommitter(Run run) {
        return switch (run.committer().state()) {
            case IDLE -> FILLING;
            case SENDING, AWAITING_GROUP -> SENDING; // the same epoch is sent again
            case ADDING_OFFSETS -> ADDING_OFFSETS;
            case COMMITTING -> COMMITTING;
            case APPLYING -> APPLYING;
        };
    }
}
