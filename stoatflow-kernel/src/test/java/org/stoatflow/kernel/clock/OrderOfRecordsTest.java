package org.stoatflow.kernel.clock;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.plan.PlanChoices;
import org.stoatflow.kernel.plan.PlanSettings;
import org.stoatflow.kernel.plan.Planner;
import org.stoatflow.kernel.plan.Stage;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Named;
import org.stoatflow.streams.kstream.TimeWindows;
import org.stoatflow.streams.processor.FailOnInvalidTimestamp;

/**
 * Which operators of one stage are given records in the order of a source partition. Topic {@code a} comes as it is,
 * topic {@code b} over a hop, and merging them brings both into one stage.
 */
class OrderOfRecordsTest {
    private static final TimeWindows SECONDS = TimeWindows.ofSizeWithNoGrace(Duration.ofSeconds(1));

    @Test
    void shouldBeInOrderBehindOneHopOfAStageByPartition() {
        Plan plan = plan(Map.of());

        assertTrue(isInOrder(plan, "of-source"));
        assertTrue(isInOrder(plan, "of-hop"));
        assertFalse(isInOrder(plan, "of-both"));
    }

    @Test
    void shouldBeInOrderBesideAHopOfAStageByKeyAndNotBehindIt() {
        Plan plan = plan(Map.of("stoatflow.affinity", "KEY"));

        assertTrue(plan.stages().stream().anyMatch(Stage::isByKey));
        assertTrue(isInOrder(plan, "of-source"));
        assertFalse(isInOrder(plan, "of-hop"));
        assertFalse(isInOrder(plan, "of-both"));
    }

    private static boolean isInOrder(Plan plan, String operator) {
        for (Stage stage : plan.stages()) {
            for (ClockGroup group : ClockGroup.of(stage)) {
                if (group.operators().getFirst().name().equals(operator)) {
                    return StreamClocks.areInOrder(plan, stage, group.operators());
                }
            }
        }
        throw new AssertionError("no clock of " + operator);
    }

    private static Plan plan(Map<String, Object> choices) {
        Map<String, Object> config = new HashMap<>(choices);
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, "app");
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
        StreamsConfig parsed = new StreamsConfig(config);
        return Planner.compile(
                TopologyAccess.logical(builder().build()),
                new PlanSettings("app", 4, Serdes.String(), FailOnInvalidTimestamp.class, 0, PlanChoices.of(parsed)),
                topic -> List.of("a", "b").contains(topic) ? OptionalInt.of(2) : OptionalInt.empty());
    }

    private static StreamsBuilder builder() {
        StreamsBuilder builder = new StreamsBuilder();
        Consumed<String, String> text = Consumed.with(Serdes.String(), Serdes.String());
        KStream<String, String> a = builder.stream("a", text);
        KTable<String, String> table = builder.stream("b", text)
                .groupBy((key, value) -> value, Grouped.with(Serdes.String(), Serdes.String()))
                .reduce((left, right) -> right);
        count(a, "of-source");
        count(table.toStream(), "of-hop");
        count(a.merge(table.toStream()), "of-both");
        return builder;
    }

    private static void count(KStream<String, String> stream, String name) {
        stream.groupByKey(Grouped.with(Serdes.String(), Serdes.String()))
                .windowedBy(SECONDS)
                .count(Named.as(name));
    }
}
