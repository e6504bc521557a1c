package org.stoatflow.runtime.lifecycle;

import java.util.Optional;
import org.stoatflow.runtime.group.MemberPlan;
import org.stoatflow.runtime.run.AbandonedRun;
import org.stoatflow.runtime.run.Run;

/**
 * A phase in the lifecycle of an application. Its object holds what exists in this phase and nothing else; {@link
 * Phases} makes the object, and moves from it to the next one. Owner: the dispatcher's thread, but for {@link #name},
 * {@link #run}, {@link #readable} and {@link #wake}.
 */
sealed interface Phase permits PlanningPhase, SubscribingPhase, MemberPhase, GlobalsPhase, EndedPhase {
    PhaseName name();

    /** Called once this phase is the current one, before its first step. */
    default void onEntry() {}

    /** Does the next thing. The application may be in another phase afterwards. */
    void step();

    /** Ends the run or the restore, if there is one, without a commit. */
    default Optional<AbandonedRun> abandon() {
        return Optional.empty();
    }

    /**
     * Ends the run or the restore, if there is one. A run's source positions that are due are committed.
     *
     * @param waitNs how long lanes may take to come back by themselves
     */
    default void end(long waitNs) {}

    /** Closes everything that was opened since planning. */
    void release();

    /** The run, in phases that have one. Any thread. */
    default Optional<Run> run() {
        return Optional.empty();
    }

    /** The plan of a member of the group, in phases that have one. Any thread. */
    default Optional<MemberPlan> member() {
        return Optional.empty();
    }

    /** The state, in phases in which it can be read. Any thread. */
    default Optional<PlannedState> readable() {
        return Optional.empty();
    }

    /** What is being done, for messages, where this phase may take long by itself; else empty. */
    default String doing() {
        return "";
    }

    /** Ends a poll that waits. Any thread. */
    default void wake() {}
}
