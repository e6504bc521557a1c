package org.stoatflow.runtime.engine;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.lane.Lane;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.races.pauses.BlockingKafka;
import org.stoatflow.restore.RestoreTask;
import org.stoatflow.runtime.cluster.ClusterTopics;
import org.stoatflow.runtime.global.GlobalDriver;
import org.stoatflow.runtime.global.GlobalFollower;
import org.stoatflow.runtime.lifecycle.Aside;
import org.stoatflow.runtime.lifecycle.Environment;
import org.stoatflow.runtime.lifecycle.Lifecycle;
import org.stoatflow.runtime.metrics.MetricsListener;
import org.stoatflow.runtime.monitor.EpochStatus;
import org.stoatflow.runtime.restoring.Restoration;
import org.stoatflow.runtime.restoring.RestoreDriver;
import org.stoatflow.runtime.run.EngineThreads;
import org.stoatflow.runtime.run.Run;
import org.stoatflow.runtime.run.RunDriver;
import org.stoatflow.runtime.settings.ApplicationSettings;
import org.stoatflow.runtime.settings.RunSettings;
import org.stoatflow.simulation.SimTopics;
import org.stoatflow.spi.EngineListener;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.streams.KafkaClientSupplier;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.topology.LogicalTopology;

/**
 * The engine with its production threads and clock, over the modelled Kafka. No fault strikes, so the engine must not
 * fail. The rig keeps the first failure that the engine reports.
 */
public final class EngineRig {
    private static final long END_MS_MAX = 60_000;

    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final AtomicReference<@Nullable Run> run = new AtomicReference<>();
    private final EngineThreads threads;
    private final RecordingMetrics heard = new RecordingMetrics(this::forbidden);
    private final Lifecycle lifecycle;
    private final Thread dispatcher;

    public EngineRig(LogicalTopology topology, StreamsConfig config, RunSettings settings, BlockingKafka kafka) {
        ApplicationSettings application = ApplicationSettings.of(config);
        threads = new EngineThreads(application.applicationId(), (thread, thrown) -> failed(thrown));
        ClusterTopics topics =
                kafka.guarded(ClusterTopics.class, new SimTopics(kafka.with(model -> model.admin("admin"))));
        Environment real =
                new RealEnvironment(config, application, new Clients(kafka), topics, threads, heard, Clock.SYSTEM);
        lifecycle = new Lifecycle(topology, config, settings, new Listener(), new Around(real));
        dispatcher = threads.dispatcher(this::stepToEnd);
    }

    public void start() {
        dispatcher.start();
    }

    private void stepToEnd() {
        try {
            while (lifecycle.step()) {
                // each step of the close is bounded
            }
        } catch (Throwable any) { // the root of the thread
            failed(any);
        }
    }

    private void failed(Throwable why) {
        failure.compareAndSet(null, why);
    }

    private void forbidden(String what) {
        Run last = run.get();
        failed(new IllegalStateException(what, last == null ? null : last.failure()));
    }

    /** The first failure, or null. Any thread. */
    public @Nullable Throwable failure() {
        return failure.get();
    }

    /** The number of commits. Any thread. */
    public long commits() {
        return heard.committed();
    }

    /**
     * Closes the engine as a user does, and looks for threads and clients that are left.
     *
     * @return what the closed engine has left, or null
     */
    public @Nullable String close() throws InterruptedException {
        lifecycle.askToClose(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(END_MS_MAX) / 2, true);
        dispatcher.join(END_MS_MAX);
        if (dispatcher.isAlive()) {
            return "the dispatcher does not end, in phase " + lifecycle.phase();
        }
        Run last = run.get();
        if (last == null) {
            return "it has never run";
        }
        if (!last.isDrained()) {
            return "an epoch is left open";
        }
        long bytes = last.measured().budget().bytes();
        return bytes != 0 ? bytes + " bytes are left in the budget" : leftIn(last);
    }

