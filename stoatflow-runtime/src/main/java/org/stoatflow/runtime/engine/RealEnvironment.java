package org.stoatflow.runtime.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.config.StoatflowConfig;
import org.stoatflow.config.TimeSpans;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.restore.RestoreMode;
import org.stoatflow.restore.RestoreSettings;
import org.stoatflow.restore.RestoreTask;
import org.stoatflow.restore.RestoreThreads;
import org.stoatflow.runtime.cluster.ClientCloser;
import org.stoatflow.runtime.cluster.ClusterTopics;
import org.stoatflow.runtime.cluster.InstanceId;
import org.stoatflow.runtime.global.GlobalDriver;
import org.stoatflow.runtime.global.GlobalFollower;
import org.stoatflow.runtime.global.GlobalThread;
import org.stoatflow.runtime.lifecycle.Aside;
import org.stoatflow.runtime.lifecycle.Environment;
import org.stoatflow.runtime.metrics.MetricsListener;
import org.stoatflow.runtime.restoring.Restoration;
import org.stoatflow.runtime.restoring.RestoreDriver;
import org.stoatflow.runtime.run.BoundedCloser;
import org.stoatflow.runtime.run.EngineThreads;
import org.stoatflow.runtime.run.Run;
import org.stoatflow.runtime.run.RunDriver;
import org.stoatflow.runtime.run.RunThreads;
import org.stoatflow.runtime.settings.ApplicationSettings;
import org.stoatflow.runtime.settings.MemorySettings;
import org.stoatflow.state.FolderAccess;
import org.stoatflow.state.Removal;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.state.rocks.RocksSettings;
import org.stoatflow.state.rocks.RocksTuning;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.streams.KafkaClientSupplier;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.errors.LockException;
import org.stoatflow.streams.errors.ProcessorStateException;
import org.stoatflow.streams.errors.StreamsException;

/** The environment of production: the machine's clock and threads, Kafka's clients, RocksDB. */
final class RealEnvironment implements Environment {
    private static final Logger LOG = LoggerFactory.getLogger(RealEnvironment.class);

    private final StreamsConfig config;
    private final ApplicationSettings settings;
    private final KafkaClientSupplier clients;
    private final ClusterTopics topics;
    private final EngineThreads threads;
    private final MetricsListener meters;
    private final Clock clock;

    /**
     * Shared. Written by: the dispatcher's thread. Read by: a recovery, lanes. Safe: volatile, one writer. Proof:
     * SharedFieldsTest.
     */
    private volatile boolean withoutFolder;

    RealEnvironment(
            StreamsConfig config,
            ApplicationSettings settings,
            KafkaClientSupplier clients,
            ClusterTopics topics,
            EngineThreads threads,
            MetricsListener meters,
            Clock clock) {
        this.config = config;
        this.settings = settings;
        this.clients = clients;
        this.topics = topics;
        this.threads = threads;
        this.meters = meters;
        this.clock = clock;
    }

    @Override
    public Clock clock() {
        return clock;
    }

    @Override
    public KafkaClientSupplier clients() {
        return clients;
    }

    @Override
    public ClusterTopics topics() {
        return topics;
    }

    @Override
    public StateEngine openState(List<StoreDescription> stores) {
        RocksSettings limits = MemorySettings.of(config).rocks();
        RocksTuning tuning = RocksTuning.of(config);
        long nowMs = clock.millis();
        Removal removal = new Removal(
                nowMs, StoatflowConfig.REMOVED_STORES_KEEP.of(config).toMillis());
        try {
            StateFolders.prepare(settings, config);
            FolderAccess.Group group = StateFolders.group(config);
            new OldState(settings.stateFolder(), group, nowMs)
                    .emptyIfOlder(config.getLong(StreamsConfig.STATE_CLEANUP_DIR_MAX_AGE_MS_CONFIG), limits, tuning);
            FormerFolders.tell(StateFolders.above(settings.stateFolder()));
            StateEngine opened = StateEngines.openRocks(settings.stateFolder(), stores, limits, tuning, removal, group);
            withoutFolder = false;
            return opened;
        } catch (ProcessorStateException | LockException noFolder) {
            if (stores.stream().anyMatch(StoreDescription::persistent)) {
                throw noFolder;
            }
            LOG.info(
                    "Application {} keeps nothing on disk and does without a state folder: {}",
                    settings.applicationId(),
                    noFolder.getMessage());
            withoutFolder = true;
            return StateEngines.inMemory(stores);
        }
    }

    @Override
    public void deleteOldTasks(Predicate<String> isPlanned) {
        if (!withoutFolder) {
            new OldState(settings.stateFolder(), StateFolders.group(config), clock.millis())
                    .deleteTasks(isPlanned, config.getLong(StreamsConfig.STATE_CLEANUP_DELAY_MS_CONFIG));
        }
    }

    @Override
    public String instanceId() {
        return withoutFolder ? UUID.randomUUID().toString() : InstanceId.of(settings.stateFolder());
    }

    @Override
    public boolean keepsInstanceId() {
        return !withoutFolder;
    }

    @Override
    public boolean hasFolder() {
        return !withoutFolder;
    }

    @Override
    public MetricsListener meters() {
        return meters;
    }

    @Override
    public Aside beside(String role, Runnable work) {
        return new AsideThread(body -> threads.platform(role, body), work);
    }

    @Override
    public void idle(Duration time) {
        LockSupport.parkNanos(this, TimeSpans.nanos(time));
    }

    @Override
    public ClientCloser closer() {
        return new BoundedCloser(threads);
    }

    @Override
    public RunDriver start(Run run) {
        RunThreads running = new RunThreads(run, threads);
        running.start();
        return running;
    }

    @Override
    public GlobalDriver follow(GlobalFollower follower) {
        GlobalThread following = new GlobalThread(follower, body -> threads.platform("global stores", body));
        following.start();
        return following;
    }

    @Override
    public RestoreDriver restore(List<RestoreTask> tasks, StateEngine state, Restoration.Reading reading) {
        return new RestoringThreads(
                new RestoreThreads(
                        tasks,
                        state,
                        reading.consumers(),
                        RestoreSettings.defaults(threads.name("restore"))
                                .withMode(RestoreMode.of(StoatflowConfig.RESTORE_MODE.of(config))),
                        reading.listener(),
                        reading.progress(),
                        () -> Instant.ofEpochMilli(clock().millis())),
                threads);
    }

    /**
     * Restores on threads that the restore makes, while one more thread waits for them.
     *
     * <p>Shared. Written by: the thread that waits for the restore; the first failure stays. Read by: the dispatcher's
     * thread. Safe: an atomic reference. Proof: SharedFieldsTest.
     */
    private static final class RestoringThreads implements RestoreDriver {
        private final RestoreThreads restoring;
        private final Thread waiting;
        private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

        RestoringThreads(RestoreThreads restoring, EngineThreads threads) {
            this.restoring = restoring;
            this.waiting = threads.virtual("restore", () -> {
                try {
                    restoring.run();
                } catch (Throwable any) { // isDone throws it
                    failure.set(any);
                }
            });
            waiting.start();
        }

        @Override
        public boolean isDone() {
            if (waiting.isAlive()) {
                return false;
            }
            restoring.close();
            Throwable failed = failure.get();
            if (failed != null) {
                throw new StreamsException("The state could not be restored: " + failed.getMessage(), failed);
            }
            return true;
        }

        @Override
        public void stop() {
            restoring.stop();
        }
    }
}
