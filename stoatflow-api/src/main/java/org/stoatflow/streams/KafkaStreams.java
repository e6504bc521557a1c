package org.stoatflow.streams;

import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.annotation.InterfaceStability.Evolving;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.utils.Time;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.spi.AdminSettings;
import org.stoatflow.spi.ClientIds;
import org.stoatflow.spi.Engine;
import org.stoatflow.spi.EngineAccess;
import org.stoatflow.spi.EngineProvider;
import org.stoatflow.spi.StoreViews;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.spi.UserCode;
import org.stoatflow.streams.CloseOptions.GroupMembershipOperation;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.streams.errors.StreamsNotStartedException;
import org.stoatflow.streams.errors.StreamsUncaughtExceptionHandler;
import org.stoatflow.streams.errors.TopologyException;
import org.stoatflow.streams.errors.UnknownStateStoreException;
import org.stoatflow.streams.processor.StandbyUpdateListener;
import org.stoatflow.streams.processor.StateRestoreListener;
import org.stoatflow.streams.processor.StreamPartitioner;
import org.stoatflow.streams.processor.internals.DefaultKafkaClientSupplier;
import org.stoatflow.streams.processor.internals.TopologyMetadata;
import org.stoatflow.streams.query.StateQueryRequest;
import org.stoatflow.streams.query.StateQueryResult;
import org.stoatflow.topology.GlobalStore;
import org.stoatflow.topology.InternalTopics;
import org.stoatflow.topology.LogicalTopology;
import org.stoatflow.topology.StoreTopics;

/**
 * Runs a topology. Start it once, close it once; a closed one cannot be started again. All methods may be called by any
 * thread, but {@link #close()} without a limit not from a listener, handler or processor: it would wait for itself.
 */
public class KafkaStreams implements AutoCloseable {
    static {
        EngineAccess.install(streams -> streams.engine);
    }

    private static final Logger LOG = LoggerFactory.getLogger(KafkaStreams.class);

    /** Starts the ids of the Kafka clients. */
    protected final String clientId;

    /** What the application was created with. */
    protected final StreamsConfig applicationConfigs;

    /** Asks the brokers about topics and offsets. Closed with the application. */
    protected final Admin adminClient;

    /** What the application is doing, as {@link #state()} says. Written by the application only. */
    protected volatile State state = State.CREATED;

    /** Which topics stores are made of: read by reflection, by Spring Cloud Stream. */
    protected final TopologyMetadata topologyMetadata;

    private final ClientStates states;
    private final EngineEvents events;
    private final Engine engine;
    private final QueriedStores stores;
    private final GroupMetadata group;
    private final boolean onlyGlobals;

    /** Written under the lock of this object. */
    private volatile boolean paused;

    /**
     * Creates an application that has not started.
     *
     * @param topology what to run
     * @param props its configuration
     * @throws StreamsException if the topology or the configuration is not valid
     */
    public KafkaStreams(Topology topology, Properties props) {
        this(topology, new StreamsConfig(props));
    }

    /**
     * Creates an application that has not started.
     *
     * @param topology what to run
     * @param props its configuration
     * @param clientSupplier makes the Kafka clients
     * @throws StreamsException if the topology or the configuration is not valid
     */
    public KafkaStreams(Topology topology, Properties props, KafkaClientSupplier clientSupplier) {
        this(topology, new StreamsConfig(props), clientSupplier);
    }

    /**
     * Creates an application that has not started.
     *
     * @param topology what to run
     * @param applicationConfigs its configuration
     * @throws StreamsException if the topology or the configuration is not valid
     */
    public KafkaStreams(Topology topology, StreamsConfig applicationConfigs) {
        this(topology, applicationConfigs, applicationConfigs.getKafkaClientSupplier());
    }

