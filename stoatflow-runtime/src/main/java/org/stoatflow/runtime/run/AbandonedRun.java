package org.stoatflow.runtime.run;

/**
 * A run that was ended without a commit.
 *
 * @param start what it began with
 * @param isCommitterBack whether the committer has come back; if not, its producers must not be used again
 */
public record AbandonedRun(Run run, RunStart start, boolean isCommitterBack) {
    public boolean hasCommitted() {
        return run.hasCommitted();
    }

    /**
     * Ends an open transaction, and finds out what became of a commit that has been called.
     *
     * @return whether all that is committed is in the state, and the producers can be used again
     */
    public boolean finishCommit() {
        return isCommitterBack && run.finishCommit();
    }

    /** What the next run begins with, behind all that this one has committed. */
    public RunStart behindCommitted() {
        start.offsets().seekBehind(run.committedPositions());
        return start;
    }
}
