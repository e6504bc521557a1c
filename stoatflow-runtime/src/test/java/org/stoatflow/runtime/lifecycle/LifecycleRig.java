package org.stoatflow.runtime.lifecycle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.kernel.lane.Lane;
import org.stoatflow.runtime.global.StartHandover;
import org.stoatflow.runtime.group.MemberPlan;
import org.stoatflow.runtime.run.Run;
import org.stoatflow.runtime.settings.RunSettings;
import org.stoatflow.spi.StoreViews;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.Materialized;

/**
 * The lifecycle of an application that reads topic {@code in} into a table and fails on each of its records. The clock
 * stands still ({@link RigEnvironment}), and cluster and clients do what a test tells them.
 */
final class LifecycleRig {
    static final int STEPS_MAX = 50;

    private final RigListener listener = new RigListener();
    final List<KafkaStreams.State> shown = listener.shown();
    private final PlannedFailures failures = new PlannedFailures();
    private final RigTopics cluster = new RigTopics(failures);
    private final RigClients clients = new RigClients(failures);
    private final RigEnvironment environment = new RigEnvironment(cluster, clients, failures);
    private final Lifecycle lifecycle;

    /** A call of the lifecycle to the outside. */
    enum Place {
        TOPICS,
        RENEW,
        CREATE,
        SERVED,
        READ,
        STATE,
        CONSUMER,
        PRODUCER,
        RUN,
        MEASURE,
        SAMPLE,
        PAUSE
    }

    LifecycleRig() {
        this(failing());
    }

    /** Who has started the application waits for its global stores, until that leaves; nobody does in other rigs. */
    static LifecycleRig startedBy(StartHandover start) {
        return new LifecycleRig(failing(), Map.of(), start);
    }

    /** @param topology reads topic {@code in} */
    LifecycleRig(Topology topology) {
        this(topology, Map.of());
    }

    /** As the first one, with more of a configuration. */
    static LifecycleRig configured(Map<String, Object> more) {
        return new LifecycleRig(failing(), more);
    }

    /** With a topology that reads topic {@code in}, and more of a configuration. */
    static LifecycleRig configured(Topology topology, Map<String, Object> more) {
        return new LifecycleRig(topology, more);
    }

    private LifecycleRig(Topology topology, Map<String, Object> more) {
        this(topology, more, StartHandover.left());
    }

    private LifecycleRig(Topology topology, Map<String, Object> more, StartHandover start) {
        Map<String, Object> all = new HashMap<>(Map.of(
                "application.id",
                "app",
                "bootstrap.servers",
                "localhost:1",
                "processing.guarantee",
                "exactly_once_v2"));
        all.putAll(more);
        StreamsConfig config = new StreamsConfig(all);
        lifecycle = new Lifecycle(
                TopologyAccess.logical(topology), config, RunSettings.of(config), listener, environment, start);
    }

