package org.stoatflow.runtime.run;

import java.util.List;
import java.util.function.BooleanSupplier;
import org.stoatflow.kernel.chain.Application;
import org.stoatflow.kernel.counters.LaneCounters;
import org.stoatflow.kernel.epoch.EpochTooLargeException;
import org.stoatflow.kernel.lane.Lane;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.runtime.failure.FailureClassifier;
import org.stoatflow.runtime.failure.LeftBehindException;
import org.stoatflow.runtime.failure.Outage;
import org.stoatflow.runtime.failure.WorkTooLargeException;
import org.stoatflow.runtime.group.MemberPlan;
import org.stoatflow.runtime.metrics.MetricsListener;
import org.stoatflow.runtime.settings.RunSettings;
import org.stoatflow.runtime.sink.OutputTopics;
import org.stoatflow.runtime.source.Learned;
import org.stoatflow.runtime.source.SourceAmplification;
import org.stoatflow.runtime.source.SourceCounters;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.errors.StreamsException;

/**
 * The runs of an application, one after another. It makes each of them, and has it stepped and measured. Counters go on
 * from one run to the next. Owner: the dispatcher's thread.
 */
public final class Runs {
    private final RunSettings settings;
    private final StreamsConfig config;
    private final Application application;
    private final RunEnvironment environment;
    private final MetricsListener meters;
    private final WriteLeases leases;
    private final Outage outage;
    private final BooleanSupplier paused;
    private final LeftBehind leftBehind;
    private Learned learned = new Learned(new SourceCounters(), SourceAmplification.NONE);
    private List<LaneCounters> counted = List.of(); // the lanes of the last run
    private long sampledNs;

    /** @param paused whether the user wants nothing processed for now */
    public Runs(
            RunSettings settings,
            StreamsConfig config,
            Application application,
            RunEnvironment environment,
            WriteLeases leases,
            Outage outage,
            BooleanSupplier paused) {
        this.settings = settings;
        this.config = config;
        this.application = application;
        this.environment = environment;
        this.meters = environment.meters();
        this.leases = leases;
        this.outage = outage;
        this.paused = paused;
        this.leftBehind = new LeftBehind(environment.clock(), new CallWait(environment.clock(), config));
        this.sampledNs = environment.clock().nanos() - MetricsListener.SAMPLED_EVERY_NS;
    }

    /** Forgets the counters of the lanes before: runs of this plan have other lanes. */
    public void plannedWith(Plan plan) {
        counted = List.of();
        if (!learned.amplification().isOf(plan)) {
            learned = new Learned(learned.counters(), new SourceAmplification(plan));
        }
        meters.onPlan(plan, learned.counters());
    }

    /**
     * Begins a run; from now on it is stepped.
     *
     * @param ownedAtMs a time at which the partitions were certainly ours
     */
    public ActiveRun begin(MemberPlan plan, RunStart start, long ownedAtMs) {
        environment.topics().onRun();
        Run begun = new Run(new Run.Parts(
                settings,
                new Run.Work(plan.plan(), application, config.defaultTimestampExtractor()),
                leases.begin(plan.state()),
                new Run.Kafka(
                        plan.source(),
                        start.producers(),
                        new OutputTopics(environment.topics()::partitions, environment.clock()),
                        start.renewal(),
                        start.offsets().begins(),
                        start.offsets().partitionTimes(),
                        start.offsets().left()),
                new Run.Signals(
                        paused,
                        plan.membership()::hasLost,
                        outage::isOn,
                        plan.membership()::revokedTopics,
                        environment.topics()::madeAnewSinceRecovery,
                        environment.topics()::madeAnewSinceRun),
                environment.clock(),
                new Run.Watching(counted, learned, meters.commits())));
        begun.owner().wasAt(ownedAtMs);
        begun.applied().reached(start.offsets().committed());
        counted = begun.lanes().stream().map(Lane::counters).toList();
        return new ActiveRun(begun, start, environment.start(begun), this, meters);
    }

    /**
     * The failure of a run as it is to be decided about. Of an epoch that was too large, the next runs learn; where
     * nothing less could be handed out, the failure says so.
     */
    StreamsException judged(Run failed, StreamsException failure) {
        EpochTooLargeException tooLarge = FailureClassifier.epochTooLarge(failure);
        if (tooLarge == null) {
            return failure;
        }
        return failed.dispatcher().giveLessAfter(tooLarge) ? failure : new WorkTooLargeException(failure);
    }

    /** Once a second, takes the lag of the sources and the growth of counters. Called after each step of the run. */
    void measure(Run run) {
        if (isSampleDue()) {
            run.dispatcher().measure();
            meters.sample();
        }
    }

    /** Once a second, takes the growth of counters, for an application that has no runs. */
    public void measure() {
        if (isSampleDue()) {
            meters.sample();
        }
    }

    private boolean isSampleDue() {
        long nowNs = environment.clock().nanos();
        boolean due = nowNs - sampledNs >= MetricsListener.SAMPLED_EVERY_NS;
        if (due) {
            sampledNs = nowNs;
        }
        return due;
    }

    /**
     * Whether no lane or committer of a run before is in user code any more. To be asked again until it is so; does not
     * wait.
     *
     * @throws LeftBehindException where that takes too long
     */
    public boolean areCallsBack() {
        return leftBehind.areBack();
    }

    /** What lanes and committers of runs before are still doing, for messages. */
    public String callsOut() {
        return leftBehind.texts();
    }

    /** Waits for lanes and committers of runs before that are in user code, at the end of the application. */
    public void awaitCalls(long waitNs) {
        leftBehind.await(waitNs);
    }

    /**
     * Takes note of a run that was ended without a commit. Where its committer has not come back, ends its write lease.
     */
    void onAbandoned(AbandonedRun abandoned, RunDriver driver) {
        leftBehind.add(driver);
        if (abandoned.hasCommitted()) {
            outage.forgive();
        }
        if (!abandoned.isCommitterBack()) {
            leases.end(); // so the run writes no more, however long it takes until the next lease
        }
    }
}