    /**
     * Creates an application that has not started.
     *
     * @param topology what to run
     * @param applicationConfigs its configuration
     * @param clientSupplier makes the Kafka clients
     * @throws StreamsException if the topology or the configuration is not valid
     */
    public KafkaStreams(Topology topology, StreamsConfig applicationConfigs, KafkaClientSupplier clientSupplier) {
        this(topology, applicationConfigs, clientSupplier, Time.SYSTEM);
    }

    /**
     * Creates an application that has not started.
     *
     * @param topology what to run
     * @param props its configuration
     * @param time tells processors and wall-clock punctuators the time of day; waits and intervals go by the machine's
     *     clock
     * @throws StreamsException if the topology or the configuration is not valid
     */
    public KafkaStreams(Topology topology, Properties props, Time time) {
        this(topology, new StreamsConfig(props), time);
    }

    /**
     * Creates an application that has not started.
     *
     * @param topology what to run
     * @param props its configuration
     * @param clientSupplier makes the Kafka clients
     * @param time tells processors and wall-clock punctuators the time of day; waits and intervals go by the machine's
     *     clock
     * @throws StreamsException if the topology or the configuration is not valid
     */
    public KafkaStreams(Topology topology, Properties props, KafkaClientSupplier clientSupplier, Time time) {
        this(topology, new StreamsConfig(props), clientSupplier, given(time));
    }

    /**
     * Creates an application that has not started.
     *
     * @param topology what to run
     * @param applicationConfigs its configuration
     * @param time tells processors and wall-clock punctuators the time of day; waits and intervals go by the machine's
     *     clock
     * @throws StreamsException if the topology or the configuration is not valid
     */
    public KafkaStreams(Topology topology, StreamsConfig applicationConfigs, Time time) {
        this(topology, applicationConfigs, applicationConfigs.getKafkaClientSupplier(), given(time));
    }

    private KafkaStreams(
            Topology topology, StreamsConfig applicationConfigs, KafkaClientSupplier clientSupplier, Time time) {
        StreamsConfig configured = TopologyAccess.configured(topology, applicationConfigs);
        LogicalTopology logical = TopologyAccess.logical(topology, configured);
        if (logical.sources().isEmpty() && logical.globalStores().isEmpty()) {
            throw new TopologyException(
                    "There is nothing to run: the topology has neither a source nor a global store");
        }
        if (applicationConfigs.isStreamsProtocolEnabled()) {
            requireWhatStreamsProtocolHas(logical, clientSupplier);
        }
        onlyGlobals = logical.sources().isEmpty();
        this.applicationConfigs = applicationConfigs;
        String givenId = applicationConfigs.getString(StreamsConfig.CLIENT_ID_CONFIG);
        clientId = givenId.isEmpty()
                ? applicationConfigs.getString(StreamsConfig.APPLICATION_ID_CONFIG) + "-" + UUID.randomUUID()
                : givenId;
        states = new ClientStates(clientId, entered -> state = entered);
        events = new EngineEvents(states, this::closeAfterError);
        EngineProvider engines = EngineProvider.installed();
        adminClient = clientSupplier.getAdmin(AdminSettings.of(applicationConfigs, new ClientIds(clientId).admin()));
        engine = create(() -> engines.create(logical, configured, clientSupplier, adminClient, events, time));
        Set<String> globals =
                logical.globalStores().stream().map(GlobalStore::name).collect(Collectors.toSet());
        topologyMetadata = new TopologyMetadata(StoreTopics.of(
                logical, new InternalTopics(applicationConfigs.getString(StreamsConfig.APPLICATION_ID_CONFIG))));
        Set<String> storeNames = Stream.concat(logical.stores().keySet().stream(), globals.stream())
                .collect(Collectors.toUnmodifiableSet());
        stores = new QueriedStores(
                engine, states, storeNames, globals, configured.defaultInteractiveQueryIsolationLevel());
        group = new GroupMetadata(
                engine, applicationConfigs.getString(StreamsConfig.APPLICATION_SERVER_CONFIG), globals);
    }

