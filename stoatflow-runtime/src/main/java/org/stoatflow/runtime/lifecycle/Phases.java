package org.stoatflow.runtime.lifecycle;

import java.time.Duration;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.stoatflow.config.TimeSpans;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.runtime.cluster.Closing;
import org.stoatflow.runtime.cluster.ClusterTopics;
import org.stoatflow.runtime.cluster.KafkaClients;
import org.stoatflow.runtime.failure.Losses;
import org.stoatflow.runtime.failure.Outage;
import org.stoatflow.runtime.group.MemberPlan;
import org.stoatflow.runtime.group.Membership;
import org.stoatflow.runtime.run.ActiveRun;
import org.stoatflow.runtime.run.RunStart;
import org.stoatflow.runtime.run.Runs;
import org.stoatflow.runtime.settings.ApplicationSettings;
import org.stoatflow.runtime.topics.TopicPlan;
import org.stoatflow.spi.EngineListener;
import org.stoatflow.state.StateEngine;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.processor.TaskId;

/**
 * The phases of one application, one after another. It makes each phase with the objects that exist in that phase.
 * {@link #enter} is the only way from one phase to the next.
 *
 * <p>Owner: the dispatcher's thread, which alone writes; {@link #current} is for any thread.
 */
final class Phases {
    private static final Logger LOG = LoggerFactory.getLogger(Phases.class);

    /** How long is waited until the group has told all members to end: they join again at their next heartbeats. */
    private static final long END_OF_ALL_NS = TimeSpans.nanos(Duration.ofSeconds(30));

    /** Why to start over where the next run cannot go on with the consumer. */
    static final String NEW_CONSUMER = "another run needs a new consumer";

    private final Services services;
    private final ApplicationSettings settings;
    private final Duration closeTimeout;
    private final EngineListener listener;
    private final Environment environment;
    private final Clock clock;
    private final CloseRequest close;
    private final Outage outage;
    private final Losses losses;
    private KafkaStreams.State shown = KafkaStreams.State.REBALANCING; // the facade shows this state from the start

    /**
     * Shared. Written by: the dispatcher's thread. Read by: closing and pausing threads, messages. Safe: volatile, one
     * writer. Proof: SharedFieldsTest.
     */
    private volatile Entered entered;

    /**
     * A phase, with the reason for which it was entered, or lasts.
     *
     * @param atNs when, by the engine's clock
     */
    record Entered(Phase phase, String why, long atNs) {}

    /** The parts that do the phases' work. */
    record Services(
            ClusterTopics cluster,
            KafkaClients clients,
            Subscriber subscriber,
            OnState state,
            Globals globals,
            Runs runs) {}

    /** Those that work on the state, each in its turn. */
    record OnState(StateTurns turns, Standby standby, Recovery recovery) {}

    Phases(
            Services services,
            ApplicationSettings settings,
            Duration closeTimeout,
            EngineListener listener,
            Environment environment,
            CloseRequest close,
            Outage outage) {
        this.services = services;
        this.settings = settings;
        this.closeTimeout = closeTimeout;
        this.listener = listener;
        this.environment = environment;
        this.clock = environment.clock();
        this.close = close;
        this.outage = outage;
        this.losses = new Losses(settings.applicationId(), clock);
        this.entered = new Entered(planning(), "started", clock.nanos());
    }

    /** The phase in which the application is. Any thread. */
    Phase current() {
        return entered.phase();
    }

    /** The same, with the reason and the time. Any thread. */
    Entered entered() {
        return entered;
    }

    boolean isExactlyOnce() {
        return settings.exactlyOnce();
    }

    String applicationId() {
        return settings.applicationId();
    }

    /** Does the next step of the current phase. */
    void step() {
        Phase now = current();
        losses.onStep(now.name().name(), now.name().processes());
        now.step();
    }

    void onOutageEnd() {
        losses.forgive();
    }

