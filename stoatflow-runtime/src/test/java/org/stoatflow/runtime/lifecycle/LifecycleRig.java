package org.stoatflow.runtime.lifecycle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Assignment;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.kernel.lane.Lane;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.restore.RestoreTask;
import org.stoatflow.runtime.cluster.ClusterTopics;
import org.stoatflow.runtime.cluster.GroupNote;
import org.stoatflow.runtime.cluster.GroupNotes;
import org.stoatflow.runtime.cluster.SingleOwnerAssignor;
import org.stoatflow.runtime.group.MemberPlan;
import org.stoatflow.runtime.restoring.Restoration;
import org.stoatflow.runtime.restoring.RestoreDriver;
import org.stoatflow.runtime.run.Run;
import org.stoatflow.runtime.run.RunDriver;
import org.stoatflow.runtime.settings.EngineSettings;
import org.stoatflow.spi.EngineListener;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.streams.KafkaClientSupplier;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.topology.LogicalTopology;

/**
 * The lifecycle of an application that reads topic {@code in} into a table and fails on each of its records; with a
 * clock that stands still, and clients that do what a test says.
 */
final class LifecycleRig implements Environment {
    static final int STEPS_MAX = 50;

    private static final String CHANGELOG = "app-table-changelog";
    private static final int PARTITIONS_MAX = 2;

    final List<KafkaStreams.State> shown = new ArrayList<>();
    private final Map<String, Integer> topics = new HashMap<>(Map.of("in", 1));
    private final SingleOwnerAssignor assignor = new SingleOwnerAssignor();
    private final Map<Place, Failure> failures = new EnumMap<>(Place.class);
    private final List<MockProducer<byte[], byte[]>> producers = new ArrayList<>();
    private final List<Run> runs = new ArrayList<>();
    private final TestClock clock = new TestClock();
    private final Lifecycle lifecycle;
    private MockConsumer<byte[], byte[]> consumer;
    private GroupNotes notes;
    private StateEngine restoring;
    private Runnable duringWrite = () -> {};
    private boolean handlerGoesOn;
    private boolean brokersAnswer = true;
    private boolean restored = true;
    private boolean clusterIsOpen;
    private boolean runIsStepped;

    /** A call of the lifecycle to the outside. */
    enum Place {
        TOPICS,
        CREATE,
        SERVED,
        STATE,
        CONSUMER,
        PRODUCER,
        RUN
    }

    private record Failure(int callsBefore, RuntimeException why) {}