    private Engine create(Supplier<Engine> made) {
        try {
            return made.get();
        } catch (Throwable refused) { // reporters and registries are the user's
            UserCode.guarded("close of the admin client", () -> adminClient.close(Duration.ZERO));
            throw refused;
        }
    }

    /** We use the other protocol in any case; what Kafka Streams refuses with this one is refused. */
    private static void requireWhatStreamsProtocolHas(LogicalTopology topology, KafkaClientSupplier clients) {
        if (topology.sources().stream().anyMatch(source -> source.pattern() != null)) {
            throw new UnsupportedOperationException(
                    "Pattern subscriptions are not supported with the STREAMS protocol. Set "
                            + StreamsConfig.GROUP_PROTOCOL_CONFIG + "=classic.");
        }
        if (!(clients instanceof DefaultKafkaClientSupplier)) {
            LOG.warn("A non-default kafka client supplier was supplied. Note that supplying a custom main consumer is"
                    + " not supported with the STREAMS protocol.");
        }
    }

    /** What an application is doing. */
    public enum State {
        /** Waiting for {@link KafkaStreams#start()}. */
        CREATED,
        /** Getting its partitions and restoring its state. */
        REBALANCING,
        /** Processing records. */
        RUNNING,
        /** Stopping, because it was closed. */
        PENDING_SHUTDOWN,
        /** Stopped. An end state. */
        NOT_RUNNING,
        /** Stopping, because of an error. */
        PENDING_ERROR,
        /** Stopped because of an error. An end state. */
        ERROR;

        /**
         * Whether it was not started.
         *
         * @return true for {@link #CREATED}
         */
        public boolean hasNotStarted() {
            return this == CREATED;
        }

        /**
         * Whether it processes records or is about to.
         *
         * @return true for {@link #RUNNING} and {@link #REBALANCING}
         */
        public boolean isRunningOrRebalancing() {
            return this == RUNNING || this == REBALANCING;
        }

        /**
         * Whether it is stopping.
         *
         * @return true for {@link #PENDING_SHUTDOWN} and {@link #PENDING_ERROR}
         */
        public boolean isShuttingDown() {
            return this == PENDING_SHUTDOWN || this == PENDING_ERROR;
        }

        /**
         * Whether it has stopped.
         *
         * @return true for {@link #NOT_RUNNING} and {@link #ERROR}
         */
        public boolean hasCompletedShutdown() {
            return this == NOT_RUNNING || this == ERROR;
        }

        /**
         * Whether it is stopping or has stopped.
         *
         * @return true for the last four states
         */
        public boolean hasStartedOrFinishedShuttingDown() {
            return isShuttingDown() || hasCompletedShutdown();
        }

        /**
         * Whether this state may be followed by another one.
         *
         * @param newState the other one
         * @return true if it may
         */
        public boolean isValidTransition(State newState) {
            return switch (this) {
                case CREATED -> newState == REBALANCING || newState == PENDING_SHUTDOWN;
                case REBALANCING -> newState == RUNNING || newState == PENDING_SHUTDOWN || newState == PENDING_ERROR;
                case RUNNING ->
                    newState == REBALANCING
                            || newState == RUNNING
                            || newState == PENDING_SHUTDOWN
                            || newState == PENDING_ERROR;
                case PENDING_SHUTDOWN -> newState == NOT_RUNNING;
                case PENDING_ERROR -> newState == ERROR;
                case NOT_RUNNING, ERROR -> false;
            };
        }
    }

    /**
     * How to close an application, the old way; {@link org.stoatflow.streams.CloseOptions} is the new one. Changes
     * itself and returns itself; not safe for use by several threads.
     */
    public static class CloseOptions {
        private Duration timeout = Duration.ofMillis(Long.MAX_VALUE);
        private boolean leaveGroup;

        /** Creates options: to wait as long as it takes, and to stay in the consumer group. */
        public CloseOptions() {}

