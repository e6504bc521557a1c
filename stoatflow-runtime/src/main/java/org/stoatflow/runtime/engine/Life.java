package org.stoatflow.runtime.engine;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.clients.consumer.NoOffsetForPartitionException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.InconsistentGroupProtocolException;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.runtime.cluster.ClusterTopics;
import org.stoatflow.runtime.cluster.Ownership;
import org.stoatflow.runtime.epoch.SourcePosition;
import org.stoatflow.runtime.lane.Lane;
import org.stoatflow.runtime.lane.LaneFailure;
import org.stoatflow.runtime.lane.LaneMetrics;
import org.stoatflow.runtime.metrics.Meters;
import org.stoatflow.runtime.plan.Plan;
import org.stoatflow.runtime.plan.StorePlan;
import org.stoatflow.runtime.sink.OffsetMetadata;
import org.stoatflow.runtime.source.OffsetReset;
import org.stoatflow.runtime.source.SourceFigures;
import org.stoatflow.runtime.time.Clock;
import org.stoatflow.spi.EngineListener;
import org.stoatflow.spi.StoatflowConfig;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.topology.LogicalTopology;

/**
 * The life of an application, one step at a time, in an order in which nobody fences a healthy owner (DESIGN §11): plan,
 * lock the state, join the group, and only once the partitions are ours initialise the transactional ids, read the
 * committed offsets, restore, run. A failure of a run begins another one in place; losing the partitions goes back to
 * waiting for them.
 *
 * <p>Owner: one thread, which steps it and owns the consumer. {@link #wake}, {@link #askToClose} and {@link #metrics} are
 * for any thread.
 */
public final class Life {
    /** What the application is doing until the next step. */
    public enum Phase {
        /** Looking at the cluster's topics, opening the state, subscribing. */
        PLANNING,
        /** Polling until every source partition is ours; another instance may own them for as long as it lives. */
        JOINING,
        /** Waiting out the pause before a restart that follows one without progress. */
        PAUSING,
        /** Initialising the transactional ids, reading committed offsets, planning the restore. */
        RECOVERING,
        /** Polling without input until the state is complete. */
        RESTORING,
        /** Processing. */
        RUNNING,
        /** Processing and committing what is handed out, and nothing more, before the end. */
        DRAINING,
        /** Over; everything is closed. */
        ENDED
    }

    private static final Logger LOG = LoggerFactory.getLogger(Life.class);
    private static final Duration GROUP_POLL = Duration.ofMillis(100);
    private static final Duration START_OVER_PAUSE = Duration.ofSeconds(1);
    private static final long ABORT_WAIT_NS = 500_000_000L;

    private final StreamsConfig config;
    private final EngineSettings settings;
    private final EngineListener listener;
    private final Surroundings surroundings;
    private final Clock clock;
    private final Clients clients;
    private final Restarts restarts;
    private final ClusterTopics cluster;
    private final Topics topics;
    private final ConfiguredApplication application;
    private final Meters meters;
    private final SourceFigures sourceFigures = new SourceFigures();
    private final Duration stalledAfter;
    private final Map<TopicPartition, SourcePosition> begins = new HashMap<>();
    private final Map<TopicPartition, SourcePosition> committing = new HashMap<>();

    private volatile Phase phase = Phase.PLANNING;
    private volatile @Nullable Run run;
    private volatile boolean closing;
    private volatile boolean leavingGroup;
    private volatile long closeDeadlineNs = Long.MAX_VALUE;
    private @Nullable Plan plan;
    private @Nullable StateEngine state;
    private @Nullable Ownership ownership;
    private @Nullable OffsetReset offsetReset;
    private @Nullable Restoration restoration;
    private Surroundings.@Nullable RunDriver driver;
    private Set<TopicPartition> wanted = Set.of();
    private List<LaneMetrics> counted = List.of(); // by the lanes of the last run
    private long sampledNs;
    private boolean commitAgain;
    private boolean toldWaiting;
    private long joinDeadlineNs;
    private long resumeAtNs;

