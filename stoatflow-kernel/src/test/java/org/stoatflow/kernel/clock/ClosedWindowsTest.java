package org.stoatflow.kernel.clock;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BiPredicate;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.epoch.EntryGraph;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.epoch.SourcePosition;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.plan.PlanSettings;
import org.stoatflow.kernel.plan.Planner;
import org.stoatflow.kernel.plan.StorePlan;
import org.stoatflow.kernel.testkit.NoOpEpochListener;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.EmitStrategy;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Repartitioned;
import org.stoatflow.streams.kstream.TimeWindows;

/**
 * Which times of aggregations that forward on close are taken from committed offsets, and given to them. One
 * aggregation reads its topic itself, another is behind a hop.
 */
class ClosedWindowsTest {
    private static final int PARTITIONS = 2;
    private static final long GRACE_MS = 5;
    private static final String DIRECT = "direct";
    private static final String BEHIND_A_HOP = "behind-a-hop";
    private static final TopicPartition FIRST = new TopicPartition("in", 0);
    private static final TopicPartition SECOND = new TopicPartition("in", 1);
    private static final BiPredicate<String, Integer> NOTHING_IS_NEW = (store, partition) -> false;

    private final Plan plan = plan();
    private final StateEngine state = StateEngines.inMemory(
            plan.stores().stream().map(StorePlan::description).toList());

    private static Plan plan() {
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, String> in = builder.stream("in", Consumed.with(Serdes.String(), Serdes.String()));
        count(in, DIRECT);
        count(
                in.repartition(Repartitioned.<String, String>as("hop")
                        .withKeySerde(Serdes.String())
                        .withValueSerde(Serdes.String())),
                BEHIND_A_HOP);
        return Planner.compile(
                TopologyAccess.logical(builder.build()),
                new PlanSettings("app", 2, Serdes.String(), 0),
                topic -> topic.equals("in") ? OptionalInt.of(PARTITIONS) : OptionalInt.empty());
    }

    private static void count(KStream<String, String> stream, String store) {
        stream.groupByKey()
                .windowedBy(TimeWindows.ofSizeAndGrace(Duration.ofMillis(10), Duration.ofMillis(GRACE_MS)))
                .emitStrategy(EmitStrategy.onWindowClose())
                .count(Materialized.as(store));
    }

    @Test
    void shouldTakeTheTimesOfTheOffsets() {
        take(NOTHING_IS_NEW, Map.of(FIRST, Map.of(DIRECT, 1_000L), SECOND, Map.of(DIRECT, 2_000L)));

        assertEquals(1_000 + GRACE_MS, forwarded(DIRECT, 0));
        assertEquals(2_000 + GRACE_MS, forwarded(DIRECT, 1));
    }

    @Test
    void shouldTakeTheLatestTimeOfAPartition() {
        take(
                NOTHING_IS_NEW,
                Map.of(
                        FIRST,
                        Map.of(DIRECT, 1_000L),
                        new TopicPartition("another", 0),
                        Map.of(DIRECT, 3_000L),
                        new TopicPartition("third", 0),
                        Map.of(DIRECT, 2_000L)));

        assertEquals(3_000 + GRACE_MS, forwarded(DIRECT, 0));
    }

    /** Under at-least-once offsets may be committed later than the state. */
    @Test
    void shouldKeepALaterTimeOfTheState() {
        keep(DIRECT, 0, 5_000);
        take(NOTHING_IS_NEW, Map.of(FIRST, Map.of(DIRECT, 1_000L)));

        assertEquals(5_000, forwarded(DIRECT, 0));
    }

    @Test
    void shouldBeginAnewWithTheChangelog() {
        take((store, partition) -> store.equals(DIRECT), Map.of(FIRST, Map.of(DIRECT, 1_000L)));

        assertEquals(StoredClocks.UNKNOWN, forwarded(DIRECT, 0));
    }

    @Test
    void shouldTakeNothingForWhatIsBehindAHop() {
        take(NOTHING_IS_NEW, Map.of(FIRST, Map.of(BEHIND_A_HOP, 1_000L)));

        assertEquals(StoredClocks.UNKNOWN, forwarded(BEHIND_A_HOP, 0));
    }

    @Test
    void shouldGiveThePositionsTheTimesThatTheStateKeeps() {
        keep(DIRECT, 0, 5_000);

        assertEquals(Map.of(DIRECT, 5_000 - GRACE_MS), committed(clocks(), epoch(0)));
    }

    @Test
    void shouldGiveThePositionsTheTimesOfTheirEpochAndOfThoseBefore() {
        keep(DIRECT, 0, 5_000);
        StreamClocks clocks = clocks();

        assertEquals(Map.of(DIRECT, 7_000 - GRACE_MS), committed(clocks, epoch(7_000)));
        assertEquals(Map.of(DIRECT, 7_000 - GRACE_MS), committed(clocks, epoch(0)));
    }

    @Test
    void shouldGiveNoTimeWhereNoWindowCanHaveClosed() {
        assertEquals(Map.of(), committed(clocks(), epoch(0)));
    }

    /** An epoch of one record in the first partition, with the time up to which its work has forwarded windows. */
    private Epoch epoch(long forwardedMs) {
        StreamClocks clocks = clocks();
        EntryGraph graph = new EntryGraph(new int[] {0}, new int[][] {{}});
        Epoch epoch = Epoch.first(1, graph, 1, clocks.count(), 1, new NoOpEpochListener());
        epoch.observe(clocks.firstForwarded(clocks.first(operator())), forwardedMs);
        epoch.cut(Map.of(FIRST, SourcePosition.at(1, Optional.empty())));
        return epoch;
    }

    private String operator() {
        return plan.stages().stream()
                .flatMap(stage -> stage.processors().stream())
                .filter(processor -> processor.stores().contains(DIRECT))
                .findFirst()
                .orElseThrow()
                .name();
    }

    private StreamClocks clocks() {
        return new StreamClocks(plan, state, true, Map.of(FIRST, 0L, SECOND, 0L));
    }

    private static Map<String, Long> committed(StreamClocks clocks, Epoch epoch) {
        return clocks.positions(epoch).get(FIRST).closedMs();
    }

    private void take(BiPredicate<String, Integer> isMadeAnew, Map<TopicPartition, Map<String, Long>> closedMs) {
        StateBatch batch = new StateBatch(0);
        new StoredClocks(plan, Map.of(FIRST, 0L, SECOND, 0L)).takeClosed(state, isMadeAnew, closedMs, batch);
        state.apply(batch);
    }

    private void keep(String store, int partition, long timeMs) {
        StateBatch batch = new StateBatch(0);
        new StoredClocks.Row(row(store, partition), timeMs).addTo(batch);
        state.apply(batch);
    }

    private long forwarded(String store, int partition) {
        return StoredClocks.read(state, row(store, partition));
    }

    private static String row(String store, int partition) {
        return "time.forwarded.store." + store + "_" + partition;
    }
}