        /**
         * Sets the time limit.
         *
         * @param timeout how long to wait
         * @return these options
         * @deprecated use {@link org.stoatflow.streams.CloseOptions#timeout(Duration)}
         */
        @Deprecated
        public CloseOptions timeout(Duration timeout) {
            this.timeout = timeout;
            return this;
        }

        /**
         * Sets whether to leave the consumer group.
         *
         * @param leaveGroup true to leave
         * @return these options
         * @deprecated use {@link org.stoatflow.streams.CloseOptions#groupMembershipOperation}
         */
        @Deprecated
        public CloseOptions leaveGroup(boolean leaveGroup) {
            this.leaveGroup = leaveGroup;
            return this;
        }
    }

    /** Hears of changes of the state. */
    public interface StateListener {
        /**
         * Called after a change, by the thread that made it. An exception is logged.
         *
         * @param newState the state now
         * @param oldState the state before
         */
        void onChange(State newState, State oldState);
    }

    /**
     * What the application is doing.
     *
     * @return the state
     */
    public State state() {
        return states.state();
    }

    /**
     * Sets the listener of state changes.
     *
     * @param listener the listener; null for none
     * @throws IllegalStateException if the application was started
     */
    public void setStateListener(StateListener listener) {
        states.listener(listener);
    }

    /**
     * Sets who decides after an error that nothing else has handled. Without one the application stops.
     *
     * @param userStreamsUncaughtExceptionHandler the handler
     * @throws IllegalStateException if the application was started
     */
    public void setUncaughtExceptionHandler(StreamsUncaughtExceptionHandler userStreamsUncaughtExceptionHandler) {
        states.beforeStart(
                "The uncaught exception handler",
                () -> events.handler(Objects.requireNonNull(
                        userStreamsUncaughtExceptionHandler, "userStreamsUncaughtExceptionHandler cannot be null")));
    }

    /**
     * Sets the listener of restores.
     *
     * @param globalStateRestoreListener the listener; null for none
     * @throws IllegalStateException if the application was started
     */
    public void setGlobalStateRestoreListener(StateRestoreListener globalStateRestoreListener) {
        states.beforeStart("The restore listener", () -> events.restoreListener(globalStateRestoreListener));
    }

    /**
     * Sets the listener of copies of stores. It hears nothing yet, though an instance that waits may follow the
     * changelogs.
     *
     * @param standbyListener the listener; null for none
     * @throws IllegalStateException if the application was started
     */
    public void setStandbyUpdateListener(StandbyUpdateListener standbyListener) {
        states.beforeStart("The listener of standby updates", () -> {});
    }

    /**
     * Whether the application processes records or is about to.
     *
     * @return what {@link State#isRunningOrRebalancing()} says
     */
    protected boolean isRunningOrRebalancing() {
        return state().isRunningOrRebalancing();
    }

    /**
     * Whether the application is stopping or has stopped.
     *
     * @return what {@link State#hasStartedOrFinishedShuttingDown()} says
     */
    protected boolean hasStartedOrFinishedShuttingDown() {
        return state().hasStartedOrFinishedShuttingDown();
    }

    /**
     * Checks that the application processes records or is about to.
     *
     * @throws StreamsNotStartedException if it was not started
     * @throws IllegalStateException if it is stopping or has stopped
     */
    protected void validateIsRunningOrRebalancing() {
        State now = state();
        if (now.hasNotStarted()) {
            throw new StreamsNotStartedException(
                    "KafkaStreams has not been started, you can retry after calling start(): client " + clientId);
        }
        if (!now.isRunningOrRebalancing()) {
            throw new IllegalStateException("KafkaStreams is not running. State is " + now + ". Client " + clientId);
        }
    }

    /**
     * The metrics of the application and its Kafka clients.
     *
     * @return a snapshot, which cannot be changed
     */
    public Map<MetricName, ? extends Metric> metrics() {
        return Collections.unmodifiableMap(new LinkedHashMap<>(engine.metrics()));
    }

