package org.stoatflow.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.memorykafka.ClusterAdmin;
import org.stoatflow.memorykafka.MemoryConsumer;
import org.stoatflow.memorykafka.MemoryProducer;
import org.stoatflow.restore.ChangelogRestorer;
import org.stoatflow.restore.RestoreMode;
import org.stoatflow.restore.RestoreSettings;
import org.stoatflow.restore.RestoreTask;
import org.stoatflow.runtime.cluster.ClusterTopics;
import org.stoatflow.runtime.global.GlobalDriver;
import org.stoatflow.runtime.global.GlobalFollower;
import org.stoatflow.runtime.lifecycle.Environment;
import org.stoatflow.runtime.lifecycle.Lifecycle;
import org.stoatflow.runtime.metrics.MetricsListener;
import org.stoatflow.runtime.restoring.Restoration;
import org.stoatflow.runtime.restoring.RestoreDriver;
import org.stoatflow.runtime.run.Run;
import org.stoatflow.runtime.run.RunDriver;
import org.stoatflow.spi.Causes;
import org.stoatflow.spi.EngineListener;
import org.stoatflow.state.Removal;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.state.memory.MemoryDisk;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.streams.KafkaClientSupplier;
import org.stoatflow.streams.SimulatedEvents;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.stoatflow.streams.processor.StateRestoreListener;

/** One process of an instance, from its start to its end or crash. Only the disk and the cluster outlast it. */
final class InstanceProcess implements Environment, KafkaClientSupplier {
    /** With a buffer of some records, so that a restore is cut off between two writes. */
    private static final RestoreSettings RESTORE = new RestoreSettings(
            "restore",
            1,
            Duration.ofMillis(100),
            Duration.ofSeconds(2),
            Duration.ofMinutes(5),
            RestoreMode.AUTO,
            1_500);

    /** How long a call of a client may block that is not told by its caller. */
    private static final long BLOCKS_MS = 2_000;

    /**
     * How long one step of a thread may take: one record, or one request, is waited for as long as a client waits, and
     * what comes behind it is another step's.
     */
    private static final long STEP_NS_MAX = TimeUnit.SECONDS.toNanos(10);

    /** For how long records may be tried in vain where a request about their topic has got no answer. */
    private static final long UNANSWERED_NS = TimeUnit.SECONDS.toNanos(12);

    private static final long REMOVED_KEEP_MS = Duration.ofDays(1).toMillis();

    private final String name;
    private final World world;
    private final MemoryDisk disk;
    private final Variation variation;
    private final StateListener listener;
    private final Crash crash;
    private final List<MemoryProducer> producers = new ArrayList<>();
    private final List<MemoryConsumer> consumers = new ArrayList<>();
    private final List<ClusterAdmin> admins = new ArrayList<>();
    private final List<SimTopics> topics = new ArrayList<>();
    private final List<SimRun> runs = new ArrayList<>();
    private @Nullable SteppedRestore restoring;

    /** Is told when a process opens or writes the state, and when a process dies within a call. */
    interface StateListener {
        void onOpen(List<StoreDescription> stores);

        void onWrite();

        /** A write comes, and may be made to fail. */
        void beforeWrite();

        /** All rows were said to be complete at a time. */
        void onCurrent(long atMs);

        /** The process has planned its restore, and has restored nothing yet. */
        void onRestore(List<RestoreTask> tasks, StateEngine state);

        void onDeathInCall();

        /** A check within a step has failed. */
        void onViolation(Violation violation);
    }

    InstanceProcess(String name, World world, MemoryDisk disk, Variation variation, StateListener listener) {
        this.name = name;
        this.world = world;
        this.disk = disk;
        this.variation = variation;
        this.listener = listener;
        this.crash = new Crash(this::killClients, listener::onDeathInCall);
    }

    String name() {
        return name;
    }

    Crash crash() {
        return crash;
    }

    @Nullable
    SimRun run() {
        SimRun current = runs.isEmpty() ? null : runs.getLast();
        return current == null || current.isStopped() ? null : current;
    }

