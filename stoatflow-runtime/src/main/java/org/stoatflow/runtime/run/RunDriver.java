package org.stoatflow.runtime.run;

import java.util.List;
import org.stoatflow.kernel.lane.Lane;

/** Steps the lanes and the committer of a run. */
public interface RunDriver {
    /** Looks whether the threads get on. Called after each step of the dispatcher, by its thread. */
    default void watch() {}

    /**
     * Ends all stepping, and interrupts the lanes that do not come back. A lane may still be in user code that heeds no
     * interrupt; what the lane does there afterwards belongs to no epoch.
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
     * After a stop, waits for the lanes that are still in user code.
     *
     * @param waitNs how long at most
     */
    default void awaitLanes(long waitNs) {}
}