    LifecycleRig() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.table("in", Consumed.with(Serdes.String(), Serdes.String()), Materialized.as("table"))
                .mapValues(value -> {
                    throw new IllegalArgumentException(value);
                })
                .toStream()
                .foreach((key, value) -> {});
        LogicalTopology topology = TopologyAccess.logical(builder.build());
        StreamsConfig config = new StreamsConfig(Map.of(
                "application.id",
                "app",
                "bootstrap.servers",
                "localhost:1",
                "processing.guarantee",
                "exactly_once_v2"));
        lifecycle = new Lifecycle(topology, config, EngineSettings.of(config), new Listener(), this);
    }

    // ---- steps

    PhaseName phase() {
        return lifecycle.phase();
    }

    LifecycleRig step() {
        lifecycle.step();
        return this;
    }

    /** Steps until it is in the phase, which it must reach soon. */
    LifecycleRig reach(PhaseName wanted) {
        for (int i = 0; i < STEPS_MAX && phase() != wanted; i++) {
            step();
        }
        assertEquals(wanted, phase());
        return this;
    }

    /** Becomes the owner, and goes on to the phase. */
    LifecycleRig own(PhaseName wanted) {
        reach(PhaseName.JOINING);
        restored = wanted != PhaseName.RESTORING;
        return assign(1).reach(wanted);
    }

    LifecycleRig run() {
        return own(PhaseName.RUNNING);
    }

    /** Runs, and has something handed out that nobody commits, before the group has other topics. */
    LifecycleRig drain() {
        run();
        processing();
        return grow().reach(PhaseName.DRAINING);
    }

    /** Fails, and has to wait before the next start. */
    LifecycleRig pause() {
        return own(PhaseName.RECOVERING).fail(Place.PRODUCER, broken()).reach(PhaseName.PAUSING);
    }

    LifecycleRig pass(Duration time) {
        clock.nowNs += time.toNanos();
        return this;
    }

    LifecycleRig close() {
        lifecycle.askToClose(clock.nowNs + Duration.ofSeconds(1).toNanos(), false);
        return this;
    }

    /** A write of the restore does not come back before the events are over. */
    LifecycleRig writing(UnaryOperator<LifecycleRig> events) {
        duringWrite = () -> events.apply(this);
        restoring.apply(new StateBatch(0));
        return this;
    }

    /** Goes on with recovering, out of order. */
    void recover() {
        lifecycle.phases().recover(plan(), "out of order");
    }

    /** Numbers of partitions by source topic, as they are planned with. */
    Map<String, Integer> plannedWith() {
        return plan().topics().sourceCounts();
    }

    private MemberPlan plan() {
        return ((MemberPhase) lifecycle.phases().current()).plan();
    }

    LifecycleRig restored() {
        restored = true;
        return this;
    }

    // ---- failures

    static KafkaException broken() {
        return new KafkaException("broken");
    }

    LifecycleRig handlerGoesOn() {
        handlerGoesOn = true;
        return this;
    }

    /** The next call of this kind fails. */
    LifecycleRig fail(Place place, RuntimeException why) {
        return fail(place, 0, why);
    }

    /** A call of this kind fails, after so many that do not. */
    LifecycleRig fail(Place place, int callsBefore, RuntimeException why) {
        failures.put(place, new Failure(callsBefore, why));
        return this;
    }

    LifecycleRig failPoll(KafkaException why) {
        consumer.setPollException(why);
        return this;
    }

    /** A record is handed out, and lanes do not step. */
    LifecycleRig processing() {
        consumer.addRecord(
                new ConsumerRecord<>("in", 0, consumer.position(new TopicPartition("in", 0)), bytes(), bytes()));
        return step().step();
    }

    /** The lanes meet the record on which processing fails. */
    LifecycleRig failProcessing() {
        Run last = runs.getLast();
        for (Lane lane : last.lanes()) {
            try {
                while (lane.step()) {
                    // until there is nothing to do
                }
            } catch (RuntimeException failure) {
                last.fail(failure);
            }
        }
        return this;
    }

    private static byte[] bytes() {
        return "bytes".getBytes(StandardCharsets.UTF_8);
    }

    /** The brokers fall silent, and the lifecycle has noticed. */
    LifecycleRig silence() {
        brokersAnswer = false;
        return step().pass(Duration.ofSeconds(6))
                .step()
                .pass(Duration.ofSeconds(2))
                .step();
    }

    LifecycleRig answer() {
        brokersAnswer = true;
        return pass(Duration.ofSeconds(2))
                .step()
                .pass(Duration.ofSeconds(2))
                .step()
                .step();
    }

    // ---- the group

    /** All partitions are ours. */
    LifecycleRig assign(int partitions) {
        topics.put("in", partitions);
        topics.computeIfPresent(CHANGELOG, (topic, before) -> partitions);
        Set<TopicPartition> all = new HashSet<>();
        for (int partition = 0; partition < partitions; partition++) {
            all.add(new TopicPartition("in", partition));
        }
        rebalance(all, new GroupNote("app-me", notes.own(), Map.of("in", partitions)));
        return this;
    }

    /** There is one partition more. */
    LifecycleRig grow() {
        return assign(2);
    }

    /** The changelog cannot have another number of partitions any more. */
    LifecycleRig pinChangelog() {
        topics.put(CHANGELOG, 1);
        return this;
    }

    /** Another instance has all partitions. */
    LifecycleRig lose() {
        rebalance(Set.of(), new GroupNote("app-another", notes.own(), Map.of("in", 1)));
        return this;
    }

    private void rebalance(Set<TopicPartition> ours, GroupNote note) {
        assignor.onAssignment(new Assignment(List.copyOf(ours), note.encode()), null);
        consumer.rebalance(new HashSet<>(ours));
    }

    // ---- what is left

    void requireClosed() {
        assertEquals(PhaseName.ENDED, phase());
        assertTrue(consumer == null || consumer.closed(), "the consumer is open");
        assertTrue(producers.stream().allMatch(MockProducer::closed), "a producer is open");
        assertTrue(!clusterIsOpen, "the admin client is open");
        assertTrue(!runIsStepped, "a run is stepped");
        assertEquals(Optional.empty(), lifecycle.run());
    }

    int runs() {
        return runs.size();
    }

    // ---- environment

    private void call(Place place) {
        Failure failure = failures.remove(place);
        if (failure != null && failure.callsBefore() == 0) {
            throw failure.why();
        }
        if (failure != null) {
            fail(place, failure.callsBefore() - 1, failure.why());
        }
    }

    @Override
    public Clock clock() {
        return clock;
    }

    @Override
    public KafkaClientSupplier clients() {
        return new Supplier();
    }

    @Override
    public ClusterTopics openTopics() {
        clusterIsOpen = true;
        return new Cluster();
    }

    @Override
    public StateEngine openState(List<StoreDescription> stores) {
        call(Place.STATE);
        StateEngine opened = StateEngines.inMemory(stores);
        return (StateEngine) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {StateEngine.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("apply")) {
                        Runnable during = duringWrite;
                        duringWrite = () -> {};
                        during.run();
                    }
                    return method.invoke(opened, arguments);
                });
    }

    @Override
    public String instanceId() {
        return "me";
    }

    @Override
    public void idle(Duration time) {
        pass(time);
    }

    @Override
    public RunDriver start(Run begun) {
        call(Place.RUN);
        runs.add(begun);
        runIsStepped = true;
        begun.lanes().forEach(Lane::open);
        return (waitNs, interrupt) -> {
            runIsStepped = false;
            return true;
        };
    }

    @Override
    public RestoreDriver restore(List<RestoreTask> tasks, StateEngine state, Restoration.Reading reading) {
        restoring = state;
        return new RestoreDriver() {
            @Override
            public boolean isDone() {
                return restored;
            }

            @Override
            public void stop() {}
        };
    }

    private static MockConsumer<byte[], byte[]> newConsumer() {
        MockConsumer<byte[], byte[]> made = new MockConsumer<>("none");
        for (int partition = 0; partition < PARTITIONS_MAX; partition++) {
            TopicPartition in = new TopicPartition("in", partition);
            TopicPartition changelog = new TopicPartition(CHANGELOG, partition);
            made.updateBeginningOffsets(Map.of(in, 0L, changelog, 0L));
            made.updateEndOffsets(Map.of(in, 0L, changelog, 5L));
        }
        return made;
    }

    private static final class TestClock implements Clock {
        private long nowNs;

        @Override
        public long nanos() {
            return nowNs;
        }

        @Override
        public long millis() {
            return nowNs / 1_000_000;
        }
    }

    private final class Supplier implements KafkaClientSupplier {
        @Override
        public Producer<byte[], byte[]> getProducer(Map<String, Object> config) {
            call(Place.PRODUCER);
            MockProducer<byte[], byte[]> made =
                    new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());
            producers.add(made);
            return made;
        }

        @Override
        public Consumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
            call(Place.CONSUMER);
            assignor.configure(config);
            notes = (GroupNotes) config.get(SingleOwnerAssignor.NOTES);
            consumer = newConsumer();
            return consumer;
        }

        @Override
        public Consumer<byte[], byte[]> getRestoreConsumer(Map<String, Object> config) {
            return newConsumer();
        }

        @Override
        public Consumer<byte[], byte[]> getGlobalConsumer(Map<String, Object> config) {
            throw new UnsupportedOperationException("there is no global table");
        }
    }

    private final class Cluster implements ClusterTopics {
        @Override
        public Set<String> names() {
            return topics.keySet();
        }

        @Override
        public Map<String, Integer> partitions(Collection<String> wanted) {
            call(Place.TOPICS);
            Map<String, Integer> found = new HashMap<>(topics);
            found.keySet().retainAll(new HashSet<>(wanted));
            return found;
        }

        @Override
        public void create(Collection<OwnTopic> missing, short replicationFactor) {
            call(Place.CREATE);
            missing.forEach(topic -> topics.put(topic.name(), topic.partitions()));
        }

        @Override
        public void awaitServed(Map<String, Integer> served) {
            call(Place.SERVED);
        }

        @Override
        public Optional<String> config(String topic, String key) {
            return Optional.empty();
        }

        @Override
        public Future<?> probe(Duration within) {
            return brokersAnswer
                    ? CompletableFuture.completedFuture("here")
                    : CompletableFuture.failedFuture(new TimeoutException("nobody answers"));
        }

        @Override
        public Map<MetricName, ? extends Metric> metrics() {
            return Map.of();
        }

        @Override
        public void close(Duration within) {
            clusterIsOpen = false;
        }
    }

    private final class Listener implements EngineListener {
        @Override
        public void onState(KafkaStreams.State newState) {
            shown.add(newState);
        }

        @Override
        public boolean restartAfter(Throwable error) {
            return handlerGoesOn;
        }

        @Override
        public String clientId() {
            return "app";
        }

        @Override
        public KafkaStreams.State state() {
            return shown.isEmpty() ? KafkaStreams.State.REBALANCING : shown.getLast();
        }

        @Override
        public void onFailure(Throwable error) {}

        @Override
        public void onRestoreStart(TopicPartition partition, String store, long startingOffset, long endingOffset) {}

        @Override
        public void onBatchRestored(TopicPartition partition, String store, long batchEndOffset, long restoredNow) {}

        @Override
        public void onRestoreEnd(TopicPartition partition, String store, long restoredInAll) {}
    }
}