    private void enter(Phase next, String why) {
        PhaseName from = current().name();
        PhaseName to = next.name();
        if (!from.successors().contains(to)) {
            throw new IllegalStateException("Application " + applicationId() + " cannot go from phase " + from + " to "
                    + to + " (" + why + ")");
        }
        LOG.atLevel(from == to ? Level.DEBUG : Level.INFO)
                .log("Application {} goes from {} to {}: {}", applicationId(), from, to, why);
        entered = new Entered(next, why, clock.nanos());
        next.onEntry();
        to.shown().ifPresent(this::show);
    }

    /** Says why the present phase lasts, for the status. */
    void explain(String why) {
        entered = new Entered(entered.phase(), why, entered.atNs());
    }

    private void show(KafkaStreams.State state) {
        if (state != shown) {
            shown = state;
            listener.onState(state);
        }
    }

    private PlanningPhase planning() {
        return new PlanningPhase(this, close, outage, services, environment);
    }

    SubscribingPhase subscribe(TopicPlan compiled, StateEngine state) {
        SubscribingPhase next = new SubscribingPhase(this, services.subscriber(), services.globals(), compiled, state);
        enter(next, "planned, and the state is open");
        return next;
    }

    /** Begins to load global stores, of a topology that has nothing else. */
    void load(TopicPlan compiled, StateEngine state) {
        PlannedState opened = new PlannedState(compiled.plan(), state);
        enter(
                new LoadingPhase(this, opened, close, environment, services.globals()),
                "planned, and the state is open; there are global stores only");
    }

    void follow(PlannedState opened) {
        enter(new FollowingPhase(this, opened, close, environment, services.runs()), "the global stores are loaded");
    }

    void join(MemberPlan plan, String why) {
        enter(new JoiningPhase(this, plan, close, outage, services.state().standby()), why);
    }

    /** Another instance has the partitions, and this one its place in the group, so that it can take over. */
    void standBy(MemberPlan plan, boolean follows) {
        enter(
                new StandbyPhase(this, plan, close, outage, clock, services),
                "another instance owns the partitions; "
                        + (follows ? "following its changelogs" : "waiting to take over"));
    }

    /**
     * Partitions were lost: waits until they are ours again.
     *
     * @param doing what was being done, for messages
     * @param progressed whether anything was committed or restored meanwhile
     */
    void rejoinAfterLoss(MemberPlan plan, String doing, boolean progressed) {
        rejoin(plan, "partitions were lost");
        losses.onLoss(doing, progressed || outage.isOn());
    }

    /** Not all partitions are ours: waits until they are, or until the group tells of others. */
    void rejoin(MemberPlan plan, String why) {
        onAway();
        if (startsOver(plan)) {
            return;
        }
        letGoOfPartitions(plan);
        join(plan, why);
    }

    /** Another instance may have the partitions. */
    void onAway() {
        services.state().recovery().onAway();
    }

    /** The next recovery restores the stores of these tasks from scratch. */
    void restoreAnew(Set<TaskId> tasks) {
        services.state().recovery().onCorrupted(tasks);
    }

    /** The group knows other topics or partitions than the plan: plans with these. */
    void planAgain(MemberPlan outdated) {
        if (startsOver(outdated)) {
            return;
        }
        letGoOfPartitions(outdated);
        enter(
                new ReplanningPhase(this, outdated, close, outage, services.subscriber()),
                "the group knows other partitions");
    }

    /**
     * Starts over where what wraps the consumer may hold records: it would hand them out to the next run, out of order.
     */
    private boolean startsOver(MemberPlan plan) {
        boolean needed = plan.source().isSpoilt();
        if (needed) {
            startOver(NEW_CONSUMER);
        }
        return needed;
    }

    private void letGoOfPartitions(MemberPlan plan) {
        services.clients().closeProducers();
        plan.source().pause(plan.membership().owned()); // the group may have left us some of them
    }

    void pause(MemberPlan plan, long pauseNs, String why) {
        enter(new PausingPhase(this, plan, close, outage, clock, clock.nanos() + pauseNs), why);
    }

    void recover(MemberPlan plan, String why) {
        if (current() instanceof NotOwnerPhase) {
            losses.onOwner();
        }
        enter(new RecoveringPhase(this, plan, close, services), why);
    }

