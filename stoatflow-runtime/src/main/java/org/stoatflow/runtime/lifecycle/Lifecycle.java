package org.stoatflow.runtime.lifecycle;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.config.StoatflowConfig;
import org.stoatflow.config.TimeSpans;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.runtime.cluster.ClusterTopics;
import org.stoatflow.runtime.cluster.InstanceIds;
import org.stoatflow.runtime.cluster.KafkaClients;
import org.stoatflow.runtime.failure.FailureClassifier;
import org.stoatflow.runtime.failure.Outage;
import org.stoatflow.runtime.failure.RestartStrategy;
import org.stoatflow.runtime.global.StartHandover;
import org.stoatflow.runtime.run.ConfiguredApplication;
import org.stoatflow.runtime.run.Run;
import org.stoatflow.runtime.run.Runs;
import org.stoatflow.runtime.run.WriteLeases;
import org.stoatflow.runtime.settings.ApplicationSettings;
import org.stoatflow.runtime.settings.LoggedBytes;
import org.stoatflow.runtime.settings.RunSettings;
import org.stoatflow.runtime.topics.ApplicationTopics;
import org.stoatflow.runtime.topics.SinkPartitions;
import org.stoatflow.spi.ClientIds;
import org.stoatflow.spi.EngineListener;
import org.stoatflow.spi.GroupView;
import org.stoatflow.spi.StoreViews;
import org.stoatflow.status.ApplicationStatus;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.topology.LogicalTopology;

/**
 * The lifecycle of an application, one step at a time. It plans, locks the state and joins the group. Only once the
 * partitions are ours does it initialise the transactional ids, read the committed offsets, restore and run: in this
 * order no instance fences a healthy owner (docs/design/002). After a failure of a run another run begins in place. An
 * instance that loses the partitions waits for them again. The current {@link Phase} decides what a step does.
 *
 * <p>Owner: one thread, which steps it and owns the consumer. {@link #phase}, {@link #run}, {@link #wake}, {@link
 * #pause}, {@link #askToClose}, {@link #stores}, {@link #group}, {@link #addInstanceIds}, {@link #metrics} and {@link
 * #phaseStatus} are for any thread.
 */
public final class Lifecycle {
    /** How long the application waits before it begins again from the start. */
    public static final Duration START_OVER_PAUSE = Duration.ofSeconds(1);

    private static final Logger LOG = LoggerFactory.getLogger(Lifecycle.class);

    private final CloseRequest close = new CloseRequest();
    private final ClusterTopics cluster;
    private final KafkaClients clients;
    private final Outage outage;
    private final Phases phases;
    private final ConfiguredApplication application;
    private final Globals globals;
    private final Restarter restarter;
    private final Clock clock;

    /**
     * Shared. Written by: the pausing thread. Read by: the dispatcher's thread. Safe: volatile. Proof:
     * SharedFieldsTest.
     */
    private volatile boolean paused;

    /** Of an application whose global stores nobody waits for in a start. */
    public Lifecycle(
            LogicalTopology topology,
            StreamsConfig config,
            RunSettings runSettings,
            EngineListener listener,
            Environment environment) {
        this(topology, config, runSettings, listener, environment, StartHandover.left());
    }

    /** @param start whoever starts the application, who waits for the global stores */
    public Lifecycle(
            LogicalTopology topology,
            StreamsConfig config,
            RunSettings runSettings,
            EngineListener listener,
            Environment environment,
            StartHandover start) {
        ApplicationSettings settings = ApplicationSettings.of(config);
        clock = environment.clock();
        clients = new KafkaClients(
                environment.clients(), config, settings, environment.closer(), new ClientIds(listener.clientId()));
        application = application(config, settings, environment); // where user code may fail
        cluster = environment.topics();
        outage = new Outage(
                cluster,
                environment.clock(),
                settings.applicationId(),
                settings.brokers(),
                Duration.ofMillis(config.getLong(StreamsConfig.TASK_TIMEOUT_MS_CONFIG)));
        WriteLeases leases = new WriteLeases(environment.clock());
        Runs runs = new Runs(runSettings, config, application, environment, leases, outage, () -> paused);
        StateTurns turns = new StateTurns(environment, leases);
        ApplicationTopics topics = new ApplicationTopics(topology, config, settings, cluster);
        globals = new Globals(topology.globalStores(), config, settings, environment, clients, application, listener);
        phases = new Phases(
                new Phases.Services(
                        cluster,
                        clients,
                        new Subscriber(config, settings, environment, topics, clients, application, runs),
                        new Phases.OnState(
                                turns,
                                new Standby(config, environment, cluster, clients, turns),
                                new Recovery(config, environment, cluster, clients, turns, listener, application)),
                        globals,
                        runs),
                settings,
                StoatflowConfig.CLOSE_TIMEOUT.of(config),
                listener,
                environment,
                close,
                outage);
        restarter = new Restarter(phases, RestartStrategy.of(config), listener, environment, close, outage, start);
    }