    private static @Nullable String leftIn(Run last) {
        for (Lane lane : last.lanes()) {
            if (lane.isAtWork() || lane.isHolding() || lane.inbox().depth() > 0) {
                return lane.name() + " is left with work: " + lane.activity().text();
            }
        }
        Epoch open = last.dispatcher().epoch();
        for (int entry = 0; entry < open.entries(); entry++) {
            if (open.outstanding(entry) != 0
                    || open.ofAll().batches(entry) != 0
                    || open.ofAll().bytes(entry) != 0) {
                return "entry " + entry + " is left with " + open.outstanding(entry) + " batches, "
                        + open.ofAll().batches(entry) + " over all epochs, of "
                        + open.ofAll().bytes(entry)
                        + " bytes";
            }
        }
        return null;
    }

    /** All that is known of the open epochs, possibly a moment late. Any thread. */
    public String status() {
        Run last = run.get();
        if (last == null) {
            return "phase " + lifecycle.phase() + ", no run";
        }
        EpochStatus status = new EpochStatus(heard.plan(), last.lanes(), last.committer());
        StringBuilder text = new StringBuilder("phase " + lifecycle.phase() + "; " + last.describeWork());
        for (Epoch epoch = last.dispatcher().epoch(); epoch != null; epoch = epoch.previousOpen()) {
            text.append("\nepoch ").append(epoch.number()).append(epoch.isCut() ? ", cut" : ", open");
            text.append(": ").append(status.of(epoch));
        }
        return text.toString();
    }

    /** The production environment, except for the cluster and the disk. */
    private final class Around implements Environment {
        private final Environment real;

        Around(Environment real) {
            this.real = real;
        }

        @Override
        public Clock clock() {
            return real.clock();
        }

        @Override
        public KafkaClientSupplier clients() {
            return real.clients();
        }

        @Override
        public ClusterTopics topics() {
            return real.topics();
        }

        @Override
        public StateEngine openState(List<StoreDescription> stores) {
            return StateEngines.inMemory(stores);
        }

        @Override
        public String instanceId() {
            return "one";
        }

        @Override
        public MetricsListener meters() {
            return real.meters();
        }

        @Override
        public Aside beside(String role, Runnable work) {
            return real.beside(role, work);
        }

        @Override
        public void idle(Duration time) {
            real.idle(time);
        }

        @Override
        public RunDriver start(Run begun) {
            run.set(begun);
            return real.start(begun);
        }

        @Override
        public GlobalDriver follow(GlobalFollower follower) {
            return real.follow(follower);
        }

        @Override
        public RestoreDriver restore(List<RestoreTask> tasks, StateEngine state, Restoration.Reading reading) {
            return real.restore(tasks, state, reading);
        }
    }

    private record Clients(BlockingKafka kafka) implements KafkaClientSupplier {
        @Override
        public Producer<byte[], byte[]> getProducer(Map<String, Object> config) {
            return kafka.producer(config);
        }

        @Override
        public Consumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
            return kafka.consumer(config);
        }

        @Override
        public Consumer<byte[], byte[]> getRestoreConsumer(Map<String, Object> config) {
            return kafka.consumer(config);
        }

        @Override
        public Consumer<byte[], byte[]> getGlobalConsumer(Map<String, Object> config) {
            throw new UnsupportedOperationException("no program here has a global table");
        }
    }

    private final class Listener implements EngineListener {
        @Override
        public void onState(KafkaStreams.State newState) {}

        @Override
        public String clientId() {
            return "room";
        }

        @Override
        public KafkaStreams.State state() {
            return KafkaStreams.State.RUNNING; // the engine does not ask
        }

        @Override
        public boolean restartAfter(Throwable error) {
            failed(error);
            return false;
        }

        @Override
        public void onFailure(Throwable error) {
            failed(error);
        }

        @Override
        public void onRestoreStart(TopicPartition partition, String store, long startingOffset, long endingOffset) {}

        @Override
        public void onBatchRestored(TopicPartition partition, String store, long batchEndOffset, long restored) {}

        @Override
        public void onRestoreEnd(TopicPartition partition, String store, long restored) {}
    }
}
