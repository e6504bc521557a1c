package org.stoatflow.runtime.engine;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.lane.Lane;
import org.stoatflow.kernel.lane.LaneMetrics;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.runtime.metrics.Meters;
import org.stoatflow.runtime.source.SourceFigures;

/**
 * The runs of an application, one after another: has each of them stepped and measured, and ends it. What is counted goes on
 * from one to the next.
 *
 * <p>Owner: the life's thread, which alone writes; {@link #live} and {@link #wake} are for any thread.
 */
final class Runs {
    private static final long ABORT_WAIT_NS = 500_000_000L;

    private final Surroundings surroundings;
    private final Clock clock;
    private final Meters meters;
    private final SourceFigures sourceFigures = new SourceFigures();
    private volatile @Nullable Run live;
    private Surroundings.@Nullable RunDriver driver;
    private List<LaneMetrics> counted = List.of(); // by the lanes of the last run
    private long sampledNs;

    /** @param meters are told of each run */
    Runs(Surroundings surroundings, Meters meters) {
        this.surroundings = surroundings;
        this.clock = surroundings.clock();
        this.sampledNs = clock.nanos() - Meters.SAMPLED_EVERY_NS;
        this.meters = meters;
    }

    /** The run that is going on, or null. Any thread. */
    @Nullable
    Run live() {
        return live;
    }

    /** Ends a poll that waits. Any thread. */
    void wake() {
        Run waiting = live;
        if (waiting != null) {
            waiting.dispatcher().wake();
        }
    }

    /** The next runs have other lanes. */
    void plannedWith(Plan plan) {
        counted = List.of();
        meters.onPlan(plan, sourceFigures);
    }

    /** What the next run counts into. */
    Run.Watching watching() {
        return new Run.Watching(counted, sourceFigures, meters.commits());
    }

    /** Has a new run stepped from now on. */
    void begin(Run begun) {
        counted = begun.lanes().stream().map(Lane::metrics).toList();
        driver = surroundings.start(begun);
        live = begun;
        meters.onRun(begun.measured());
    }

    /** Once a second, has the lag of the sources taken, and the growth of counters. After each step of the run. */
    void measure(Run run) {
        long nowNs = clock.nanos();
        if (nowNs - sampledNs >= Meters.SAMPLED_EVERY_NS) {
            sampledNs = nowNs;
            run.dispatcher().measureLag();
            meters.sample(clock.millis());
        }
    }

    /**
     * Ends all stepping of the run, if there is one, which may still be asked for what it has committed.
     *
     * @return whether the committer has come back; if not, its producers must not be used again
     */
    boolean stop() {
        return stop(driver);
    }

    /** Ends the run, if there is one, without a commit; says whether the committer has come back. */
    boolean abandon() {
        forgetLive();
        Surroundings.RunDriver driving = driver;
        driver = null;
        return stop(driving);
    }

    /**
     * Ends the last run; what lanes are in is interrupted.
     *
     * @param waitNs how long lanes may take to come back by themselves
     */
    void end(long waitNs) {
        forgetLive();
        Surroundings.RunDriver driving = driver;
        if (driving != null) {
            Clients.quietly("lanes", () -> driving.stop(waitNs, true));
        }
    }

    private static boolean stop(Surroundings.@Nullable RunDriver driving) {
        return driving == null || driving.stop(ABORT_WAIT_NS, false);
    }

    private void forgetLive() {
        live = null;
        meters.onRunEnd();
    }
}
