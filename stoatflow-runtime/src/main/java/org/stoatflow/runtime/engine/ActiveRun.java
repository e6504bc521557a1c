package org.stoatflow.runtime.engine;

import org.stoatflow.runtime.metrics.Meters;

/** A run while it is stepped. Owner: the lifecycle's thread; {@link #run} is for any thread. */
final class ActiveRun {
    private static final long ABORT_WAIT_NS = 500_000_000L;

    private final Run run;
    private final RunStart start;
    private final Environment.RunDriver driver;
    private final Runs runs;
    private final Meters meters;
    private boolean ended;

    /** @param driver steps the run since a moment ago */
    ActiveRun(Run run, RunStart start, Environment.RunDriver driver, Runs runs, Meters meters) {
        this.run = run;
        this.start = start;
        this.driver = driver;
        this.runs = runs;
        this.meters = meters;
    }

    Run run() {
        return run;
    }

    /** Has the run measured. */
    void begin() {
        meters.onRun(run.measured());
    }

    /** After each step of the dispatcher. */
    void measure() {
        runs.measure(run);
    }

    /** Under at-least-once, sends off what may be committed now. */
    void commitLater() {
        start.offsets().commitLater(run);
    }

    /** Ends all stepping, and commits the source positions that are due. The run may be abandoned afterwards. */
    void stopAndCommit() {
        if (driver.stop(ABORT_WAIT_NS, false)) {
            commitNow();
        }
    }

    /** Ends the run without a commit. */
    AbandonedRun abandon() {
        ended = true;
        start.offsets().forget();
        meters.onRunEnd();
        boolean isCommitterBack = driver.stop(ABORT_WAIT_NS, false);
        AbandonedRun abandoned = new AbandonedRun(run, start, isCommitterBack);
        runs.onAbandoned(abandoned);
        return abandoned;
    }

    /**
     * Ends the last run, unless it has ended; what lanes are in is interrupted.
     *
     * @param waitNs how long lanes may take to come back by themselves
     */
    void end(long waitNs) {
        if (ended) {
            return;
        }
        ended = true;
        meters.onRunEnd();
        Clients.quietly("lanes", () -> driver.stop(waitNs, true));
        if (run.failure() == null) {
            commitNow();
        }
    }

    private void commitNow() {
        Clients.quietly("group's offsets", () -> start.offsets().commitNow(run));
    }
}
