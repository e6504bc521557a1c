package org.stoatflow.kernel.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.errors.TopologyException;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Repartitioned;
import org.stoatflow.topology.LogicalTopology;

/** Numbers of partitions of topics that are joined. */
class CopartitioningTest {
    private static final Serde<String> TEXT = Serdes.String();

    private final Map<String, Integer> topics = new HashMap<>(Map.of("two", 2, "three", 3, "also-two", 2));
    private final StreamsBuilder builder = new StreamsBuilder();

    private KTable<String, String> table(String topic) {
        return builder.table(topic, Consumed.with(TEXT, TEXT));
    }

    private KTable<String, String> repartitioned(String topic, Repartitioned<String, String> how) {
        return builder.stream(topic, Consumed.with(TEXT, TEXT))
                .repartition(how.withKeySerde(TEXT).withValueSerde(TEXT))
                .toTable();
    }

    private static void join(KTable<String, String> left, KTable<String, String> right) {
        left.join(right, (x, y) -> x + y).toStream().foreach((k, v) -> {});
    }

    private Plan plan() {
        LogicalTopology topology =
                SourceTopics.resolve(TopologyAccess.logical(builder.build()), "app", topics.keySet());
        return Planner.compile(topology, new PlanSettings("app", 8, TEXT, 0), topic -> {
            Integer count = topics.get(topic);
            return count == null ? OptionalInt.empty() : OptionalInt.of(count);
        });
    }

    private static Map<String, Integer> hops(Plan plan) {
        Map<String, Integer> hops = new HashMap<>();
        plan.entries().forEach(entry -> {
            if (entry instanceof Entry.HopEnd end) {
                hops.put(end.hop().topic(), end.hop().partitions());
            }
        });
        return hops;
    }

    private String refused() {
        return assertThrows(TopologyException.class, this::plan).getMessage();
    }

    @Test
    void shouldGiveARepartitionTheNumberOfTheOtherTopic() {
        join(repartitioned("three", Repartitioned.as("x")), table("two"));
        assertEquals(Map.of("app-x-repartition", 2), hops(plan()));
    }

    @Test
    void shouldGiveRepartitionsThatAreJoinedTheLargestNumber() {
        join(repartitioned("two", Repartitioned.as("x")), repartitioned("three", Repartitioned.as("y")));
        assertEquals(Map.of("app-x-repartition", 3, "app-y-repartition", 3), hops(plan()));
    }

    @Test
    void shouldGiveARepartitionTheDeclaredNumberOfTheOtherOne() {
        join(
                repartitioned("three", Repartitioned.as("x")),
                repartitioned("two", Repartitioned.<String, String>as("y").withNumberOfPartitions(1)));
        assertEquals(Map.of("app-x-repartition", 1, "app-y-repartition", 1), hops(plan()));
    }

    @Test
    void shouldRefuseADeclaredNumberThatIsNotTheOtherTopics() {
        join(repartitioned("three", Repartitioned.<String, String>as("x").withNumberOfPartitions(5)), table("two"));
        assertTrue(refused().contains("{two=2, x-repartition=5}"), this::refused);
        assertTrue(
                refused()
                        .contains("Number of partitions [5] of repartition topic [app-x-repartition] doesn't match"
                                + " number of partitions [2] of the source topic."),
                this::refused);
    }

    @Test
    void shouldRefuseADeclaredNumberThatIsNotAnExistingRepartitionTopics() {
        topics.put("app-y-repartition", 3);
        join(
                repartitioned("three", Repartitioned.<String, String>as("x").withNumberOfPartitions(5)),
                repartitioned("two", Repartitioned.as("y")));
        assertTrue(
                refused()
                        .contains("Following topics do not have the same number of partitions:"
                                + " [{app-x-repartition=5, app-y-repartition=3}]"),
                this::refused);
    }

    @Test
    void shouldRefuseDeclaredNumbersThatDifferWhenTheTopologyIsBuilt() {
        join(
                repartitioned("three", Repartitioned.<String, String>as("x").withNumberOfPartitions(5)),
                repartitioned("two", Repartitioned.<String, String>as("y").withNumberOfPartitions(4)));
        String message = assertThrows(TopologyException.class, builder::build).getMessage();
        assertTrue(message.contains("{x-repartition=5, y-repartition=4}"), message);
    }

    @Test
    void shouldRefuseTopicsThatDifferBesideARepartition() {
        join(table("two"), table("three"));
        repartitioned("also-two", Repartitioned.as("x"));
        assertTrue(refused().contains("Topics not co-partitioned: [{three=3, two=2}]"), this::refused);
    }

    @Test
    void shouldWarnOfTopicsThatDifferWithoutAnyRepartition() {
        join(table("two"), table("three"));
        List<String> warnings = plan().warnings();
        assertEquals(1, warnings.size());
        assertTrue(warnings.getFirst().contains("{three=3, two=2}"), warnings::toString);
    }

    @Test
    void shouldLookAtTopicsThatMatchAPattern() {
        builder.stream(Pattern.compile("t.*o"), Consumed.with(TEXT, TEXT))
                .join(repartitioned("three", Repartitioned.as("x")), (x, y) -> x + y)
                .foreach((k, v) -> {});
        assertEquals(Map.of("app-x-repartition", 2), hops(plan()));
    }

    @Test
    void shouldRunAJoinByKeyWhereKeysStay() {
        join(table("two"), table("also-two"));
        Plan plan = plan();
        assertEquals(1, plan.stages().size());
        assertTrue(plan.stages().getFirst().isByKey());
        assertEquals(List.of(), plan.warnings());
    }

    @Test
    void shouldRefuseAnExistingRepartitionTopicOfAnotherNumber() {
        topics.put("app-x-repartition", 3);
        join(repartitioned("three", Repartitioned.as("x")), table("two"));
        assertTrue(refused().contains("{two=2, x-repartition=3}"), this::refused);
    }
}
