package org.stoatflow.runtime.engine;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.kernel.lane.KeptClocks;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.plan.StorePlan;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.runtime.cluster.ClusterTopics;
import org.stoatflow.runtime.cluster.GroupNotes;
import org.stoatflow.runtime.cluster.MemberSettings;
import org.stoatflow.runtime.cluster.Ownership;
import org.stoatflow.runtime.metrics.Meters;
import org.stoatflow.runtime.source.OffsetReset;
import org.stoatflow.spi.EngineListener;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.topology.LogicalTopology;

/**
 * The life of an application, one step at a time. Its order keeps instances from fencing a healthy owner
 * (docs/DESIGN.md, "One machine, then more"): plan, lock the state, join the group, and only once the partitions are
 * ours initialise the transactional ids, read the committed offsets, restore, run. When a run fails, another one begins
 * in place. When the group takes the partitions away, the life waits for them again. {@link Runs} holds the present
 * run.
 *
 * <p>Owner: one thread, which steps it and owns the consumer. {@link #wake}, {@link #pause}, {@link #askToClose} and
 * {@link #metrics} are for any thread.
 */
public final class Lifecycle {
    /** What the application is doing until the next step. */
    public enum Phase {
        /** Looking at the cluster's topics, opening the state, subscribing; or planning again with other topics. */
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
        /** Processing and committing what is handed out, and nothing more, before the end or before planning again. */
        DRAINING,
        /** Over; everything is closed. */
        ENDED
    }

    private static final Logger LOG = LoggerFactory.getLogger(Lifecycle.class);
    static final Duration START_OVER_PAUSE = Duration.ofSeconds(1);
    private static final Duration ASK_PAUSE = Duration.ofMillis(5);

    private final StreamsConfig config;
    private final EngineSettings settings;
    private final EngineListener listener;
    private final Surroundings surroundings;
    private final Clock clock;
    private final Clients clients;
    private final Restarts restarts;
    private final Outage outage;
    private final ClusterTopics cluster;
    private final Topics topics;
    private final ConfiguredApplication application;
    private final Meters meters;
    private final Runs runs;
    private final MemberSettings settingsOfAll;
    private final SourceOffsets offsets;
    private final Tenures tenures;

    private volatile Phase phase = Phase.PLANNING;
    private volatile boolean closing;
    private volatile boolean leavingGroup;
    private volatile boolean paused;
    private volatile long closeDeadlineNs = Long.MAX_VALUE;
    private @Nullable Plan plan;
    private @Nullable StateEngine state;
    private @Nullable Membership membership;
    private @Nullable OffsetReset offsetReset;
    private @Nullable Restoration restoration;
    private long resumeAtNs;
    private long drainDeadlineNs;

    public Lifecycle(
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
        this.offsets = new SourceOffsets(settings.requestTimeout(), clock);
        this.tenures = new Tenures(clock);
        this.cluster = surroundings.openTopics();
        this.outage = new Outage(
                cluster,
                clock,
                settings.applicationId(),
                String.join(",", config.getList(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG)),
                settings.taskTimeout());
        this.topics = new Topics(topology, config, settings, cluster);
        this.meters = surroundings.meters();
        this.runs = new Runs(surroundings, meters);
        this.settingsOfAll = new MemberSettings(Map.of(
                StreamsConfig.PROCESSING_GUARANTEE_CONFIG,
                config.getString(StreamsConfig.PROCESSING_GUARANTEE_CONFIG),
                "the topology (Topology.describe(), as a checksum)",
                Topics.checksum(topology)));
        this.application = new ConfiguredApplication(
                config,
                settings,
                new SinkPartitions(topic -> Topics.partitionsOf(cluster, topic), metadataAgeMaxNs(config), clock));
    }

    /** As old as the producers of Kafka Streams let it become, from which it has the numbers of partitions. */
    private static long metadataAgeMaxNs(StreamsConfig config) {
        Object set = config.getProducerConfigs("sinks").get(ProducerConfig.METADATA_MAX_AGE_CONFIG);
        Object byDefault = ProducerConfig.configDef().defaultValues().get(ProducerConfig.METADATA_MAX_AGE_CONFIG);
        return TimeUnit.MILLISECONDS.toNanos(Long.parseLong(String.valueOf(set == null ? byDefault : set)));
    }

    // ---- any thread

    public Phase phase() {
        return phase;
    }

    /** Whether it is in a phase whose steps may wait for the cluster for as long as a request may take. */
    public boolean waitsForCluster() {
        return phase == Phase.PLANNING || phase == Phase.RECOVERING;
    }

    /** Stops or goes on processing, in later runs too; what is handed out is committed meanwhile. */
    public void pause(boolean nowPaused) {
        paused = nowPaused;
        wake();
    }

