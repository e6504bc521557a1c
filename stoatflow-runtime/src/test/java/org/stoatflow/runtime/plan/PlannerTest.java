package org.stoatflow.runtime.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.kstream.Repartitioned;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.Record;

class PlannerTest {
    private static final Serde<String> TEXT = Serdes.String();

    private final Map<String, Integer> topics = new HashMap<>(Map.of("in", 12, "other", 3, "out", 4));

    @Test
    void shouldMakeAHopOfARepartitionTopic() {
        Plan plan = plan(builder -> lines(builder)
                .groupBy((key, word) -> word, Grouped.with(TEXT, TEXT))
                .count(Materialized.as("counts"))
                .toStream()
                .to("out", Produced.with(TEXT, Serdes.Long())));

        assertEquals(2, plan.stages().size());
        assertEquals(2, plan.entries().size());
        Hop hop = ((Entry.HopEnd) plan.entries().get(1)).hop();
        assertEquals("app-counts-repartition", hop.topic());
        assertEquals(12, hop.partitions());
        assertTrue(plan.graph().isUpstream(0, 1));
        assertEquals(List.of("out"), List.copyOf(plan.sinkTopics()));
    }

    @Test
    void shouldRunByPartitionBeforeAKeyChangeAndByKeyAfterIt() {
        Plan plan = plan(builder -> lines(builder)
                .groupBy((key, word) -> word, Grouped.with(TEXT, TEXT))
                .count());

        assertEquals(Affinity.PARTITION, plan.stages().get(0).affinity());
        assertEquals(12, plan.stages().get(0).lanes());
        assertTrue(plan.stages().get(0).reason().contains("may change keys before the hop"));
        assertEquals(Affinity.KEY, plan.stages().get(1).affinity());
        assertEquals(8, plan.stages().get(1).lanes());
        assertEquals(12, plan.stages().get(1).firstLane());
        assertEquals(20, plan.lanes());
    }

    @Test
    void shouldRunAStatelessPipelineByKey() {
        Plan plan = plan(builder -> lines(builder).mapValues(line -> line + "!").to("out", Produced.with(TEXT, TEXT)));

        assertTrue(plan.stages().getFirst().isByKey());
    }

    @Test
    void shouldRunByPartitionWhereAChangedKeyReachesASink() {
        Plan plan = plan(builder ->
                lines(builder).map((key, value) -> KeyValue.pair(value, key)).to("out", Produced.with(TEXT, TEXT)));

        assertFalse(plan.stages().getFirst().isByKey());
    }

    @Test
    void shouldRunByPartitionWhereTheUserHasAProcessor() {
        Plan plan = plan(builder -> lines(builder).process(Forwarding::new).to("out"));

        assertFalse(plan.stages().getFirst().isByKey());
        assertTrue(plan.stages().getFirst().reason().contains("user's own processor"));
    }

    @Test
    void shouldRunByPartitionWhereAStoresKeysMayHaveTwoEncodings() {
        Serde<String> own = Serdes.serdeFrom(
                (topic, text) -> text.getBytes(java.nio.charset.StandardCharsets.UTF_8),
                (topic, bytes) -> new String(bytes, java.nio.charset.StandardCharsets.UTF_8));
        Plan plan = plan(builder -> builder.stream("in", Consumed.with(own, TEXT))
                .groupByKey(Grouped.with(own, TEXT))
                .count());

        assertFalse(plan.stages().getFirst().isByKey());
        assertTrue(plan.stages().getFirst().reason().contains("equal keys as equal bytes"));
    }

    @Test
    void shouldTakeADeclaredNumberOfPartitions() {
        Plan plan = plan(builder -> lines(builder)
                .repartition(Repartitioned.with(TEXT, TEXT).withName("spread").withNumberOfPartitions(5))
                .to("out", Produced.with(TEXT, TEXT)));

        assertEquals(5, ((Entry.HopEnd) plan.entries().get(1)).hop().partitions());
        assertEquals(5, plan.stages().get(1).partitions());
    }

    @Test
    void shouldPinTheNumberOfPartitionsByAChangelogThatExists() {
        topics.put("app-counts-changelog", 7);
        Plan plan = plan(builder -> lines(builder)
                .groupBy((key, word) -> word, Grouped.with(TEXT, TEXT))
                .count(Materialized.as("counts")));

        assertEquals(7, plan.stages().get(1).partitions());
    }

    @Test
    void shouldRefuseAChangelogThatDoesNotFitTheSource() {
        topics.put("app-counts-changelog", 7);

        String message = assertThrows(
                        PlanException.class,
                        () -> plan(builder -> lines(builder)
                                .groupByKey(Grouped.with(TEXT, TEXT))
                                .count(Materialized.as("counts"))))
                .getMessage();
        assertTrue(message.contains("app-counts-changelog has 7 partitions, but the store's input has 12"), message);
    }

    @Test
    void shouldNameASourceTopicThatIsMissing() {
        topics.remove("in");

        String message = assertThrows(
                        PlanException.class,
                        () -> plan(builder -> lines(builder).to("out")))
                .getMessage();
        assertTrue(message.contains("source topic in"), message);
    }

    @Test
    void shouldLeaveOutTheChangelogWhereLoggingIsOff() {
        Plan plan = plan(builder -> lines(builder)
                .groupByKey(Grouped.with(TEXT, TEXT))
                .count(Materialized
                        .<String, Long,
                                org.stoatflow.streams.state.KeyValueStore<org.apache.kafka.common.utils.Bytes, byte[]>>
                                as("counts")
                        .withLoggingDisabled()));

        assertNull(plan.stores().getFirst().changelogTopic());
    }

    private static KStream<String, String> lines(StreamsBuilder builder) {
        return builder.stream("in", Consumed.with(TEXT, TEXT));
    }

    private Plan plan(Consumer<StreamsBuilder> program) {
        StreamsBuilder builder = new StreamsBuilder();
        program.accept(builder);
        return Planner.compile(TopologyAccess.logical(builder.build()), new PlanSettings("app", 8, true, 0), topic -> {
            Integer count = topics.get(topic);
            return count == null ? OptionalInt.empty() : OptionalInt.of(count);
        });
    }

    private static final class Forwarding extends ContextualProcessor<String, String, String, String> {
        @Override
        public void process(Record<String, String> record) {
            context().forward(record);
        }
    }
}
