package org.stoatflow.runtime.engine;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.config.StoatflowConfig;
import org.stoatflow.config.TimeSpans;
import org.stoatflow.kernel.plan.PlanChoices;
import org.stoatflow.kernel.plan.StageChoices;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.runtime.cluster.AdminTopics;
import org.stoatflow.runtime.cluster.Closing;
import org.stoatflow.runtime.cluster.ClusterTopics;
import org.stoatflow.runtime.cluster.InstanceIds;
import org.stoatflow.runtime.cluster.RenewableAdmin;
import org.stoatflow.runtime.failure.FailureClassifier;
import org.stoatflow.runtime.global.StartHandover;
import org.stoatflow.runtime.lifecycle.Lifecycle;
import org.stoatflow.runtime.lifecycle.PhaseName;
import org.stoatflow.runtime.run.BoundedCloser;
import org.stoatflow.runtime.run.EngineThreads;
import org.stoatflow.runtime.settings.ApplicationSettings;
import org.stoatflow.runtime.settings.MemorySettings;
import org.stoatflow.runtime.settings.RunSettings;
import org.stoatflow.spi.AdminSettings;
import org.stoatflow.spi.ClientIds;
import org.stoatflow.spi.Engine;
import org.stoatflow.spi.EngineListener;
import org.stoatflow.spi.GroupView;
import org.stoatflow.spi.SourceProgress;
import org.stoatflow.spi.StoreViews;
import org.stoatflow.status.ApplicationStatus;
import org.stoatflow.status.ApplicationTopology;
import org.stoatflow.streams.ClientInstanceIds;
import org.stoatflow.streams.KafkaClientSupplier;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.topology.LogicalTopology;

/**
 * An application on its own thread, which steps its {@link Lifecycle} from start to close. Any thread may ask it to
 * close.
 */
final class StreamEngine implements Engine {
    private static final Logger LOG = LoggerFactory.getLogger(StreamEngine.class);

    private final StreamsConfig config;
    private final RenewableAdmin admin;
    private final EngineListener listener;
    private final EngineThreads threads;
    private final EngineView view;
    private final Supplier<Lifecycle> lifecycles;
    private final DispatcherEnd end;
    private final @Nullable GlobalStart globals; // null where there are no global stores
    private @Nullable Thread thread; // guarded by this

    /**
     * Shared, with {@code closing}. Written by: the dispatcher's thread; {@code closing}: the closing thread. Read by:
     * closing and pausing threads; the dispatcher's thread. Safe: volatile. Proof: SharedFieldsTest.
     */
    private volatile @Nullable Lifecycle lifecycle;

    private volatile boolean closing;
    private boolean paused; // guarded by this

    StreamEngine(
            LogicalTopology topology,
            StreamsConfig config,
            KafkaClientSupplier clients,
            Admin admin,
            EngineListener listener,
            Clock clock) {
        this.config = config;
        this.listener = listener;
        ApplicationSettings settings = ApplicationSettings.of(config);
        MemorySettings.of(config); // throws if the bounds do not fit
        StartChecks.run(topology, config, settings, clients);
        this.view = new EngineView(topology, config, listener, clock, () -> lifecycle, () -> admin().metrics());
        new StageChoices(topology, PlanChoices.of(config)); // throws if a key is wrong
        this.threads = new EngineThreads(settings.applicationId(), (failed, failure) -> {
            LOG.error("Thread {} ended by an error that nobody caught", failed.getName(), failure);
            listener.onFailure(failure);
        });
        // Made here, as in Kafka Streams. All threads of the engine get their class loader and inherited thread-locals
        // from it, and a pool's thread that starts the application may know no class of the user's.
        this.end = new DispatcherEnd(threads.dispatcher(this::stepToEnd));
        StartHandover handover = new StartHandover();
        this.globals = topology.globalStores().isEmpty()
                ? null
                : new GlobalStart(Duration.ofMillis(config.getLong(StreamsConfig.TASK_TIMEOUT_MS_CONFIG)), handover);
        view.meters().onAdmin(admin);
        this.admin = new RenewableAdmin(admin, number -> anotherAdmin(clients, number), new BoundedCloser(threads));
        ClusterTopics topics = new AdminTopics(this.admin, settings.brokers(), settings.requestTimeout());
        this.lifecycles = () -> new Lifecycle(
                topology,
                config,
                RunSettings.of(config),
                listener,
                new RealEnvironment(config, settings, clients, topics, threads, view.meters(), clock),
                handover);
    }

    private Admin anotherAdmin(KafkaClientSupplier clients, int number) {
        Admin made =
                clients.getAdmin(AdminSettings.of(config, new ClientIds(listener.clientId()).admin() + "-" + number));
        view.meters().onAdmin(made);
        return made;
    }

    @Override
    public void start() {
        if (begin() && globals != null) {
            globals.await(new LoadInLifecycle(), () -> closing || end.isReached());
        }
    }

