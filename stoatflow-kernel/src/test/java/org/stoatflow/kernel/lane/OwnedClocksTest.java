package org.stoatflow.kernel.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.stoatflow.kernel.Kernel;
import org.stoatflow.kernel.batch.SourceBatch;
import org.stoatflow.kernel.clock.StoredClocks;
import org.stoatflow.kernel.epoch.Budget;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.epoch.SourcePosition;
import org.stoatflow.kernel.outbox.EpochWrites;
import org.stoatflow.kernel.outbox.LaneContribution;
import org.stoatflow.kernel.outbox.Outbox;
import org.stoatflow.kernel.plan.Entry;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.plan.PlanSettings;
import org.stoatflow.kernel.plan.Planner;
import org.stoatflow.kernel.plan.StorePlan;
import org.stoatflow.kernel.testkit.NoOpSignals;
import org.stoatflow.kernel.testkit.WindowCounts;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateDiskException;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.streams.processor.FailOnInvalidTimestamp;
import org.stoatflow.streams.state.Stores;
import org.stoatflow.topology.LogicalTopology;
import org.stoatflow.topology.ProcessorNode;
import org.stoatflow.topology.SinkNode;
import org.stoatflow.topology.SourceNode;
import org.stoatflow.topology.StoreDeclaration;
import org.stoatflow.topology.Traits;

/** Clocks and counters of a kernel that owns the partitions 1 and 3 of four: they are kept for these two only. */
class OwnedClocksTest {
    private static final int PARTITIONS = 4;
    private static final String STORE = "windows";

    private StateEngine state;
    private Kernel kernel;