    /** Runs of which lanes are in user code, or were when they ended. */
    List<SimRun> runsOut() {
        return runs.stream().filter(one -> !one.lanesOut().isEmpty()).toList();
    }

    /** Where user code is struck, what it throws is an error. */
    RuntimeException failure(String what) {
        if (world.setup().strikesUsers()) {
            throw new Thrown.InjectedError(what);
        }
        return new StreamsException(what);
    }

    /** Nothing is held up any more. */
    void release() {
        runs.forEach(SimRun::release);
    }

    /** Adds the lanes whose calls of user code may come back, though their run is over. */
    void addCalls(long step, List<Actor> actors) {
        for (SimRun one : runsOut()) {
            if (one.isStopped()) {
                one.lanes().stream().filter(lane -> lane.isRunnable(step)).forEach(actors::add);
            }
        }
    }

    /** Whether the next call of user code takes long. */
    boolean isNextCallLong() {
        return world.calls().isNextLong();
    }

    @Nullable
    SteppedRestore restoring() {
        return restoring;
    }

    List<MemoryProducer> producers() {
        return producers;
    }

    /** Those that are in use. */
    List<MemoryProducer> openProducers() {
        return producers.stream().filter(producer -> !producer.isClosed()).toList();
    }

    /** When the process was certainly not the owner any more; {@code Long.MAX_VALUE} if it may be. */
    long ownedUntilMs() {
        return openProducers().stream()
                .mapToLong(MemoryProducer::fencedAtMs)
                .max()
                .orElse(Long.MAX_VALUE);
    }

    List<ClusterAdmin> admins() {
        return admins;
    }

    /** The consumer that is the member of the group, or null if the process has not made it yet. */
    @Nullable
    MemoryConsumer member() {
        return consumers.isEmpty() ? null : consumers.getFirst();
    }

    /** Whether a producer has records to send or callbacks to call. */
    boolean hasBacklog() {
        return producers.stream().anyMatch(producer -> producer.buffered() + producer.undelivered() > 0);
    }

    /** The root of a thread has caught this failure. */
    void onFailure(Throwable failure) {
        for (Throwable cause : Causes.of(failure)) {
            if (cause instanceof Violation violation) {
                listener.onViolation(violation);
            }
        }
    }

    /** Whether a step may wait in a client until somebody interrupts it. */
    boolean mayWait() {
        return world.setup().program().isOfPattern()
                || openProducers().stream().anyMatch(MemoryProducer::mayLackThread);
    }

    /** Whether a producer that is in use has lost its thread. */
    boolean hasLostThread() {
        return openProducers().stream().anyMatch(MemoryProducer::hasLostThread);
    }

    WaitingSteps waits() {
        return world.waits();
    }

    /**
     * A step has come back.
     *
     * @param unanswered how many of its requests about topics have got no answer
     */
    void requireComeBack(long tookNs, int unanswered) {
        if (tookNs > STEP_NS_MAX + unanswered * UNANSWERED_NS
                && !world.setup().foreignOwner()) { // whose markers may come that late
            throw new Violation(
                    Invariant.COMMITTER_COMES_BACK,
                    name + " was in one step for " + TimeUnit.NANOSECONDS.toMillis(tookNs) + " ms");
        }
    }

    /** The process has died: its threads end, wherever they are. */
    void bury() {
        runs.forEach(SimRun::bury);
    }

    private void killClients() {
        producers.forEach(MemoryProducer::crash);
        consumers.forEach(MemoryConsumer::crash);
    }

    // ---- Environment

    @Override
    public Clock clock() {
        return world.engineClock();
    }

    @Override
    public KafkaClientSupplier clients() {
        return this;
    }

    @Override
    public ClusterTopics topics() {
        SimTopics made = new SimTopics(this::admin);
        topics.add(made);
        return made;
    }

    /** How many requests about topics have got no answer. */
    int unanswered() {
        return topics.stream().mapToInt(SimTopics::unanswered).sum();
    }

    private ClusterAdmin admin() {
        String clientId = name + "-admin";
        ClusterAdmin made = world.kafka().admin(clientId);
        admins.add(made);
        return world.kafka().callFaults().guard(ClusterAdmin.class, made, clientId, BLOCKS_MS);
    }