    public Life(
            LogicalTopology topology,
            StreamsConfig config,
            EngineSettings settings,
            EngineListener listener,
            Surroundings surroundings) {
        this.config = config;
        this.settings = settings;
        this.listener = listener;
        this.surroundings = surroundings;
        this.clock = surroundings.clock();
        this.clients = new Clients(surroundings.clients(), config, settings);
        this.restarts = new Restarts(
                settings.restartsMax(),
                EngineSettings.RESTARTS_WITHOUT_PROGRESS_MAX,
                settings.restartPeriod().toNanos());
        this.cluster = surroundings.openTopics();
        this.topics = new Topics(topology, config, settings, cluster);
        this.meters = surroundings.meters();
        this.stalledAfter = Duration.ofMillis((long) StoatflowConfig.STALLED_AFTER.of(config));
        this.application = new ConfiguredApplication(config, settings, topic -> Topics.partitionsOf(cluster, topic));
    }

    // ---- any thread

    public Phase phase() {
        return phase;
    }

    /** Whether it is in a phase whose steps may wait for the cluster for as long as a request may take. */
    public boolean waitsForCluster() {
        return phase == Phase.PLANNING || phase == Phase.RECOVERING;
    }

    /** Ends a poll that waits. */
    public void wake() {
        Run live = run;
        if (live != null) {
            live.dispatcher().wake();
        }
    }

    /**
     * Asks for the end: what is handed out is committed before, as far as the time allows.
     *
     * @param deadlineNs by the engine's clock
     */
    public void askToClose(long deadlineNs, boolean leaveGroup) {
        closeDeadlineNs = deadlineNs;
        leavingGroup = leaveGroup;
        closing = true;
        wake();
    }

    public Map<MetricName, Metric> metrics() {
        Map<MetricName, Metric> all = new HashMap<>(cluster.metrics());
        all.putAll(clients.metrics());
        return all;
    }

    /** The run that is going on, or null. */
    public @Nullable Run run() {
        return run;
    }

    // ---- the life's own thread

    /**
     * Does the next thing. May wait in a poll of the consumer, bounded, while there is nothing to do.
     *
     * @return false once the life is over
     * @throws StreamsException what ended it; it is over then too
     */
    public boolean step() {
        try {
            switch (phase) {
                case PLANNING -> begin();
                case JOINING -> join();
                case PAUSING -> pause();
                case RECOVERING -> recover();
                case RESTORING -> restore();
                case RUNNING -> process();
                case DRAINING -> drain();
                case ENDED -> {}
            }
        } catch (Throwable failure) { // the root of the dispatcher's thread
            if (closing && isInterruption(failure)) {
                end();
            } else if (!goesOnAfter(failure)) {
                end();
                throw asStreamsException(failure);
            }
        }
        return phase != Phase.ENDED;
    }

    private void go(Phase next, String why) {
        LOG.debug("{}: {} -> {}: {}", settings.applicationId(), phase, next, why);
        phase = next;
    }

    private void begin() {
        Plan compiled = topics.plan(application);
        plan = compiled;
        PlanNotice.log(compiled, config);
        state = surroundings.openState(
                compiled.stores().stream().map(StorePlan::description).toList());
        topics.createChangelogs(compiled);
        Consumer<byte[], byte[]> consumer = clients.openConsumer(surroundings.instanceId());
        Ownership owning = new Ownership(consumer);
        ownership = owning;
        offsetReset = new OffsetReset(consumer, compiled, OffsetReset.parse(clients.offsetReset()), clock);
        wanted = topics.sourcePartitions(compiled);
        meters.onPlan(compiled, sourceFigures);
        consumer.subscribe(Topics.sources(compiled), owning);
        joinDeadlineNs = clock.nanos() + settings.requestTimeout().toNanos();
        go(Phase.JOINING, "subscribed");
    }

