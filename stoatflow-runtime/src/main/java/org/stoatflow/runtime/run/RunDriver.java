package org.stoatflow.runtime.run;

import java.util.List;
import java.util.Optional;
import org.stoatflow.kernel.lane.Lane;
import org.stoatflow.runtime.sink.Committer;

/** Steps the lanes and the committer of a run. */
public interface RunDriver {
    /** Looks whether the threads get on. Called after each step of the dispatcher, by its thread. */
    default void watch() {}

    /**
     * Ends all stepping, and interrupts what does not come back, but for a lane that is closing its processors. A lane
     * or the committer may still be in user code that heeds no interrupt; what a lane does there afterwards belongs to
     * no epoch.
     *
     * @param waitNs how long lanes may take to come back by themselves
     * @return whether the committer has come back; if not, its producers must not be used again
     */
    boolean stop(long waitNs);

    /** After a stop, the lanes that are still in user code. Does not wait. */
    default List<Lane> lanesOut() {
        return List.of();
    }

    /**
     * After a stop, the committer, if it is in user code. One that does not come back from a client is waited for no
     * longer: another run has other clients. Does not wait.
     */
    default Optional<Committer> committerOut() {
        return Optional.empty();
    }

    /**
     * After a stop, waits for the lanes and the committer that have not ended.
     *
     * @param waitNs how long at most
     */
    default void awaitEnds(long waitNs) {}
}