    private ConfiguredApplication application(
            StreamsConfig config, ApplicationSettings settings, Environment environment) {
        return new ConfiguredApplication(
                config,
                settings,
                new SinkPartitions(
                        topic -> ApplicationTopics.partitionsOf(cluster, topic, clients::askToCreate),
                        metadataAgeMaxNs(config),
                        environment.clock()),
                environment.meters().sensors(),
                LoggedBytes.max(config, environment.clients()),
                environment::hasFolder);
    }

    /**
     * How old the known number of partitions of a topic may become. Kafka Streams takes this number from its producers,
     * so their {@code metadata.max.age.ms} is the bound.
     */
    private static long metadataAgeMaxNs(StreamsConfig config) {
        Object set = config.getProducerConfigs("sinks").get(ProducerConfig.METADATA_MAX_AGE_CONFIG);
        Object byDefault = ProducerConfig.configDef().defaultValues().get(ProducerConfig.METADATA_MAX_AGE_CONFIG);
        return TimeSpans.nanos(Long.parseLong(String.valueOf(set == null ? byDefault : set)));
    }

    // ---- any thread

    public PhaseName phase() {
        return phases.current().name();
    }

    public Optional<Run> run() {
        return phases.current().run();
    }

    /** The phase, for the application's status. */
    public ApplicationStatus.Phase phaseStatus(KafkaStreams.State shown) {
        Phases.Entered entered = phases.entered();
        return new ApplicationStatus.Phase(
                shown.name(),
                entered.phase().name().name(),
                entered.phase().name().readiness(),
                entered.why(),
                Duration.ofNanos(Math.max(0, clock.nanos() - entered.atNs())),
                paused,
                !outage.isOn());
    }

    /**
     * Stops processing or goes on with it, in later runs too. While it is stopped, what is handed out is still
     * committed.
     */
    public void pause(boolean nowPaused) {
        paused = nowPaused;
        wake();
    }

    /** The group as this member knows it. */
    public Optional<GroupView> group() {
        return phases.current().member().flatMap(GroupViews::of);
    }

    /** The stores as they can be read now, for queries. */
    public Optional<StoreViews> stores() {
        return CommittedViews.in(phases.current(), application, globals.isLoaded());
    }

    /** Whether the global stores have what their topics had at the start. Any thread. */
    public boolean areGlobalsLoaded() {
        return globals.isLoaded();
    }

    /** Ends a poll that waits. */
    public void wake() {
        phases.current().wake();
    }

    /**
     * Asks the application to end. Before the end it commits what is handed out, as far as the time allows.
     *
     * @param deadlineNs by when the application is to end, by the engine's clock
     */
    public void askToClose(long deadlineNs, boolean leaveGroup) {
        close.ask(deadlineNs, leaveGroup);
        wake();
    }

    /** Adds the ids under which brokers know the metrics of the Kafka clients that are open. */
    public void addInstanceIds(InstanceIds ids) {
        clients.addInstanceIds(ids);
    }

    public Map<MetricName, Metric> metrics() {
        Map<MetricName, Metric> all = new LinkedHashMap<>(clients.metrics());
        all.putAll(cluster.metrics());
        return all;
    }

    // ---- the dispatcher's thread

    Phases phases() {
        return phases;
    }

    /**
     * Does the next thing. Where there is nothing to do, it may wait for a bounded time in a poll of the consumer.
     *
     * @return false once the application has ended
     * @throws StreamsException the failure that ended the application
     */
    public boolean step() {
        dropStrayInterrupt();
        try {
            if (outage.watch()) {
                restarter.onOutageEnd();
            }
            globals.requireFollowed();
            phases.step();
        } catch (Throwable failure) { // the root of a step; a failure that ends the application is thrown on
            onFailure(failure);
        }
        return phase() != PhaseName.ENDED;
    }

    /**
     * User code in this thread, as an interceptor is, may leave its interrupt status set. Each wait after it would end
     * at once, in new clients too. A closing thread asks before it interrupts.
     */
    private void dropStrayInterrupt() {
        if (Thread.interrupted() && close.isAsked()) {
            Thread.currentThread().interrupt();
        }
    }

    private void onFailure(Throwable failure) {
        dropStrayInterrupt();
        if (close.isAsked() && FailureClassifier.isInterruption(failure)) {
            phases.end();
        } else if (close.isAsked() && outage.explains(failure)) {
            LOG.warn("Closing without what is not committed: {}", failure.getMessage());
            phases.end();
        } else if (!restarter.goesOnAfter(failure)) {
            phases.endAfterFailure();
            throw FailureClassifier.asStreamsException(failure);
        }
    }
}