    /**
     * The instances of the application that are known. One instance has all partitions and stores; the others wait.
     * Known are the owner and this instance, if their {@code application.server} is set; other instances that wait are
     * not known.
     *
     * @return a snapshot, empty until it is known who owns the partitions
     * @throws StreamsNotStartedException if the application was not started
     * @throws IllegalStateException if the application is stopping or has stopped
     */
    public Collection<StreamsMetadata> metadataForAllStreamsClients() {
        validateIsRunningOrRebalancing();
        return group.all();
    }

    /**
     * The instances that have a store.
     *
     * @param storeName the store
     * @return the owner of the partitions, if the topology has the store and the owner's {@code application.server} is
     *     known; else empty
     * @throws StreamsNotStartedException if the application was not started
     * @throws IllegalStateException if the application is stopping or has stopped
     */
    public Collection<StreamsMetadata> streamsMetadataForStore(String storeName) {
        validateIsRunningOrRebalancing();
        return group.with(storeName);
    }

    /**
     * The instance that has a key of a store whose input is partitioned by Kafka's default.
     *
     * @param storeName the store
     * @param key the key
     * @param keySerializer writes the key
     * @param <K> the type of keys
     * @return instance and partition; {@link KeyQueryMetadata#NOT_AVAILABLE} until it is known who owns the partitions,
     *     and where the owner has no {@code application.server}; null if the topology has no such store
     * @throws StreamsNotStartedException if the application was not started
     * @throws IllegalStateException if the application is stopping or has stopped
     */
    public <K> KeyQueryMetadata queryMetadataForKey(String storeName, K key, Serializer<K> keySerializer) {
        return queryMetadataForKey(storeName, key, new RecordHeaders(), keySerializer);
    }

    /**
     * The instance that has a key of a store whose input is partitioned by Kafka's default, where the key's bytes
     * depend on headers.
     *
     * @param storeName the store
     * @param key the key
     * @param headers the headers with which the key is serialized
     * @param keySerializer writes the key
     * @param <K> the type of keys
     * @return as of {@link #queryMetadataForKey(String, Object, Serializer)}
     * @throws StreamsNotStartedException if the application was not started
     * @throws IllegalStateException if the application is stopping or has stopped
     */
    public <K> KeyQueryMetadata queryMetadataForKey(
            String storeName, K key, Headers headers, Serializer<K> keySerializer) {
        validateIsRunningOrRebalancing();
        Objects.requireNonNull(keySerializer, "keySerializer cannot be null");
        return group.of(storeName, key, headers, new KeyPartitioner<>(keySerializer));
    }

    /**
     * The instance that has a key of a store.
     *
     * @param storeName the store
     * @param key the key
     * @param partitioner chooses one partition for the key, as it did for the store's input; its value is null
     * @param <K> the type of keys
     * @return as of {@link #queryMetadataForKey(String, Object, Serializer)}
     * @throws StreamsNotStartedException if the application was not started
     * @throws IllegalStateException if the application is stopping or has stopped
     * @throws IllegalArgumentException if the partitioner does not choose one partition
     */
    public <K> KeyQueryMetadata queryMetadataForKey(
            String storeName, K key, StreamPartitioner<? super K, ?> partitioner) {
        return queryMetadataForKey(storeName, key, new RecordHeaders(), partitioner);
    }

    /**
     * The instance that has a key of a store, where the partition depends on headers.
     *
     * @param storeName the store
     * @param key the key
     * @param headers the headers that the partitioner is given
     * @param partitioner chooses one partition for the key, as it did for the store's input; its value is null
     * @param <K> the type of keys
     * @return as of {@link #queryMetadataForKey(String, Object, Serializer)}
     * @throws StreamsNotStartedException if the application was not started
     * @throws IllegalStateException if the application is stopping or has stopped
     * @throws IllegalArgumentException if the partitioner does not choose one partition
     */
    public <K> KeyQueryMetadata queryMetadataForKey(
            String storeName, K key, Headers headers, StreamPartitioner<? super K, ?> partitioner) {
        validateIsRunningOrRebalancing();
        Objects.requireNonNull(partitioner, "partitioner cannot be null");
        return group.of(storeName, key, headers, partitioner);
    }