    void restore(MemberPlan plan, Recovery.Prepared prepared) {
        enter(new RestoringPhase(this, plan, close, services, prepared), "ids initialised, offsets read");
    }

    /**
     * Begins a run.
     *
     * @param ownedAtMs a time at which the partitions were certainly ours
     */
    void open(MemberPlan plan, RunStart start, long ownedAtMs) {
        open(plan, start, ownedAtMs, false, "the state is complete");
    }

    /** Begins a run at once, after one whose commits prove when this instance was the owner. */
    void openAtOnce(MemberPlan plan, RunStart start) {
        open(plan, start, 0, true, "all that is committed is in the state");
    }

    private void open(MemberPlan plan, RunStart start, long ownedAtMs, boolean isAtOnce, String why) {
        enter(new OpeningPhase(this, plan, close, clock, services.runs().begin(plan, start, ownedAtMs), isAtOnce), why);
    }

    void run(MemberPlan plan, ActiveRun active) {
        enter(new RunningPhase(this, plan, close, active), "the processors are prepared");
    }

    void drain(MemberPlan plan, ActiveRun active, String why) {
        enter(new DrainingPhase(this, plan, active, close, clock, closeTimeout), why);
    }

    /** Closes everything, and begins again with planning. */
    void startOver(String why) {
        current().release();
        environment.idle(Lifecycle.START_OVER_PAUSE); // before what may fail, so that there is always a pause
        services.cluster().renew(); // what has failed may be the admin client, which no other phase makes anew
        enter(planning(), why);
    }

    void release(StateEngine state) {
        release(state, false);
    }

    /**
     * The same, of a member. One that ends leaves the group where another one has followed it: that goes on at once,
     * and does not wait until the session ends.
     */
    void release(StateEngine state, Membership membership) {
        boolean ends = current().name() == PhaseName.ENDED;
        boolean handsOver = ends && !membership.isEndOfAll();
        release(
                state,
                handsOver && membership.isChosen() && !membership.standbys().isEmpty());
    }

    private void release(StateEngine state, boolean handsOver) {
        services.clients().closeProducers();
        services.clients().closeConsumer(close.leavesGroup() || handsOver || !environment.keepsInstanceId());
        services.globals().end();
        Closing.quietly("state", state::close);
    }

    /** The same, of a failure; with all other instances, where the user's handler wants that. */
    void endAfterFailure() {
        if (listener.endsAll() && current() instanceof MemberPhase member) {
            Closing.quietly("other instances", () -> endAll(member.membership()));
        }
        end();
    }

    /** Tells the group, and waits until its leader has passed it on: whoever rejoins has it then. */
    private void endAll(Membership membership) {
        LOG.warn(
                "Detected that shutdown was requested. All clients in this app will now begin to shutdown: application"
                        + " {} asks all instances of its group to end",
                applicationId());
        long beginNs = clock.nanos();
        membership.askAllToEnd();
        while (!membership.isEndOfAll()) {
            if (close.isAsked() || clock.nanos() - beginNs >= END_OF_ALL_NS) {
                LOG.warn("Whether other instances end is not known: the group has not answered");
                return;
            }
            membership.poll();
        }
    }

    /** Ends the application, if it has not ended, and closes everything. */
    void end() {
        Phase last = current();
        if (last.name() == PhaseName.ENDED) {
            return;
        }
        enter(new EndedPhase(), close.isAsked() ? "closed" : "failed");
        boolean interrupted = Thread.interrupted(); // clients do not close cleanly in an interrupted thread
        long mostNs = TimeSpans.nanos(closeTimeout) / 4;
        long waitNs = close.isAsked() ? Math.clamp(close.deadlineNs() - clock.nanos(), 0, mostNs) : mostNs;
        Closing.quietly("run, restore or standby", () -> last.end(waitNs));
        Closing.quietly("calls of runs before", () -> services.runs().awaitCalls(waitNs));
        Closing.quietly("recovery", () -> services.state().turns().stop(waitNs));
        interrupted |= Thread.interrupted();
        last.release();
        Closing.quietly(
                "admin client", () -> services.cluster().close(Duration.ZERO)); // does not wait for open requests
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
