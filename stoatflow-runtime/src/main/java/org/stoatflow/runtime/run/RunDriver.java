package org.stoatflow.runtime.run;

/** What steps a run. */
public interface RunDriver {
    /**
     * Ends all stepping. What a lane still does afterwards, in user code that does not come back, belongs to no epoch.
     *
     * @param waitNs how long lanes may take to come back
     * @param interrupt whether lanes that do not come back are interrupted
     * @return whether the committer has come back; if not, its producers must not be used again
     */
    boolean stop(long waitNs, boolean interrupt);
}