    /**
     * The ids under which brokers know the metrics of the application's Kafka clients (KIP-714). A client that does not
     * push metrics, or whose brokers give it no id in time, has none.
     *
     * @param timeout how long to wait for all ids together
     * @return the ids of the clients that are open now: their client ids differ from Kafka Streams', since there are no
     *     stream threads
     * @throws IllegalArgumentException if the timeout is negative
     * @throws IllegalStateException if the application was not started, is stopping or has stopped
     * @throws org.apache.kafka.common.errors.TimeoutException if a client says that it has waited too long
     * @throws StreamsException if a client fails in another way
     */
    public synchronized ClientInstanceIds clientInstanceIds(Duration timeout) {
        if (timeout.isNegative()) {
            throw new IllegalArgumentException("The timeout cannot be negative.");
        }
        State now = state();
        if (now.hasNotStarted()) {
            throw new IllegalStateException(
                    "KafkaStreams has not been started, you can retry after calling start(). Client " + clientId);
        }
        if (now.hasStartedOrFinishedShuttingDown()) {
            throw new IllegalStateException("KafkaStreams has been stopped (" + now + "). Client " + clientId);
        }
        return engine.clientInstanceIds(timeout);
    }

    /**
     * How far each partition of the stores that are here is behind its changelog. While records are being processed no
     * partition is behind; while the state is being restored each is as far as it was restored.
     *
     * @return store to partition to lag; empty before the start, after the end, and while no state is open
     * @throws StreamsException if the brokers do not tell the ends of the changelogs
     */
    public Map<String, Map<Integer, LagInfo>> allLocalStorePartitionLags() {
        List<StoreViews.LoggedPartition> logged =
                engine.stores().map(StoreViews::logged).orElse(List.of());
        return StoreLags.of(logged, engine.admin());
    }

    /**
     * What the engine works with, shown as one thread of Kafka Streams, as in the metrics: its lanes take all tasks. A
     * task is a virtual partition of a stage; one behind a hop has no partitions of topics. Offsets are not told, and
     * are -1.
     *
     * @return one thread; none once the application has stopped, and none where there are global stores only
     */
    public Set<ThreadMetadata> metadataForLocalThreads() {
        State now = state();
        return now.hasCompletedShutdown() || onlyGlobals
                ? Set.of()
                : Set.of(EngineThreadView.of(now, clientId, engine.group(), engine.sources()));
    }

    /**
     * A store, to be read from outside of the topology. What it is read with goes on to work when the application
     * restarts. It shows what is committed, so also under exactly-once nothing that is taken back later; and each call
     * shows at least what an earlier one has shown. A call that reads rows shows each partition as it is at one moment.
     * Close iterators: they hold memory and files until then.
     *
     * @param storeQueryParameters which store, and how
     * @param <T> what queries are made with
     * @return for any thread. Its calls throw {@link org.stoatflow.streams.errors.InvalidStateStoreException} while the
     *     store cannot be read: while the application starts, restores or has stopped, and if the store is of another
     *     type
     * @throws StreamsNotStartedException if the application was not started
     * @throws IllegalStateException if the application is stopping or has stopped
     * @throws UnknownStateStoreException if the topology has no such store
     */
    public <T> T store(StoreQueryParameters<T> storeQueryParameters) {
        validateIsRunningOrRebalancing();
        stores.require(storeQueryParameters.storeName());
        return stores.store(storeQueryParameters);
    }