    private void join() {
        if (closing) {
            end();
            return;
        }
        Ownership owning = owning();
        try {
            pollForMembership();
        } catch (InconsistentGroupProtocolException stranger) {
            throw new StreamsException(
                    "Consumer group " + settings.applicationId() + " has members that are not StoatFlow's, perhaps"
                            + " Kafka Streams' own. Stop them first, or choose another application.id",
                    stranger);
        }
        if (owning.ownsAll(wanted)) {
            owning.takeLoss();
            go(Phase.RECOVERING, "all partitions are ours");
        } else if (!owning.isJoined()) {
            if (clock.nanos() > joinDeadlineNs) {
                throw new StreamsException("Consumer group " + settings.applicationId() + " could not be joined within "
                        + settings.requestTimeout().toMillis() + " ms");
            }
        } else if (!toldWaiting) {
            LOG.info(
                    "Another instance of application {} owns the partitions; waiting to take over",
                    settings.applicationId());
            toldWaiting = true;
        }
    }

    /** Stays in the group. Whatever is assigned is paused, so that nothing comes in. */
    private void pollForMembership() {
        Consumer<byte[], byte[]> consumer = clients.consumer();
        try {
            if (!consumer.poll(GROUP_POLL).isEmpty()) {
                throw new IllegalStateException("records came in before the state was ready");
            }
        } catch (NoOffsetForPartitionException unset) {
            consumer.seekToBeginning(unset.partitions()); // where it really begins is decided in RECOVERING
        }
    }

    private void pause() {
        pollForMembership();
        if (closing) {
            end();
        } else if (owning().takeLoss()) {
            backToJoining();
        } else if (clock.nanos() >= resumeAtNs) {
            go(Phase.RECOVERING, "paused long enough");
        }
    }

    private void recover() {
        clients.openProducers();
        seekToCommitted();
        restoration = Restoration.begin(
                planned(), opened(), cluster, clients::newRestoreConsumer, listener, settings, surroundings);
        meters.onRestore(restoration.progress());
        go(Phase.RESTORING, "ids initialised, offsets read");
    }

    /** Positions the consumer, and remembers where: a restart in place begins there if nothing is committed before. */
    private void seekToCommitted() {
        Consumer<byte[], byte[]> consumer = clients.consumer();
        Set<TopicPartition> owned = owning().owned();
        Map<TopicPartition, OffsetAndMetadata> committed = consumer.committed(owned, settings.requestTimeout());
        List<TopicPartition> unset = owned.stream()
                .filter(partition -> committed.get(partition) == null)
                .toList();
        resetting().reset(unset, "no committed offset");
        begins.clear();
        for (TopicPartition partition : owned) {
            OffsetAndMetadata position = committed.get(partition);
            if (position != null) {
                consumer.seek(partition, position);
            }
            begins.put(
                    partition,
                    position == null
                            ? new SourcePosition(
                                    consumer.position(partition, settings.requestTimeout()), Optional.empty(), -1)
                            : new SourcePosition(
                                    position.offset(), position.leaderEpoch(), OffsetMetadata.partitionTime(position)));
        }
    }

    private void restore() {
        Restoration restoring = Objects.requireNonNull(restoration);
        if (closing) {
            abandonRun();
            end();
            return;
        }
        if (!restoring.isDone()) {
            pollForMembership();
            if (owning().takeLoss()) {
                abandonRun();
                backToJoining();
            }
            return;
        }
        restoring.tell();
        restoration = null;
        clients.forgetRestoreConsumers();
        StateBatch current = new StateBatch(clock.millis());
        current.markAllCurrent(); // so that a long pause after this is not taken for a long gap before it
        opened().apply(current);
        startRun(clients.producers());
    }

    private void startRun(List<Producer<byte[], byte[]>> producers) {
        Consumer<byte[], byte[]> consumer = clients.consumer();
        Map<TopicPartition, Long> partitionTimes = new HashMap<>();
        begins.forEach((partition, position) -> partitionTimes.put(partition, position.partitionTime()));
        Run begun = new Run(new Run.Parts(
                settings,
                planned(),
                application,
                config.defaultTimestampExtractor(),
                opened(),
                consumer,
                producers,
                partitionTimes,
                clock,
                new Run.Watching(counted, sourceFigures, meters.commits(), stalledAfter)));
        counted = begun.lanes().stream().map(Lane::metrics).toList();
        driver = surroundings.start(begun);
        run = begun;
        meters.onRun(begun.measured());
        consumer.resume(consumer.paused());
        go(Phase.RUNNING, "the state is complete");
        listener.onState(KafkaStreams.State.RUNNING);
    }

