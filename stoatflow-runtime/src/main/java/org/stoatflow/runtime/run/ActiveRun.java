package org.stoatflow.runtime.run;

import java.util.Collection;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.runtime.cluster.KafkaClients;
import org.stoatflow.runtime.failure.FailureClassifier;
import org.stoatflow.runtime.metrics.MetricsListener;
import org.stoatflow.streams.errors.StreamsException;

/** A run while it is stepped. Owner: the lifecycle's thread; {@link #run} is for any thread. */
public final class ActiveRun {
    private static final long ABORT_WAIT_NS = 500_000_000L;

    private final Run run;
    private final RunStart start;
    private final RunDriver driver;
    private final Runs runs;
    private final MetricsListener meters;
    private boolean ended;

    /** @param driver steps the run since a moment ago */
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

    /** Has the run measured. */
    public void begin() {
        meters.onRun(run.measured());
    }

    /**
     * Steps the dispatcher.
     *
     * @throws StreamsException if the run has failed
     */
    public void step() {
        Throwable failure = run.failure();
        if (failure != null) {
            throw FailureClassifier.asStreamsException(failure);
        }
        run.dispatcher().step();
    }

    /** Looks at epochs and counters, after each step. */
    public void watch() {
        run.watchEpochs();
        runs.measure(run);
    }

    /** Ends a poll that waits. Any thread. */
    public void wake() {
        run.dispatcher().wake();
    }

    /** Hands out nothing more, and cuts what is handed out. */
    public void drain() {
        run.dispatcher().drain();
    }

    /** The logs have been cut below what was polled, and the consumer begins elsewhere. */
    public void onLogCut(Collection<TopicPartition> partitions) {
        run.dispatcher().onLogCut(partitions);
    }

    /** Under at-least-once, sends off what may be committed now. */
    public void commitLater() {
        start.offsets().commitLater(run);
    }

    /** Ends all stepping, and commits the source positions that are due. The run may be abandoned afterwards. */
    public void stopAndCommit() {
        if (driver.stop(ABORT_WAIT_NS, false)) {
            commitNow();
        }
    }

    /** Ends the run without a commit. */
    public AbandonedRun abandon() {
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
    public void end(long waitNs) {
        if (ended) {
            return;
        }
        ended = true;
        meters.onRunEnd();
        KafkaClients.quietly("lanes", () -> driver.stop(waitNs, true));
        if (run.failure() == null) {
            commitNow();
        }
    }

    private void commitNow() {
        KafkaClients.quietly("group's offsets", () -> start.offsets().commitNow(run));
    }
}