    /**
     * Asks partitions of a store, as they are committed. A partition whose state is being restored answers with what it
     * has, unless the request asks for an active one or sets a bound.
     *
     * @param request the store, the query, and which partitions
     * @param <R> the type of answers
     * @return for each partition that is asked and is here an answer or a failure; iterators in it are to be closed
     * @throws UnknownStateStoreException if the topology has no such store
     * @throws StreamsNotStartedException if the application was not started
     * @throws org.stoatflow.streams.errors.StreamsStoppedException if the application is stopping or has stopped
     */
    @Evolving
    public <R> StateQueryResult<R> query(StateQueryRequest<R> request) {
        stores.require(request.getStoreName());
        return stores.query(request);
    }

    /**
     * Starts the application and returns once its global stores are loaded, if it has any; the state listener hears
     * when it runs.
     *
     * @throws IllegalStateException if it was started or closed before
     * @throws StreamsException if it cannot be started, or a global store cannot be loaded
     */
    public void start() throws IllegalStateException, StreamsException {
        synchronized (this) {
            if (!states.state().hasNotStarted() || !states.change(State.REBALANCING)) {
                throw new IllegalStateException(
                        "An application can be started once only; the state of " + clientId + " is " + states.state());
            }
        }
        engine.start();
    }

    /**
     * Stops processing records and calling punctuators until {@link #resume()}. Records under way are finished and
     * committed, and the place in the consumer group is kept; the state stays what it is. May be called before the
     * start. It is forgotten when the application is closed.
     */
    public void pause() {
        paused(true);
    }

    /** Goes on after {@link #pause()}. */
    public void resume() {
        paused(false);
    }

    /**
     * Whether it was paused.
     *
     * @return true between {@link #pause()} and {@link #resume()}
     */
    public boolean isPaused() {
        return paused;
    }

    private synchronized void paused(boolean nowPaused) {
        paused = nowPaused;
        engine.pause(nowPaused);
    }

    /** Closes the application and waits until it has stopped, as long as that takes. */
    @Override
    public void close() {
        close(Long.MAX_VALUE, GroupMembershipOperation.DEFAULT);
    }

    /**
     * Closes the application and waits for a while until it has stopped.
     *
     * @param timeout how long to wait; zero not to wait
     * @return whether it has stopped; it goes on stopping otherwise
     * @throws IllegalArgumentException if the timeout is null, negative or too long for milliseconds
     */
    public boolean close(Duration timeout) throws IllegalArgumentException {
        return close(millis(timeout), GroupMembershipOperation.DEFAULT);
    }

    /**
     * Closes the application.
     *
     * @param options how long to wait, and whether to leave the consumer group
     * @return whether it has stopped; it goes on stopping otherwise
     * @throws IllegalArgumentException if the timeout is negative or too long for milliseconds
     */
    public boolean close(org.stoatflow.streams.CloseOptions options) throws IllegalArgumentException {
        CloseInternals internals = new CloseInternals(Objects.requireNonNull(options, "options cannot be null"));
        return close(millis(internals.limit()), internals.membership());
    }

    /**
     * Closes the application.
     *
     * @param options how long to wait, and whether to leave the consumer group
     * @return whether it has stopped; it goes on stopping otherwise
     * @throws IllegalArgumentException if the timeout is negative or too long for milliseconds
     * @deprecated use {@link #close(org.stoatflow.streams.CloseOptions)}
     */
    @Deprecated
    public boolean close(CloseOptions options) throws IllegalArgumentException {
        return close(org.stoatflow.streams.CloseOptions.timeout(options.timeout)
                .withGroupMembershipOperation(
                        options.leaveGroup
                                ? GroupMembershipOperation.LEAVE_GROUP
                                : GroupMembershipOperation.REMAIN_IN_GROUP));
    }

    /**
     * Adds no thread: lanes are virtual threads, as many as {@code stoatflow.lanes} says, and all processors are used.
     * Says so in the log.
     *
     * @return empty, as in Kafka Streams where no thread could be added
     */
    public Optional<String> addStreamThread() {
        return threadsDoNotChange("added");
    }

