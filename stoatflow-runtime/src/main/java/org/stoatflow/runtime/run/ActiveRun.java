package org.stoatflow.runtime.run;

import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.kernel.lane.Lane;
import org.stoatflow.runtime.cluster.Closing;
import org.stoatflow.runtime.failure.FailureClassifier;
import org.stoatflow.runtime.metrics.MetricsListener;
import org.stoatflow.runtime.source.LogCut;
import org.stoatflow.streams.errors.StreamsException;

/** A run that is being stepped. Owner: the dispatcher's thread; {@link #run} is for any thread. */
public final class ActiveRun {
    private static final long ABORT_WAIT_NS = 500_000_000L;

    private final Run run;
    private final RunStart start;
    private final RunDriver driver;
    private final Runs runs;
    private final MetricsListener meters;
    private boolean ended;

    /** @param driver steps the run's lanes and committer; it has begun */
    ActiveRun(Run run, RunStart start, RunDriver driver, Runs runs, MetricsListener meters) {
        this.run = run;
        this.start = start;
        this.driver = driver;
        this.runs = runs;
        this.meters = meters;
    }

    public Run run() {
        return run;
    }

    /** Begins to measure the run. */
    public void begin() {
        meters.onRun(run.measured());
    }

    /**
     * Whether the processors of all lanes are prepared, so that the run can be stepped.
     *
     * @throws RuntimeException what a processor has thrown, as it is
     */
    public boolean isOpen() {
        Throwable failure = run.failure();
        if (failure != null) {
            FailureClassifier.rethrow(failure);
        }
        return run.lanes().stream().allMatch(Lane::isOpen);
    }

    /**
     * Steps the dispatcher.
     *
     * @throws StreamsException if the run has failed
     */
    public void step() {
        Throwable failure = run.failure();
        if (failure != null) {
            throw runs.judged(run, FailureClassifier.asStreamsException(failure));
        }
        run.dispatcher().step();
    }

    /**
     * Watches the run's epochs, samples its counters, and has deleted what is processed of an owner before. Called
     * after each step.
     */
    public void watch() {
        run.watchEpochs();
        driver.watch();
        start.purge().step();
        runs.measure(run);
    }

    /** Ends a poll of the dispatcher that waits. Any thread. */
    public void wake() {
        run.dispatcher().wake();
    }

    /** Makes the run hand out nothing more, and cut the epoch of the records that it has handed out. */
    public void drain() {
        run.dispatcher().drain();
        run.committer().hurry();
    }

    /** Whether everything that was to be handed out is committed, with its source positions. */
    public boolean isDrained() {
        return run.isDrained() && start.offsets().isSettled(run);
    }

    /**
     * Tells the run that the consumer's offsets in these partitions are not in the logs any more.
     */
    public void onLogCut(Map<TopicPartition, LogCut> cuts) {
        run.dispatcher().onLogCut(cuts);
        start.offsets().onLogCut(cuts);
    }

    /**
     * Under at-least-once, sends a commit of the source positions that may be committed now, and does not wait for its
     * answer.
     */
    public void commitLater() {
        start.offsets().commitLater(run);
    }

    /** Ends all stepping, and commits the source positions that are due. The caller may abandon the run afterwards. */
    public void stopAndCommit() {
        if (driver.stop(ABORT_WAIT_NS)) {
            commitNow();
        }
    }

    /** Ends the run without a commit. */
    public AbandonedRun abandon() {
        ended = true;
        start.offsets().forget();
        meters.onRunEnd();
        boolean isCommitterBack = driver.stop(ABORT_WAIT_NS);
        AbandonedRun abandoned =
                new AbandonedRun(run, start, isCommitterBack, driver.lanesOut().isEmpty());
        runs.onAbandoned(abandoned, driver);
        return abandoned;
    }

    /**
     * Ends the run at the end of the application, unless the run has ended, and commits the source positions that are
     * due if the run has not failed.
     *
     * @param waitNs how long lanes may take to come back by themselves
     */
    public void end(long waitNs) {
        if (ended) {
            return;
        }
        ended = true;
        meters.onRunEnd();
        Closing.quietly("lanes", () -> driver.stop(waitNs));
        if (run.failure() == null) {
            commitNow();
        }
    }

    private void commitNow() {
        Closing.quietly(
                "run by a commit of its source offsets", () -> start.offsets().commitNow(run));
    }
}