    @Override
    public StateEngine openState(List<StoreDescription> stores) {
        listener.onOpen(stores);
        Removal removal = new Removal(world.engineClock().millis(), REMOVED_KEEP_MS);
        return new CrashableState(variation.state(StateEngines.inMemory(disk, stores, removal)), crash, listener);
    }

    @Override
    public String instanceId() {
        return name;
    }

    @Override
    public MetricsListener meters() {
        return world.lostEpochs();
    }

    @Override
    public void idle(Duration time) {
        world.engineClock().time().advanceNs(time.toNanos());
    }

    @Override
    public RunDriver start(Run begun) {
        SimRun driver = new SimRun(begun, this);
        driver.start();
        runs.add(driver);
        variation.onRun(begun);
        return driver;
    }

    @Override
    public GlobalDriver follow(GlobalFollower follower) {
        throw new UnsupportedOperationException("no program here has a global table");
    }

    @Override
    public RestoreDriver restore(List<RestoreTask> tasks, StateEngine state, Restoration.Reading reading) {
        listener.onRestore(tasks, state);
        SteppedRestore begun = new SteppedRestore(
                name + " restore",
                new ChangelogRestorer(
                        tasks, state, reading.consumers().get(), RESTORE, reading.listener(), reading.progress()),
                world.engineClock());
        restoring = begun;
        return begun;
    }

    // ---- clients

    @Override
    public Producer<byte[], byte[]> getProducer(Map<String, Object> config) {
        MemoryProducer made = world.kafka().producer(variation.producerConfig(config));
        producers.add(made);
        return new CrashableProducer(guarded(Producer.class, variation.producer(made), config), crash);
    }

    @Override
    public Consumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
        MemoryConsumer made = world.kafka().consumer(variation.consumerConfig(config));
        consumers.addFirst(made);
        return guarded(Consumer.class, variation.consumer(made), config);
    }

    @Override
    public Consumer<byte[], byte[]> getRestoreConsumer(Map<String, Object> config) {
        MemoryConsumer made = world.kafka().consumer(variation.restoreConsumerConfig(config));
        consumers.add(made);
        return guarded(Consumer.class, made, config);
    }

    @SuppressWarnings("unchecked") // the interface has type parameters, and its class has none
    private <T> T guarded(Class<?> type, T client, Map<String, Object> config) {
        String clientId = String.valueOf(config.get(CommonClientConfigs.CLIENT_ID_CONFIG));
        return world.kafka().callFaults().guard((Class<T>) type, client, clientId, BLOCKS_MS);
    }

    @Override
    public Consumer<byte[], byte[]> getGlobalConsumer(Map<String, Object> config) {
        throw new UnsupportedOperationException("no program here has a global table");
    }

    /** The lifecycle that this process steps. */
    Lifecycle lifecycle(Owner owner, int lanes) {
        Setup setup = world.setup();
        return new Lifecycle(
                setup.logical(world.code()),
                setup.config(owner, name, lanes, world.calls().folder().path(), world.code()),
                setup.settings(owner),
                listening(),
                this);
    }

    /** Listeners may throw. Whether the engine starts again after a failure is drawn at random. */
    private EngineListener listening() {
        return new SimulatedEvents(
                name,
                (now, before) -> world.calls().callback(Callback.STATE_LISTENER),
                new Restored(world.calls()),
                failure -> world.restartAfter(failure)
                        ? StreamThreadExceptionResponse.REPLACE_THREAD
                        : StreamThreadExceptionResponse.SHUTDOWN_CLIENT);
    }

    private record Restored(UserCalls calls) implements StateRestoreListener {
        @Override
        public void onRestoreStart(TopicPartition partition, String store, long from, long to) {
            calls.callback(Callback.RESTORE_LISTENER);
        }

        @Override
        public void onBatchRestored(TopicPartition partition, String store, long end, long restored) {
            calls.callback(Callback.RESTORE_LISTENER);
        }

        @Override
        public void onRestoreEnd(TopicPartition partition, String store, long restored) {
            calls.callback(Callback.RESTORE_LISTENER);
        }
    }
}
