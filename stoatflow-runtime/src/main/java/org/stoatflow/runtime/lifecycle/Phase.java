package org.stoatflow.runtime.lifecycle;

import java.util.Optional;
import org.stoatflow.runtime.run.AbandonedRun;
import org.stoatflow.runtime.run.Run;

/**
 * A phase in the lifecycle of an application. Its object holds what exists in this phase and nothing else; {@link
 * Phases} makes it and leaves it for another. Owner: the lifecycle's thread, but for {@link #name}, {@link #run} and
 * {@link #wake}.
 */
sealed interface Phase permits PlanningPhase, SubscribingPhase, MemberPhase, EndedPhase {
    /** Any thread. */
    PhaseName name();

    /** What the phase begins with, once it is the current one. */
    default void onEntry() {}

    /** Does the next thing. May leave for another phase. */
    void step();

    /** Ends the run or the restore, if there is one, without a commit. */
    default Optional<AbandonedRun> abandon() {
        return Optional.empty();
    }

    /**
     * Ends the run or the restore, if there is one, and commits the source positions that are due.
     *
     * @param waitNs how long lanes may take to come back by themselves
     */
    default void end(long waitNs) {}

    /** Closes everything that is open since the first phase. */
    void release();

    /** The run that is going on. Any thread. */
    default Optional<Run> run() {
        return Optional.empty();
    }

    /** Ends a poll that waits. Any thread. */
    default void wake() {}
}