    /** What the lifecycle knows, which is null before the application has begun, and when it is over. */
    private final class LoadInLifecycle implements GlobalStart.Load {
        @Override
        public boolean isToBegin() {
            Lifecycle begun = lifecycle;
            return begun == null || begun.phase() == PhaseName.PLANNING;
        }

        @Override
        public boolean isLoaded() {
            Lifecycle begun = lifecycle;
            return begun != null && begun.areGlobalsLoaded();
        }
    }

    private synchronized boolean begin() {
        if (closing) { // by a listener that was told of the start
            return false;
        }
        String applicationId = ApplicationSettings.of(config).applicationId();
        SilentLog.warn(applicationId, LoggerFactory.getILoggerFactory(), System.err);
        JdkWarning.log(applicationId);
        view.open();
        end.dispatcher().start();
        thread = end.dispatcher(); // not before: where no thread is to be had, none would end
        return true;
    }

    private void stepToEnd() {
        Throwable failure = null;
        try {
            Lifecycle begun = lifecycle();
            begin(begun);
            if (closing) { // the closing thread has not seen this lifecycle
                begun.askToClose(System.nanoTime(), false);
            }
            while (begun.step()) {
                // each step is bounded
            }
        } catch (Throwable any) { // the thread's root
            failure = any;
        } finally {
            lifecycle = null;
            try {
                closeOwn();
            } finally {
                end.reach();
            }
        }
        if (failure != null) {
            listener.onFailure(failure);
        }
    }

    /** Makes a lifecycle. About a failure of this, the uncaught-exception handler decides, as about later failures. */
    private Lifecycle lifecycle() {
        while (true) {
            try {
                return lifecycles.get();
            } catch (RuntimeException | Error failure) { // classes of the user's are loaded and configured
                if (closing || !listener.restartAfter(FailureClassifier.told(failure))) {
                    throw failure;
                }
                LockSupport.parkNanos(this, TimeSpans.nanos(Lifecycle.START_OVER_PAUSE));
            }
        }
    }

    private synchronized void begin(Lifecycle begun) {
        begun.pause(paused);
        lifecycle = begun;
    }

    @Override
    public synchronized void pause(boolean nowPaused) {
        paused = nowPaused;
        Lifecycle current = lifecycle;
        if (current != null) {
            current.pause(nowPaused);
        }
    }

    @Override
    public boolean close(Duration timeout) {
        return close(timeout, false);
    }

    @Override
    public boolean closeAndLeaveGroup(Duration timeout) {
        return close(timeout, true);
    }

    private boolean close(Duration timeout, boolean leaveGroup) {
        Thread running;
        synchronized (this) {
            running = thread;
            closing = true;
        }
        if (running == null) {
            closeOwn();
            return true;
        }
        Duration closeTimeout = StoatflowConfig.CLOSE_TIMEOUT.of(config);
        Duration bounded = timeout.compareTo(closeTimeout) < 0 ? timeout : closeTimeout;
        Lifecycle current = lifecycle;
        if (current != null) {
            // A quarter of the time is left for ending threads and clients.
            current.askToClose(System.nanoTime() + TimeSpans.nanos(bounded) / 4 * 3, leaveGroup);
            if (current.phase().waitsForCluster()) {
                running.interrupt(); // it may wait for a cluster that is not there
            }
        }
        try {
            return end.await(timeout, bounded);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void closeOwn() {
        view.close();
        Closing.quietly("admin client", () -> admin.close(Duration.ZERO)); // does not wait for open requests
    }

    @Override
    public ClientInstanceIds clientInstanceIds(Duration timeout) {
        Lifecycle current = lifecycle;
        InstanceIds ids = new InstanceIds(System.nanoTime() + TimeSpans.nanos(timeout));
        ids.ofAdmin(admin.current());
        if (current != null) {
            current.addInstanceIds(ids);
        }
        return ids;
    }

    @Override
    public Admin admin() {
        return admin.current();
    }

    @Override
    public Optional<GroupView> group() {
        Lifecycle current = lifecycle;
        return current == null ? Optional.empty() : current.group();
    }

    @Override
    public SourceProgress sources() {
        return view.meters().sources();
    }

    @Override
    public Optional<StoreViews> stores() {
        Lifecycle current = lifecycle;
        return current == null ? Optional.empty() : current.stores();
    }

    @Override
    public void cleanUp() {
        ApplicationSettings settings = ApplicationSettings.of(config);
        if (ApplicationSettings.isFolderName(settings.applicationId())) { // else no folder was ever used
            StateFolders.cleanUp(settings.stateFolder(), StateFolders.group(config));
        }
    }

    @Override
    public Map<MetricName, ? extends Metric> metrics() {
        return view.metrics();
    }

    @Override
    public ApplicationStatus status() {
        return view.status();
    }

    @Override
    public Optional<ApplicationTopology> topology() {
        return view.topology();
    }
}