    /**
     * Removes no thread, see {@link #addStreamThread()}.
     *
     * @return empty, as in Kafka Streams where no thread could be removed
     */
    public Optional<String> removeStreamThread() {
        return threadsDoNotChange("removed");
    }

    /**
     * Removes no thread, see {@link #addStreamThread()}.
     *
     * @param timeout how long to wait; there is nothing to wait for
     * @return empty, as in Kafka Streams where no thread could be removed
     * @throws IllegalArgumentException if the timeout is null or too long for milliseconds
     */
    public Optional<String> removeStreamThread(Duration timeout) {
        if (timeout == null) {
            throw new IllegalArgumentException("timeout=null must not be null");
        }
        millisOrLess(timeout);
        return threadsDoNotChange("removed");
    }

    private Optional<String> threadsDoNotChange(String what) {
        LOG.warn(
                "No thread is {}: client {} runs on lanes, whose number is stoatflow.lanes; its state is {}.",
                what,
                clientId,
                state());
        return Optional.empty();
    }

    /**
     * Deletes the application's local state. It is restored from Kafka at the next start. What this instance is known
     * by stays: its lock file and its id in the group.
     *
     * @throws IllegalStateException if the application runs
     * @throws org.stoatflow.streams.errors.LockException if another process, or another instance in this one, uses it
     */
    public void cleanUp() {
        State now = states.state();
        if (!now.hasNotStarted() && !now.hasCompletedShutdown()) {
            throw new IllegalStateException("Local state cannot be deleted while the application runs; it is " + now);
        }
        engine.cleanUp();
    }

    private boolean close(long timeoutMs, GroupMembershipOperation membership) {
        boolean leaves = membership == GroupMembershipOperation.DEFAULT && applicationConfigs.leavesGroupAtClose();
        GroupMembershipOperation chosen = leaves ? GroupMembershipOperation.LEAVE_GROUP : membership;
        states.change(State.PENDING_SHUTDOWN, () -> stopInBackground(timeoutMs, chosen, State.NOT_RUNNING));
        boolean stopped = states.awaitEnd(timeoutMs);
        if (!stopped) {
            LOG.warn("Client {} has not stopped within {} ms; it goes on stopping.", clientId, timeoutMs);
        }
        return stopped;
    }

    private void closeAfterError() {
        states.change(
                State.PENDING_ERROR,
                () -> stopInBackground(Long.MAX_VALUE, GroupMembershipOperation.REMAIN_IN_GROUP, State.ERROR));
    }

    private void stopInBackground(long timeoutMs, GroupMembershipOperation membership, State end) {
        EngineStop stop = new EngineStop(engine, Duration.ofMillis(timeoutMs), membership, () -> states.change(end));
        try {
            Thread.ofPlatform().name(clientId + "-CloseThread").daemon().start(stop);
        } catch (Throwable noThread) { // by a machine that has none left; everybody would wait for the end
            LOG.warn("Client {} gets no thread that stops it, and stops in this one.", clientId, noThread);
            stop.run();
        }
    }

    private static Time given(Time time) {
        return Objects.requireNonNull(time, "time cannot be null");
    }

    private static long millis(Duration timeout) {
        if (timeout == null || timeout.isNegative()) {
            throw new IllegalArgumentException("timeout=" + timeout + " must not be null or negative");
        }
        return millisOrLess(timeout);
    }

    private static long millisOrLess(Duration timeout) {
        try {
            return timeout.toMillis();
        } catch (ArithmeticException tooLong) {
            throw new IllegalArgumentException("timeout=" + timeout + " is too long for milliseconds", tooLong);
        }
    }

    private static final class CloseInternals extends org.stoatflow.streams.CloseOptions {
        CloseInternals(org.stoatflow.streams.CloseOptions options) {
            super(options);
        }

        Duration limit() {
            return timeout.orElse(Duration.ofMillis(Long.MAX_VALUE));
        }

        GroupMembershipOperation membership() {
            return operation;
        }
    }
}