    /** The lifecycle of an application that has a global table of topic {@code in}, and nothing else. */
    static LifecycleRig ofGlobals() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.globalTable("in", Consumed.with(Serdes.String(), Serdes.String()), Materialized.as("table"));
        return new LifecycleRig(builder.build());
    }

    /** The stores, as queries find them. */
    Optional<StoreViews> stores() {
        return lifecycle.stores();
    }

    private static Topology failing() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.table("in", Consumed.with(Serdes.String(), Serdes.String()), Materialized.as("table"))
                .mapValues(value -> {
                    throw new IllegalArgumentException(value);
                })
                .toStream()
                .foreach((key, value) -> {});
        return builder.build();
    }

    /** The environment of the lifecycle. */
    RigEnvironment environment() {
        return environment;
    }

    // ---- steps

    PhaseName phase() {
        return lifecycle.phase();
    }

    LifecycleRig step() {
        lifecycle.step();
        return this;
    }

    /** Steps the lifecycle until it is in the phase, which it must reach soon. */
    LifecycleRig reach(PhaseName wanted) {
        for (int i = 0; i < STEPS_MAX && phase() != wanted; i++) {
            if (phase() == PhaseName.OPENING) {
                environment.runs().awaitPrepared();
            }
            step();
        }
        assertEquals(wanted, phase());
        return this;
    }

    /** Makes the instance the owner, and steps on to the phase. */
    LifecycleRig own(PhaseName wanted) {
        reach(PhaseName.JOINING);
        environment.restored(wanted != PhaseName.RESTORING);
        environment.prepared(wanted != PhaseName.OPENING);
        return assign(1).reach(wanted);
    }

    LifecycleRig run() {
        return own(PhaseName.RUNNING);
    }

    /** Runs, hands out a record that nobody commits, and lets the group have other topics. */
    LifecycleRig drain() {
        run();
        processing();
        return grow().reach(PhaseName.DRAINING);
    }

    /** Makes the application fail, so that it has to wait before the next start. */
    LifecycleRig pause() {
        return own(PhaseName.RECOVERING).fail(Place.PRODUCER, broken()).reach(PhaseName.PAUSING);
    }

    LifecycleRig pass(Duration time) {
        environment.pass(time);
        return this;
    }

    LifecycleRig close() {
        lifecycle.askToClose(environment.clock().nanos() + Duration.ofSeconds(1).toNanos(), false);
        return this;
    }

    /** Keeps a write of the restore from coming back until the events are over. */
    LifecycleRig writing(UnaryOperator<LifecycleRig> events) {
        environment.writeDuring(() -> events.apply(this));
        return this;
    }

    /** Makes the lifecycle recover, out of order. */
    void recover() {
        lifecycle.phases().recover(plan(), "out of order");
    }

    /** The numbers of partitions by source topic with which the lifecycle has planned. */
    Map<String, Integer> plannedWith() {
        return plan().topics().sourceCounts();
    }

    private MemberPlan plan() {
        return ((MemberPhase) lifecycle.phases().current()).plan();
    }

    LifecycleRig restored() {
        environment.restored(true);
        return this;
    }

    /** Has the lanes of the run prepare their processors. */
    LifecycleRig prepare() {
        environment.prepared(true);
        environment.runs().last().lanes().forEach(Lane::open);
        return this;
    }

    /** Makes a processor fail as it is prepared. */
    LifecycleRig failPreparing(RuntimeException why) {
        environment.runs().last().fail(why);
        return this;
    }

    // ---- failures

    static KafkaException broken() {
        return new KafkaException("broken");
    }

    LifecycleRig handlerGoesOn() {
        listener.goOn();
        return this;
    }

    LifecycleRig handlerThrows(Error error) {
        listener.handler(told -> error);
        return this;
    }

    /** The handler, when it is asked, first looks at something. */
    LifecycleRig handlerLooks(Runnable look) {
        listener.handler(told -> {
            look.run();
            return null;
        });
        return this;
    }

    /** The handler, when it is asked, passes on what it is told. */
    LifecycleRig handlerHears(List<String> heard) {
        listener.handler(told -> {
            heard.add(told.getMessage());
            return null;
        });
        return this;
    }

    /** The handler throws what it is told. */
    LifecycleRig handlerThrowsWhatItIsTold() {
        listener.handler(told -> told);
        return this;
    }

    /** Makes the next call of this kind fail. */
    LifecycleRig fail(Place place, RuntimeException why) {
        return fail(place, 0, why);
    }

    /** Makes a call of this kind fail, after so many that do not. */
    LifecycleRig fail(Place place, int callsBefore, RuntimeException why) {
        failures.plan(place, callsBefore, why);
        return this;
    }

    LifecycleRig failPoll(RuntimeException why) {
        clients.failPoll(why);
        return this;
    }

    Consumer<byte[], byte[]> consumer() {
        return clients.consumer();
    }

    /** Where the consumer goes on in the first partition. */
    long position() {
        return clients.position();
    }

    /** Hands out a record, while lanes do not step. */
    LifecycleRig processing() {
        clients.arrive("bytes".getBytes(StandardCharsets.UTF_8));
        return step().step();
    }

    /** Steps the lanes, which meet the record on which processing fails; the handler asks for another start. */
    LifecycleRig failProcessing() {
        listener.goOnOnce();
        return stepLanes();
    }

    /** The same, and leaves the answer of the handler as it is. */
    LifecycleRig stepLanes() {
        Run last = environment.runs().last();
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

    /** Silences the brokers, and steps until the lifecycle has noticed. */
    LifecycleRig silence() {
        cluster.answers(false);
        return step().pass(Duration.ofSeconds(6))
                .step()
                .pass(Duration.ofSeconds(2))
                .step();
    }

    LifecycleRig answer() {
        cluster.answers(true);
        return pass(Duration.ofSeconds(2))
                .step()
                .pass(Duration.ofSeconds(2))
                .step()
                .step();
    }

    // ---- the group

    /** Creates a topic. */
    LifecycleRig create(String topic) {
        cluster.set(topic, 1);
        return this;
    }

    /** Gives this instance all partitions. */
    LifecycleRig assign(int partitions) {
        cluster.set("in", partitions);
        if (cluster.has(RigClients.CHANGELOG)) {
            cluster.set(RigClients.CHANGELOG, partitions);
        }
        clients.assignAll(partitions);
        return this;
    }

    /** Gives the topic one more partition. */
    LifecycleRig grow() {
        return assign(2);
    }

    /** Pins the changelog's number of partitions. */
    LifecycleRig pinChangelog() {
        cluster.set(RigClients.CHANGELOG, 1);
        return this;
    }

    /** Takes all partitions back; the group has not told yet what this instance has instead. */
    LifecycleRig revoke() {
        clients.revoke();
        return this;
    }

    /** Gives another instance all partitions. */
    LifecycleRig lose() {
        clients.assignNone();
        return this;
    }

    // ---- what is left

    void requireClosed() {
        assertEquals(PhaseName.ENDED, phase());
        assertTrue(!clients.isConsumerOpen(), "the consumer is open");
        assertTrue(!clients.isAnyProducerOpen(), "a producer is open");
        assertTrue(!cluster.isOpen(), "the admin client is open");
        assertTrue(!environment.isRunStepped(), "a run is stepped");
        assertTrue(!environment.state().isOpen(), "the state is open");
        assertEquals(Optional.empty(), lifecycle.run());
    }

    RigClients clients() {
        return clients;
    }

    RigTopics cluster() {
        return cluster;
    }

    int runs() {
        return environment.runs().begun();
    }
}