    private void open(boolean byKey) {
        Plan odd = Planner.compile(
                        topology(byKey),
                        new PlanSettings("test", 2, Serdes.String(), 0),
                        topic -> topic.equals(SteppedLanes.INPUT) ? OptionalInt.of(PARTITIONS) : OptionalInt.empty())
                .owning(Map.of(0, List.of(1, 3)));
        assertEquals(byKey, odd.stages().getFirst().isByKey());
        state = StateEngines.inMemory(
                odd.stores().stream().map(StorePlan::description).toList());
        kernel = new Kernel(
                new Kernel.Parts(
                        odd,
                        new TestApplication(),
                        state,
                        new FailOnInvalidTimestamp(),
                        Kernel.Before.NOTHING,
                        new Budget(Long.MAX_VALUE, () -> {}),
                        Clock.SYSTEM),
                new Kernel.Settings(true, 256, 128),
                new NoOpSignals());
        kernel.lanes().forEach(Lane::open);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldKeepTheClocksOfWhatIsHere(boolean byKey) {
        open(byKey);
        offer(3, 15);
        offer(1, 12);
        offer(1, 13);
        Epoch cut = cut();
        apply(cut);

        assertEquals(2 + 2, kernel.clocks().count(), "of the operator and of the source");
        assertEquals(15, time(3));
        assertEquals(13, time(1));
        assertNull(state.meta(clock(0)));
        assertNull(state.meta(clock(2)));
        assertEquals(15, committedTime(cut, 3));
        assertEquals(13, committedTime(cut, 1));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldHandleWhatIsDueInWhatIsHere(boolean byKey) {
        open(byKey);
        offer(3, 15);
        offer(3, 21);
        offer(1, 16);
        apply(cut());
        kernel.followComplete(epoch -> {});

        assertEquals(1, kernel.offerTime(0), "lanes with a window that is due");
        assertEquals(List.of("key=10:1 in 3"), sent(cut()));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldCountByThePartitionsThatAreHere(boolean byKey) {
        open(byKey);
        offer(3, 15);
        offer(3, 16);
        offer(1, 16);
        cut();

        assertEquals(2, records(3));
        assertEquals(1, records(1));
        if (byKey) {
            assertThrows(IllegalArgumentException.class, () -> records(2), "which is not here");
        }
    }

    /** The first write may fail: the state then has nothing of it. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldWriteClocksWithTheBatchThatSucceeds(boolean byKey) {
        open(byKey);
        offer(3, 15);
        Epoch cut = cut();
        EpochWrites failed = new EpochWrites(full(), kernel.clocks(), new Budget(Long.MAX_VALUE, () -> {}), 0).add(cut);
        assertThrows(StateDiskException.class, () -> failed.apply(positions -> {}));
        kernel.writes(0).add(cut).apply(positions -> {});

        assertEquals(15, time(3));
    }

    private static StateEngine full() {
        return (StateEngine) Proxy.newProxyInstance(
                StateEngine.class.getClassLoader(), new Class<?>[] {StateEngine.class}, (proxy, method, arguments) -> {
                    throw new StateDiskException(StateDiskException.Kind.FULL, "the disk is full", null);
                });
    }

    private long records(int partition) {
        return kernel.lanes().stream()
                .filter(lane -> lane.stage().isByKey() || lane.stage().partitionOfLane(lane.index()) == partition)
                .mapToLong(lane -> lane.counters().records(partition))
                .sum();
    }

    private long time(int partition) {
        return StoredClocks.read(state, clock(partition));
    }

    private static String clock(int partition) {
        return "time.operator.store." + STORE + "_" + partition;
    }

    private long committedTime(Epoch cut, int partition) {
        return kernel.clocks()
                .sources()
                .positions(cut)
                .get(new TopicPartition(SteppedLanes.INPUT, partition))
                .partitionTime();
    }

    private void offer(int partition, long timestamp) {
        Entry.Source source = kernel.plan().sourceEntries().getFirst();
        SourceBatch batch = new SourceBatch(kernel.open(), source.id());
        batch.add(SteppedLanes.record(partition, 0, timestamp, "key", "value"));
        kernel.offer(batch, kernel.laneOf(source, "key".getBytes(StandardCharsets.UTF_8), partition));
    }

    private Epoch cut() {
        SourcePosition end = SourcePosition.at(7, Optional.empty());
        step();
        Epoch cut = kernel.cut(
                Map.of(new TopicPartition(SteppedLanes.INPUT, 1), end, new TopicPartition(SteppedLanes.INPUT, 3), end));
        step();
        return cut;
    }

    private void step() {
        boolean worked = true;
        while (worked) {
            worked = false;
            for (Lane lane : kernel.lanes()) {
                worked |= lane.step();
            }
        }
    }

    private void apply(Epoch cut) {
        StateBatch batch = new StateBatch(0);
        kernel.clocks().addTo(batch, List.of(cut));
        List<LaneContribution> contributions = List.copyOf(LaneContribution.of(cut));
        contributions.forEach(one -> one.addTo(batch));
        state.apply(batch);
        kernel.clocks().onApplied(List.of(cut));
        contributions.forEach(LaneContribution::markApplied);
    }

    /** The records for the sink, with the partition of the lane that has sent them. */
    private static List<String> sent(Epoch cut) {
        List<String> sent = new ArrayList<>();
        for (LaneContribution contribution : LaneContribution.of(cut)) {
            Outbox outbox = contribution.outbox();
            for (int i = 0; i < outbox.size(); i++) {
                if (outbox.changelog(i) == null) {
                    ProducerRecord<byte[], byte[]> record = outbox.record(i);
                    sent.add(new String(record.key(), StandardCharsets.UTF_8) + "="
                            + new String(record.value(), StandardCharsets.UTF_8) + " in " + partitionOfState(outbox));
                }
            }
        }
        return sent;
    }

    private static int partitionOfState(Outbox outbox) {
        for (int i = 0; i < outbox.size(); i++) {
            if (outbox.changelog(i) != null) {
                return outbox.record(i).partition();
            }
        }
        return -1;
    }

    private static LogicalTopology topology(boolean byKey) {
        ProcessorNode counts = new ProcessorNode(
                STORE,
                List.of("src"),
                new WindowCounts.Supplier(STORE, 10, 0),
                List.of(STORE),
                byKey ? new Traits(true, false) : Traits.USER);
        SourceNode source = new SourceNode(
                "src",
                List.of(SteppedLanes.INPUT),
                null,
                Serdes.String().deserializer(),
                Serdes.String().deserializer(),
                null,
                null);
        SinkNode sink = new SinkNode(
                "to-out",
                List.of(STORE),
                "out",
                null,
                Serdes.String().serializer(),
                Serdes.String().serializer(),
                null);
        StoreDeclaration store = new StoreDeclaration(
                Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore(STORE), Serdes.String(), Serdes.String()),
                Set.of(STORE),
                null);
        return new LogicalTopology(List.of(source, counts, sink), Map.of(STORE, store), Map.of(), List.of());
    }
}