    private void process() {
        if (closing) {
            running().dispatcher().drain();
            go(Phase.DRAINING, "asked to close");
            return;
        }
        dispatch();
    }

    private void dispatch() {
        Run live = running();
        Throwable failure = live.failure();
        if (failure != null) {
            throw asStreamsException(failure);
        }
        try {
            live.dispatcher().step();
        } catch (InvalidOffsetException gone) {
            if (gone instanceof OffsetOutOfRangeException) {
                live.dispatcher().onLogCut(gone.partitions());
            }
            resetting().reset(gone.partitions(), "an offset that is not in the topic any more");
        }
        live.watchEpochs();
        measure(live);
        if (owning().takeLoss()) {
            LOG.warn(
                    "Partitions of application {} were taken away from this instance: it was silent for longer than"
                            + " session.timeout.ms or max.poll.interval.ms, or another instance has taken over",
                    settings.applicationId());
            abandonRun();
            backToJoining();
            return;
        }
        commitLater(live);
    }

    private void measure(Run live) {
        long nowNs = clock.nanos();
        if (nowNs - sampledNs >= Meters.SAMPLED_EVERY_NS) {
            sampledNs = nowNs;
            live.dispatcher().measureLag();
            meters.sample(clock.millis());
        }
    }

    private void drain() {
        Run live = running();
        if (live.isDrained()) {
            end();
        } else if (clock.nanos() > closeDeadlineNs) {
            LOG.warn(
                    "Closing without the last epoch, which is processed again after the next start. {}",
                    live.describeWork());
            end();
        } else {
            dispatch();
        }
    }

    // ---- failures

    private boolean goesOnAfter(Throwable failure) {
        try {
            return startAgainAfter(failure);
        } catch (RuntimeException another) {
            failure.addSuppressed(another);
            return false;
        }
    }

    /** Whether the application goes on, in place, after the failure. */
    private boolean startAgainAfter(Throwable failure) {
        meters.onFailure();
        boolean wasRunning = run != null || phase == Phase.RECOVERING || phase == Phase.RESTORING;
        if (!wasRunning || failure instanceof Error || hasCause(failure, FencedInstanceIdException.class)) {
            return startOverAfter(failure);
        }
        Run failed = run;
        boolean committerIsBack = abandonRun();
        boolean progressed = failed != null && failed.hasCommitted();
        boolean onlyProcessing = failed != null && settings.exactlyOnce() && hasCause(failure, LaneFailure.class);
        if (closing) {
            return false;
        }
        if (!restarts.allow(clock.nanos(), progressed)) {
            if (!listener.restartAfter(failure)) {
                return false;
            }
            restarts.forgive();
        }
        meters.onRestart();
        LOG.warn("Starting again in place, from the last commit, after: {}", failure.getMessage(), failure);
        listener.onState(KafkaStreams.State.REBALANCING);
        clients.consumer().pause(owning().owned());
        if (failed != null && onlyProcessing && committerIsBack && failed.finishCommit() && restarts.pauseNs() == 0) {
            goOnFrom(failed);
        } else {
            resumeAtNs = clock.nanos() + restarts.pauseNs();
            go(Phase.PAUSING, "restarting after a failure");
        }
        return true;
    }

    /** Nothing to go on from, or nothing to go on with: only the user's handler can ask for another start. */
    private boolean startOverAfter(Throwable failure) {
        abandonRun();
        if (closing || phase == Phase.ENDED || !listener.restartAfter(failure)) {
            return false;
        }
        meters.onRestart();
        LOG.warn("Starting over, as the uncaught exception handler asks, after: {}", failure.getMessage(), failure);
        release();
        surroundings.idle(START_OVER_PAUSE);
        go(Phase.PLANNING, "starting over");
        return true;
    }

