package org.stoatflow.kernel.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.EmitStrategy;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Named;
import org.stoatflow.streams.kstream.Repartitioned;
import org.stoatflow.streams.kstream.TimeWindowedKStream;
import org.stoatflow.streams.kstream.TimeWindows;
import org.stoatflow.streams.processor.FailOnInvalidTimestamp;
import org.stoatflow.streams.state.Stores;

class WindowPlanTest {
    private static final Serde<String> TEXT = Serdes.String();

    @Test
    void shouldRunByPartitionWhereWindowsOfAllKeysAreForwardedWhenTheyClose() {
        Plan plan = plan(builder ->
                seconds(builder).emitStrategy(EmitStrategy.onWindowClose()).count(Named.as("counting")));

        assertFalse(plan.stages().getFirst().isByKey());
        assertEquals(
                "counting needs all records of a partition",
                plan.stages().getFirst().routing().reason());
    }

    @Test
    void shouldRunByPartitionWhereRowsExpireByTheTimeOfThePartition() {
        Plan plan = plan(builder -> seconds(builder).count(Materialized.as("counts")));

        assertFalse(plan.stages().getFirst().isByKey());
        assertEquals(
                "rows of the store counts expire by the time of the whole partition",
                plan.stages().getFirst().routing().reason());
    }

    @Test
    void shouldRunByPartitionWhereRowsLeaveByTheirLastUse() {
        Plan plan = plan(builder -> builder.stream("in", Consumed.with(TEXT, TEXT))
                .groupByKey(Grouped.with(TEXT, TEXT))
                .count(Materialized.as(Stores.lruMap("recent", 5))));

        assertFalse(plan.stages().getFirst().isByKey());
        assertEquals(
                "rows of the store recent leave by what was used of the whole partition",
                plan.stages().getFirst().routing().reason());
    }

    @Test
    void shouldRunByPartitionAlsoWhereTheConfigurationAsksForLanesByKey() {
        Map<String, Object> config = Map.of("stoatflow.affinity", "KEY");
        Plan plan = plan(
                config,
                builder -> seconds(builder)
                        .count(Materialized.as("counts"))
                        .toStream((window, count) -> window.key())
                        .groupByKey(Grouped.with(TEXT, Serdes.Long()))
                        .count(Materialized.as("changes")));

        Stage windows = plan.stages().getFirst();
        assertFalse(windows.isByKey());
        assertFalse(windows.routing().comparesKeys());
        assertEquals(
                "rows of the store counts expire by the time of the whole partition, which configuration"
                        + " stoatflow.affinity cannot change",
                windows.routing().reason());
        assertTrue(plan.stages().getLast().isByKey());
    }

    @Test
    void shouldRunUpstreamOfWindowsByPartitionWhereOnlyTheirStageIsAskedToRunByKey() {
        Plan plan = plan(
                Map.of("stoatflow.affinity.windows", "KEY"),
                builder -> builder.stream("in", Consumed.with(TEXT, TEXT))
                        .repartition(Repartitioned.with(TEXT, TEXT))
                        .groupByKey(Grouped.with(TEXT, TEXT))
                        .windowedBy(TimeWindows.ofSizeWithNoGrace(Duration.ofSeconds(1)))
                        .count(Named.as("windows"), Materialized.as("counts")));

        assertTrue(plan.stages().stream().noneMatch(Stage::isByKey));
    }

    private static TimeWindowedKStream<String, String> seconds(StreamsBuilder builder) {
        return builder.stream("in", Consumed.with(TEXT, TEXT))
                .groupByKey(Grouped.with(TEXT, TEXT))
                .windowedBy(TimeWindows.ofSizeWithNoGrace(Duration.ofSeconds(1)));
    }

    private static Plan plan(Consumer<StreamsBuilder> program) {
        return plan(Map.of(), program);
    }

    private static Plan plan(Map<String, Object> config, Consumer<StreamsBuilder> program) {
        StreamsBuilder builder = new StreamsBuilder();
        program.accept(builder);
        return Planner.compile(
                TopologyAccess.logical(builder.build()),
                settings(config),
                topic -> topic.equals("in") ? OptionalInt.of(2) : OptionalInt.empty());
    }

    private static PlanSettings settings(Map<String, Object> config) {
        Map<String, Object> all = new HashMap<>(config);
        all.put(StreamsConfig.APPLICATION_ID_CONFIG, "app");
        all.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
        all.put("stoatflow.lanes", 8);
        StreamsConfig parsed = new StreamsConfig(all);
        return new PlanSettings(
                "app", PlanChoices.lanes(parsed), TEXT, FailOnInvalidTimestamp.class, 0, PlanChoices.of(parsed));
    }
}
