package org.stoatflow.runtime.run;

/**
 * A run that was ended without a commit.
 *
 * @param start the producers and offsets that the run began with
 * @param isCommitterBack whether the committer has come back; if not, its producers must not be used again
 * @param areLanesBack whether no lane is in user code any more
 */
public record AbandonedRun(Run run, RunStart start, boolean isCommitterBack, boolean areLanesBack) {
    public boolean hasCommitted() {
        return run.hasCommitted();
    }

    /** Whether all that was handed out is committed. */
    public boolean isDrained() {
        return run.isDrained();
    }

    /**
     * Ends an open transaction, and finds out the outcome of a commit that has been called.
     *
     * @return whether the state holds all that is committed, and the producers can be used again
     */
    public boolean finishCommit() {
        return isCommitterBack && run.finishCommit();
    }

    /** Positions the sources behind all that this run has committed, and gives the start of the next run. */
    public RunStart behindCommitted() {
        start.offsets().seekBehind(run.committedPositions());
        return start;
    }
}