    /** A known abort: what is committed is applied, so there is nothing to restore. */
    private void goOnFrom(Run failed) {
        begins.putAll(failed.committedPositions());
        Consumer<byte[], byte[]> consumer = clients.consumer();
        begins.forEach((partition, position) ->
                consumer.seek(partition, new OffsetAndMetadata(position.offset(), position.leaderEpoch(), "")));
        startRun(clients.producers());
    }

    /** Ends the run, or the restore before it, without a commit; says whether the committer has come back. */
    private boolean abandonRun() {
        Restoration restoring = restoration;
        restoration = null;
        if (restoring != null) {
            restoring.stop();
        }
        run = null;
        meters.onRunEnd();
        committing.clear();
        commitAgain = false;
        Surroundings.RunDriver driving = driver;
        driver = null;
        return driving == null || driving.stop(ABORT_WAIT_NS, false);
    }

    private void backToJoining() {
        clients.closeProducers();
        toldWaiting = false;
        joinDeadlineNs = clock.nanos() + settings.requestTimeout().toNanos();
        listener.onState(KafkaStreams.State.REBALANCING);
        go(Phase.JOINING, "partitions were taken away");
    }

    // ---- the end

    private void end() {
        go(Phase.ENDED, closing ? "closed" : "failed");
        Run last = run;
        run = null;
        meters.onRunEnd();
        boolean interrupted = Thread.interrupted(); // clients do not close cleanly in an interrupted thread
        Surroundings.RunDriver driving = driver;
        if (driving != null) {
            long waitNs = Math.clamp(
                    closeDeadlineNs - clock.nanos(), 0, settings.closeTimeout().toNanos() / 4);
            Clients.quietly("lanes", () -> driving.stop(waitNs, true));
        }
        if (last != null && last.failure() == null) {
            Clients.quietly("group's offsets", () -> commitNow(last));
        }
        release();
        Clients.quietly("admin client", () -> cluster.close(Duration.ZERO)); // nobody waits for an answer any more
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void release() {
        clients.closeProducers();
        clients.closeConsumer(leavingGroup);
        StateEngine open = state;
        state = null;
        if (open != null) {
            Clients.quietly("state", open::close);
        }
    }

    // ---- at-least-once: source offsets follow the rounds

    private void commitLater(Run live) {
        Map<TopicPartition, SourcePosition> positions = live.takeCommittable();
        if (positions != null) {
            committing.putAll(positions);
        }
        if (positions != null || commitAgain) {
            commitAgain = false;
            clients.consumer().commitAsync(offsets(committing), new SourceCommit(live, () -> commitAgain = true));
        }
    }

    private void commitNow(Run last) {
        Map<TopicPartition, SourcePosition> positions = last.takeCommittable();
        if (positions != null) {
            committing.putAll(positions);
        }
        if (!committing.isEmpty()) {
            SourceCommit.now(clients.consumer(), offsets(committing), settings.requestTimeout());
        }
    }

    private static Map<TopicPartition, OffsetAndMetadata> offsets(Map<TopicPartition, SourcePosition> positions) {
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        positions.forEach((partition, position) -> offsets.put(partition, OffsetMetadata.encode(position)));
        return offsets;
    }

    // ---- what must be there in the phases that use it

    private Plan planned() {
        return Objects.requireNonNull(plan, "no plan");
    }

    private StateEngine opened() {
        return Objects.requireNonNull(state, "the state is not open");
    }

    private Ownership owning() {
        return Objects.requireNonNull(ownership, "not subscribed");
    }

    private OffsetReset resetting() {
        return Objects.requireNonNull(offsetReset, "not subscribed");
    }

    private Run running() {
        return Objects.requireNonNull(run, "no run");
    }

    private static StreamsException asStreamsException(Throwable failure) {
        return failure instanceof StreamsException known
                ? known
                : new StreamsException("The application failed: " + failure.getMessage(), failure);
    }

    private static boolean isInterruption(Throwable failure) {
        return hasCause(failure, InterruptedException.class) || hasCause(failure, InterruptException.class);
    }

    private static boolean hasCause(Throwable failure, Class<? extends Throwable> type) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (type.isInstance(cause)) {
                return true;
            }
        }
        return false;
    }
}
