package org.stoatflow.kernel.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.topology.LogicalTopology;
import org.stoatflow.topology.SourceNode;

class SourceTopicsTest {
    private static final Set<String> EXISTING = Set.of("b-2", "a-1", "a-2", "c", "app-counts-changelog");

    private final StreamsBuilder builder = new StreamsBuilder();

    @Test
    void shouldLeaveATopologyWithoutPatternsAlone() {
        builder.stream("c").to("out");

        assertEquals(logical(), SourceTopics.resolve(logical(), "app", Set.of()));
        assertEquals(Optional.empty(), SourceTopics.joined(logical(), List.of()));
    }

    @Test
    void shouldListWhatMatchesInOrderOfNames() {
        builder.stream(Pattern.compile("a-.*")).to("out");

        LogicalTopology resolved = SourceTopics.resolve(logical(), "app", EXISTING);

        assertEquals(List.of("a-1", "a-2"), source(resolved.nodes().getFirst()).topics());
        assertEquals(
                List.of("a-1", "a-2"),
                source(resolved.subTopologies().getFirst().nodes().getFirst()).topics());
    }

    @Test
    void shouldRefuseATopicThatTwoPatternsMatch() {
        builder.stream(Pattern.compile("a-.*")).to("out");
        builder.stream(Pattern.compile(".-2")).to("out");

        PlanException refusal =
                assertThrows(PlanException.class, () -> SourceTopics.resolve(logical(), "app", EXISTING));

        assertTrue(refusal.getMessage().contains("topic a-2 matches the pattern a-.*"), refusal.getMessage());
        assertTrue(refusal.getMessage().contains("pattern .-2"), refusal.getMessage());
    }

    /** Also before the first start, when the changelog does not exist yet. */
    @Test
    void shouldRefuseAPatternThatMatchesTheApplicationsOwnChangelog() {
        builder.stream(Pattern.compile("app-.*")).groupByKey().count(Materialized.as("counts"));

        PlanException refusal =
                assertThrows(PlanException.class, () -> SourceTopics.resolve(logical(), "app", Set.of()));

        assertTrue(refusal.getMessage().contains("app-counts-changelog"), refusal.getMessage());
    }

    @Test
    void shouldJoinPatternsAndNames() {
        builder.stream(Pattern.compile("a|b")).to("out");
        builder.stream(Pattern.compile("Quick.*", Pattern.CASE_INSENSITIVE)).to("out");
        builder.stream(Pattern.compile("[x", Pattern.LITERAL)).to("out");
        builder.stream("c.d").to("out");

        Pattern joined = SourceTopics.joined(logical(), List.of()).orElseThrow();

        for (String read : List.of("a", "b", "QUICK-1", "[x", "c.d")) {
            assertTrue(joined.matcher(read).matches(), read);
        }
        for (String unread : List.of("A", "ab", "c-d", "out", "x")) {
            assertFalse(joined.matcher(unread).matches(), unread);
        }
    }

    @Test
    void shouldPlanNoPartitionsWhereNothingMatches() {
        builder.stream(Pattern.compile("none-.*")).groupByKey().count(Materialized.as("counts"));

        Plan plan = plan(Map.of("app-counts-changelog", 3));

        assertEquals(0, plan.stages().getFirst().partitions());
        assertEquals(List.of(), plan.sourceEntries().getFirst().node().topics());
    }

    @Test
    void shouldHaveAsManyPartitionsAsTheLargestTopicThatMatches() {
        builder.stream(Pattern.compile("a-.*")).groupByKey().count(Materialized.as("counts"));

        assertEquals(5, plan(Map.of("a-1", 2, "a-2", 5)).stages().getFirst().partitions());
    }

    /** As in Kafka Streams, since the number of partitions of the repartition topic is not known. */
    @Test
    void shouldRefuseARepartitionBehindAPatternThatMatchesNothing() {
        builder.<String, String>stream(Pattern.compile("none-.*"))
                .groupBy((key, value) -> value)
                .count(Materialized.as("counts"));

        PlanException refusal = assertThrows(PlanException.class, () -> plan(Map.of()));

        assertTrue(refusal.getMessage().contains("pattern none-.*"), refusal.getMessage());
        assertEquals(4, plan(Map.of("app-counts-changelog", 4)).stages().get(1).partitions());
    }

    @Test
    void shouldNameTheTopicsThatDoNotFitAChangelog() {
        builder.stream(Pattern.compile("a-.*")).groupByKey().count(Materialized.as("counts"));

        PlanException refusal =
                assertThrows(PlanException.class, () -> plan(Map.of("a-1", 2, "a-2", 5, "app-counts-changelog", 2)));

        assertTrue(refusal.getMessage().contains("a-1: 2, a-2: 5"), refusal.getMessage());
    }

    private Plan plan(Map<String, Integer> topics) {
        LogicalTopology resolved = SourceTopics.resolve(logical(), "app", topics.keySet());
        return Planner.compile(
                resolved,
                new PlanSettings("app", 8, Serdes.String(), 0),
                topic -> topics.containsKey(topic) ? OptionalInt.of(topics.get(topic)) : OptionalInt.empty());
    }

    private LogicalTopology logical() {
        return TopologyAccess.logical(builder.build());
    }

    private static SourceNode source(Object node) {
        return (SourceNode) node;
    }
}