    /** Ends a poll that waits. */
    public void wake() {
        runs.wake();
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
        return runs.live();
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
            if (outage.watch()) {
                restarts.forgive(); // what failed before it is no reason to end after it
            }
            switch (phase) {
                case PLANNING -> begin();
                case JOINING -> join();
                case PAUSING -> waitToRestart();
                case RECOVERING -> recover();
                case RESTORING -> restore();
                case RUNNING -> process();
                case DRAINING -> drain();
                case ENDED -> {}
            }
        } catch (Throwable failure) { // the root of a step; what ends the life goes on to the thread's
            if (closing && Failures.isInterruption(failure)) {
                end();
            } else if (closing && outage.explains(failure)) {
                LOG.warn("Closing without what is not committed: {}", failure.getMessage());
                end();
            } else if (!goesOnAfter(failure)) {
                end();
                throw Failures.asStreamsException(failure);
            }
        }
        return phase != Phase.ENDED;
    }

    private void go(Phase next, String why) {
        LOG.debug("{}: {} -> {}: {}", settings.applicationId(), phase, next, why);
        phase = next;
    }

    private void begin() {
        if (closing) {
            end();
            return;
        }
        if (membership != null) {
            if (outage.isOn()) {
                membership.poll();
            } else {
                planAgain(membership);
            }
            return;
        }
        if (!outage.isAnswered()) {
            surroundings.idle(ASK_PAUSE);
            return;
        }
        Plan compiled = topics.plan(application, Optional.empty());
        state = surroundings.openState(
                compiled.stores().stream().map(StorePlan::description).toList());
        topics.createChangelogs(compiled);
        GroupNotes notes = new GroupNotes(settingsOfAll);
        Consumer<byte[], byte[]> consumer = clients.openConsumer(surroundings.instanceId(), notes);
        Ownership owning = new Ownership(consumer);
        plannedWith(compiled);
        topics.sourcePattern()
                .ifPresentOrElse(
                        pattern -> consumer.subscribe(pattern, owning),
                        () -> consumer.subscribe(Topics.sources(compiled), owning));
        membership = new Membership(consumer, owning, notes, clients.memberName(), settings, surroundings);
        go(Phase.JOINING, "subscribed");
    }

    /** With the partitions that the group knows now. State, group and processors' suppliers stay. */
    private void planAgain(Membership joined) {
        Map<String, Integer> before = topics.sourceCounts();
        Plan compiled = topics.plan(application, joined.topics());
        topics.createChangelogs(compiled);
        plannedWith(compiled);
        LOG.info(
                "Source topics of application {} have changed: {}",
                settings.applicationId(),
                Topics.changes(before, topics.sourceCounts()));
        joined.begin();
        go(Phase.JOINING, "planned again");
    }

    private void plannedWith(Plan compiled) {
        plan = compiled;
        PlanNotice.log(compiled, config);
        runs.plannedWith(compiled);
        offsetReset =
                new OffsetReset(clients.consumer(), compiled, clients.offsetReset(), settings.requestTimeout(), clock);
    }

    private void join() {
        if (closing) {
            end();
            return;
        }
        if (outage.isOn()) {
            member().postpone();
        }
        switch (member().join(topics.sourceCounts(), topics.sourcePartitions())) {
            case OWNER -> go(Phase.RECOVERING, "all partitions are ours");
            case OTHER_TOPICS -> go(Phase.PLANNING, "the group knows other partitions");
            case WAITING, LOST -> {}
        }
    }

    /** Whether the partitions that were planned with are still ours; if not, it is on its way already. */
    private boolean isStillOwner() {
        return switch (member().since(topics.sourceCounts())) {
            case OWNER, WAITING -> true;
            case LOST -> {
                abandonRun();
                backToJoining();
                yield false;
            }
            case OTHER_TOPICS -> {
                abandonRun();
                toPlanning();
                yield false;
            }
        };
    }

    private void waitToRestart() {
        member().poll();
        if (closing) {
            end();
        } else if (isStillOwner()) {
            if (outage.isOn()) {
                outage.endure();
            } else if (clock.nanos() >= resumeAtNs) {
                go(Phase.RECOVERING, "paused long enough");
            }
        }
    }

    private void recover() {
        if (closing) {
            end();
            return;
        }
        if (!tenures.end()) { // a committer was left behind in a write
            member().poll();
            isStillOwner();
            return;
        }
        clients.openProducers(clock);
        offsets.seekToCommitted(clients.consumer(), member().owned(), resetting());
        Restoration missing = Restoration.plan(planned(), opened(), cluster, clients, settings, surroundings);
        settleClocks(missing);
        missing.begin(tenures.begin(opened()), clients, listener);
        restoration = missing;
        meters.onRestore(missing.progress());
        go(Phase.RESTORING, "ids initialised, offsets read");
    }

    private void settleClocks(Restoration missing) {
        StateBatch settled = new StateBatch(clock.millis());
        config.defaultTimestampExtractor(); // one that cannot be made is refused before anything is restored
        new KeptClocks(planned(), offsets.partitionTimes()).settle(opened(), missing::isMadeAnew, settled);
        opened().apply(settled);
    }

    private void restore() {
        Restoration restoring = Objects.requireNonNull(restoration);
        if (closing) {
            abandonRun();
            end();
            return;
        }
        if (!restoring.isDone()) {
            member().poll();
            isStillOwner();
            return;
        }
        restoring.tell();
        restoration = null;
        clients.forgetRestoreConsumers();
        StateBatch current = new StateBatch(restoring.listedAtMs());
        restoring.settle(opened(), current);
        current.markAllCurrent(); // so that a long pause after this is not taken for a long gap before it
        opened().apply(current);
        startRun(clients.producers(), restoring.listedAtMs());
    }

    private void startRun(List<Producer<byte[], byte[]>> producers, long ownedAtMs) {
        Consumer<byte[], byte[]> consumer = clients.consumer();
        Run begun = new Run(new Run.Parts(
                settings,
                planned(),
                application,
                config.defaultTimestampExtractor(),
                tenures.begin(opened()),
                consumer,
                producers,
                offsets.partitionTimes(),
                () -> paused,
                member()::hasLost,
                clock,
                runs.watching()));
        begun.owner().wasAt(ownedAtMs);
        runs.begin(begun);
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
            throw Failures.asStreamsException(failure);
        }
        try {
            live.dispatcher().step();
        } catch (InvalidOffsetException gone) {
            onGone(live, gone);
        }
        live.watchEpochs();
        runs.measure(live);
        switch (member().since(topics.sourceCounts())) {
            case OWNER, WAITING -> offsets.commitLater(clients.consumer(), live);
            case OTHER_TOPICS -> {
                offsets.commitLater(clients.consumer(), live);
                drainToPlan(live);
            }
            case LOST -> {
                LOG.warn(
                        "Partitions of application {} were taken away from this instance: it was silent for longer than"
                                + " session.timeout.ms or max.poll.interval.ms, another instance has taken over, or a"
                                + " source topic was deleted",
                        settings.applicationId());
                abandonRun();
                backToJoining();
            }
        }
    }

    private void onGone(Run live, InvalidOffsetException gone) {
        if (gone instanceof OffsetOutOfRangeException) {
            live.dispatcher().onLogCut(gone.partitions());
        }
        Set<TopicPartition> known = new HashSet<>(gone.partitions());
        known.retainAll(topics.sourcePartitions());
        resetting().reset(known, "an offset that is not in the topic any more");
        Set<TopicPartition> added = new HashSet<>(gone.partitions());
        added.removeAll(known);
        if (!added.isEmpty()) { // for none the consumer would go to the beginning of all
            clients.consumer().seekToBeginning(added); // where they really begin is decided when they are planned with
        }
    }

    private void drainToPlan(Run live) {
        if (phase == Phase.RUNNING) {
            live.dispatcher().drain();
            drainDeadlineNs = clock.nanos() + settings.closeTimeout().toNanos();
            go(Phase.DRAINING, "the group knows other partitions");
        }
    }

    private void drain() {
        Run live = running();
        if (live.isDrained()) {
            afterDrain(live);
        } else if (clock.nanos() > (closing ? closeDeadlineNs : drainDeadlineNs)) {
            LOG.warn(
                    "{} without the last epoch, which is processed again after that. {}",
                    closing ? "Closing" : "Planning again",
                    live.describeWork());
            afterDrain(live);
        } else {
            dispatch();
        }
    }

    private void afterDrain(Run drained) {
        if (closing) {
            end();
            return;
        }
        if (runs.stop()) {
            Clients.quietly("group's offsets", () -> offsets.commitNow(clients.consumer(), drained));
        }
        abandonRun();
        toPlanning();
    }

    private void toPlanning() {
        clients.closeProducers();
        clients.consumer().pause(member().owned());
        listener.onState(KafkaStreams.State.REBALANCING);
        go(Phase.PLANNING, "source topics have changed");
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
        if (Failures.isOfBrokenEpoch(failure)) {
            meters.onBrokenEpoch();
        } else if (Failures.isOfStuckEpoch(failure)) {
            meters.onStuckEpoch();
        }
        Run failed = runs.live();
        boolean wasRunning = failed != null
                || phase == Phase.RECOVERING
                || phase == Phase.RESTORING
                || phase == Phase.PLANNING && membership != null && !Failures.isRefusal(failure);
        if (!closing && outage.explains(failure)) {
            return goOnWithoutAnswer(failure);
        }
        if (!wasRunning || Failures.isFinal(failure)) {
            return startOverAfter(failure);
        }
        boolean committerIsBack = abandonRun();
        boolean progressed = failed != null && failed.hasCommitted();
        boolean onlyProcessing = failed != null && settings.exactlyOnce() && Failures.isOfProcessing(failure);
        if (closing) {
            return false;
        }
        if (!restarts.allow(clock.nanos(), progressed)) {
            if (!listener.restartAfter(Failures.told(failure))) {
                return false;
            }
            restarts.forgive();
        }
        meters.onRestart();
        LOG.warn("Starting again in place, from the last commit, after: {}", failure.getMessage(), failure);
        listener.onState(KafkaStreams.State.REBALANCING);
        clients.consumer().pause(member().owned());
        if (failed != null && onlyProcessing && committerIsBack && failed.finishCommit() && restarts.pauseNs() == 0) {
            goOnFrom(failed);
        } else {
            resumeAtNs = clock.nanos() + restarts.pauseNs();
            go(Phase.PAUSING, "restarting after a failure");
        }
        return true;
    }

    /** As long as patience lasts; restarts are counted for what brokers that answer have seen to fail. */
    private boolean goOnWithoutAnswer(Throwable failure) {
        Run failed = runs.live();
        abandonRun();
        if (!outage.allows(failure, failed != null && failed.hasCommitted())) {
            if (!listener.restartAfter(failure)) {
                return false;
            }
            outage.forgive();
        }
        meters.onRestart();
        listener.onState(KafkaStreams.State.REBALANCING);
        Membership joined = membership;
        if (joined == null || Failures.isFenced(failure)) {
            release(); // a fenced consumer cannot join again
            surroundings.idle(START_OVER_PAUSE);
            go(Phase.PLANNING, "no answer from the brokers");
        } else if (phase == Phase.JOINING) {
            joined.begin();
        } else {
            clients.consumer().pause(joined.owned());
            resumeAtNs = clock.nanos() + START_OVER_PAUSE.toNanos();
            go(Phase.PAUSING, "no answer from the brokers");
        }
        return true;
    }

    /** Nothing to go on from, or nothing to go on with: only the user's handler can ask for another start. */
    private boolean startOverAfter(Throwable failure) {
        abandonRun();
        if (closing || phase == Phase.ENDED || !listener.restartAfter(Failures.told(failure))) {
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
        offsets.seekBehind(clients.consumer(), failed.committedPositions());
        startRun(clients.producers(), 0); // its commits themselves prove when it was the owner
    }

    /** Ends the run, or the restore before it, without a commit; says whether the committer has come back. */
    private boolean abandonRun() {
        Restoration restoring = restoration;
        restoration = null;
        if (restoring != null) {
            restoring.stop();
        }
        offsets.forget();
        Run ended = runs.live();
        boolean committerIsBack = runs.abandon();
        if (ended != null && ended.hasCommitted()) {
            outage.forgive();
        }
        if (!committerIsBack) {
            tenures.end(); // so that it writes no more, however long it takes until somebody else may
        }
        return committerIsBack;
    }

    private void backToJoining() {
        clients.closeProducers();
        clients.consumer().pause(member().owned()); // some may have stayed
        member().begin();
        listener.onState(KafkaStreams.State.REBALANCING);
        go(Phase.JOINING, "partitions were taken away");
    }

    // ---- the end

    private void end() {
        go(Phase.ENDED, closing ? "closed" : "failed");
        boolean interrupted = Thread.interrupted(); // clients do not close cleanly in an interrupted thread
        Run last = runs.live();
        runs.end(Math.clamp(
                closeDeadlineNs - clock.nanos(), 0, settings.closeTimeout().toNanos() / 4));
        if (last != null && last.failure() == null) {
            Clients.quietly("group's offsets", () -> offsets.commitNow(clients.consumer(), last));
        }
        release();
        Clients.quietly("admin client", () -> cluster.close(Duration.ZERO)); // nobody waits for an answer any more
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void release() {
        clients.closeProducers();
        clients.closeConsumer(leavingGroup || !surroundings.keepsInstanceId());
        membership = null;
        StateEngine open = state;
        state = null;
        if (open != null) {
            Clients.quietly("state", open::close);
        }
    }

    // ---- what must be there in the phases that use it

    private Plan planned() {
        return Objects.requireNonNull(plan, "no plan");
    }

    private StateEngine opened() {
        return Objects.requireNonNull(state, "the state is not open");
    }

    private Membership member() {
        return Objects.requireNonNull(membership, "not subscribed");
    }

    private OffsetReset resetting() {
        return Objects.requireNonNull(offsetReset, "not subscribed");
    }

    private Run running() {
        return Objects.requireNonNull(runs.live(), "no run");
    }
}
