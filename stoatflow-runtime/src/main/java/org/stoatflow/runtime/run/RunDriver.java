package org.stoatflow.runtime.run;

/** Steps the lanes and the committer of a run. */
public interface RunDriver {
    /**
     * Ends all stepping. A lane may still be in user code that does not come back; what the lane does there afterwards
     * belongs to no epoch.
     *
     * @param waitNs how long lanes may take to come back
     * @param interrupt whether lanes that do not come back are interrupted
     * @return whether the committer has come back; if not, its producers must not be used again
     */
    boolean stop(long waitNs, boolean interrupt);
}
