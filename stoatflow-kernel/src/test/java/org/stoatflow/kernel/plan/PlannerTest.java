package org.stoatflow.kernel.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.stoatflow.processor.KeyLocal;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Named;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.kstream.Repartitioned;
import org.stoatflow.streams.processor.UsePartitionTimeOnInvalidTimestamp;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.Record;

class PlannerTest {
    private static final Serde<String> TEXT = Serdes.String();

    private static final Serde<String> OWN = Serdes.serdeFrom(
            (topic, text) -> text.getBytes(StandardCharsets.UTF_8),
            (topic, bytes) -> new String(bytes, StandardCharsets.UTF_8));

    private Serde<?> defaultKeySerde = Serdes.String();
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
    void shouldKeepTheNumberOfAGlobalStoreFreeOfLanes() {
        Plan plan = plan(builder -> {
            builder.globalTable("world", Consumed.with(TEXT, TEXT));
            lines(builder).to("out", Produced.with(TEXT, TEXT));
        });

        assertEquals(2, plan.stages().size());
        assertEquals(0, plan.stages().get(0).lanes());
        assertTrue(plan.stages().get(0).entries().isEmpty());
        assertEquals(1, plan.entries().get(0).stage());
        assertTrue(plan.stages().get(1).lanes() > 0);
        assertTrue(plan.stores().isEmpty());
        assertTrue(PlanText.of(plan)
                .contains("Stage 0\n  lanes       none, since the number is that of a global store\n"));
        assertEquals(1, PlanText.lines(plan).size());
    }

    @Test
    void shouldRunByPartitionBeforeAKeyChangeAndByKeyAfterIt() {
        Plan plan = plan(builder -> lines(builder)
                .groupBy((key, word) -> word, Grouped.with(TEXT, TEXT))
                .count());

        assertEquals(Affinity.PARTITION, plan.stages().get(0).routing().affinity());
        assertEquals(12, plan.stages().get(0).lanes());
        assertTrue(plan.stages().get(0).routing().reason().contains("may change keys before the hop"));
        assertEquals(Affinity.KEY, plan.stages().get(1).routing().affinity());
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
        assertTrue(plan.stages().getFirst().routing().reason().contains("user's own processor"));
    }

    @Test
    void shouldRunByPartitionWhereAStoresKeysMayHaveTwoEncodings() {
        Plan plan = plan(builder -> builder.stream("in", Consumed.with(OWN, TEXT))
                .groupByKey(Grouped.with(OWN, TEXT))
                .count());

        assertFalse(plan.stages().getFirst().isByKey());
        assertTrue(plan.stages().getFirst().routing().reason().contains("equal keys as equal bytes"));
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

    // ---- order across keys

    @Test
    void shouldRunByPartitionAboveAHopToAUsersProcessor() {
        Plan plan = plan(builder -> lines(builder)
                .repartition(Repartitioned.with(TEXT, TEXT).withName("spread"))
                .process(Forwarding::new, Named.as("mine"))
                .to("out", Produced.with(TEXT, TEXT)));

        assertFalse(plan.stages().get(0).isByKey());
        assertEquals(
                "stage 1, behind the hop spread-repartition, may depend on the order across keys: mine is the user's"
                        + " own processor, not declared to be key-local",
                plan.stages().get(0).routing().reason());
    }

    @Test
    void shouldRunByPartitionAboveAKeyChangeBehindTwoHops() {
        Plan plan = plan(builder -> lines(builder)
                .repartition(Repartitioned.with(TEXT, TEXT).withName("first"))
                .mapValues(line -> line + "!")
                .repartition(Repartitioned.with(TEXT, TEXT).withName("second"))
                .selectKey((key, line) -> line, Named.as("rekey"))
                .to("out", Produced.with(TEXT, TEXT)));

        assertEquals(
                List.of(Affinity.PARTITION, Affinity.PARTITION, Affinity.PARTITION),
                plan.stages().stream().map(stage -> stage.routing().affinity()).toList());
        assertTrue(
                plan.stages().get(0).routing().reason().startsWith("stage 2, behind the hop second-repartition"),
                plan.stages().get(0).routing().reason());
    }

    @Test
    void shouldRunByKeyAboveAndBelowAHopWhereKeysStay() {
        Plan plan = plan(builder -> lines(builder)
                .repartition(Repartitioned.with(TEXT, TEXT))
                .groupByKey(Grouped.with(TEXT, TEXT))
                .count()
                .toStream()
                .to("out", Produced.with(TEXT, Serdes.Long())));

        assertEquals(
                List.of(Affinity.KEY, Affinity.KEY),
                plan.stages().stream().map(stage -> stage.routing().affinity()).toList());
    }

    @Test
    void shouldRunByPartitionWhereAUsersProcessorReadsTheTopicThatIsWritten() {
        topics.put("between", 12);
        Plan plan = plan(builder -> {
            lines(builder).mapValues(line -> line + "!").to("between", Produced.with(TEXT, TEXT));
            builder.stream("between", Consumed.with(TEXT, TEXT)).process(Forwarding::new);
        });

        assertFalse(plan.stages().getFirst().isByKey());
        assertTrue(
                plan.stages().getFirst().routing().reason().startsWith("stage 1, behind the topic between, may depend"),
                plan.stages().getFirst().routing().reason());
    }

    @Test
    void shouldRunByPartitionWhereAChangedKeyReachesAKeyLocalProcessor() {
        Plan plan = plan(builder -> lines(builder)
                .selectKey((key, line) -> line, Named.as("rekey"))
                .process(KeptLocally::new, Named.as("mine")));

        assertFalse(plan.stages().getFirst().isByKey());
        assertEquals(
                "rekey may change keys before the user's processor mine",
                plan.stages().getFirst().routing().reason());
    }

    // ---- encodings

    @Test
    void shouldRunByPartitionWhereASinksKeysMayHaveTwoEncodings() {
        Plan plan = plan(builder -> builder.stream("in", Consumed.with(OWN, TEXT))
                .mapValues(line -> line + "!")
                .to("out"));

        assertFalse(plan.stages().getFirst().isByKey());
        assertTrue(plan.stages().getFirst().routing().reason().contains("equal keys as equal bytes"));
    }

    @Test
    void shouldRunByPartitionWhereTheDefaultSerdeHasAnotherEncoding() {
        Serde<String> wide = Serdes.String();
        wide.configure(Map.of("key.deserializer.encoding", "UTF-16", "key.serializer.encoding", "UTF-16"), true);
        defaultKeySerde = wide;

        assertFalse(plan(builder -> builder.stream("in").to("out"))
                .stages()
                .getFirst()
                .isByKey());
    }

    @Test
    void shouldRunByKeyWhereNothingIsWritten() {
        Plan plan =
                plan(builder -> builder.stream("in", Consumed.with(OWN, TEXT)).foreach((key, value) -> {}));

        assertTrue(plan.stages().getFirst().isByKey());
    }

    @Test
    void shouldRunByPartitionWhereAnExtractorMayUsePartitionTime() {
        Plan plan = plan(builder -> builder.stream(
                        "in",
                        Consumed.with(TEXT, TEXT).withTimestampExtractor(new UsePartitionTimeOnInvalidTimestamp()))
                .to("out"));

        assertFalse(plan.stages().getFirst().isByKey());
        assertTrue(plan.stages()
                .getFirst()
                .routing()
                .reason()
                .contains("UsePartitionTimeOnInvalidTimestamp of KSTREAM-SOURCE-0000000000 may use the time"));
    }

    // ---- numbers of partitions

    @Test
    void shouldGiveEachHopTheNumberOfItsOwnTopic() {
        topics.put("six", 6);
        Plan plan = plan(builder -> builder.stream("other", Consumed.with(TEXT, TEXT))
                .repartition(Repartitioned.with(TEXT, TEXT))
                .merge(builder.stream("six", Consumed.with(TEXT, TEXT)))
                .groupByKey(Grouped.with(TEXT, TEXT))
                .count());

        assertEquals(3, hops(plan).getFirst().partitions());
        assertEquals(6, plan.stages().get(plan.stages().size() - 1).partitions());
    }

    @Test
    void shouldCountStagesThatFeedEachOther() {
        Plan plan = plan(builder -> {
            KStream<String, String> lines = builder.stream("other", Consumed.with(TEXT, TEXT));
            KStream<String, String> there =
                    lines.repartition(Repartitioned.with(TEXT, TEXT).withName("there"));
            KStream<String, String> back = there.mapValues(line -> line + "!")
                    .repartition(Repartitioned.with(TEXT, TEXT).withName("back"));
            lines.merge(back).to("out", Produced.with(TEXT, TEXT));
        });

        assertEquals(List.of(3, 3), hops(plan).stream().map(Hop::partitions).toList());
        assertEquals(
                List.of(3, 3), plan.stages().stream().map(Stage::partitions).toList());
    }

    @Test
    void shouldKeepNumbersOfSeveralHopsWhereTheChangelogFitsThem() {
        topics.put("six", 6);
        topics.put("app-counts-changelog", 6);
        Plan plan = plan(builder -> countOfTwoHops(builder));

        assertEquals(
                List.of(3, 6), hops(plan).stream().map(Hop::partitions).sorted().toList());
    }

    @Test
    void shouldRefuseToGuessWhichOfTwoHopsHasGrown() {
        topics.put("six", 7);
        topics.put("app-counts-changelog", 6);

        String message = assertThrows(PlanException.class, () -> plan(builder -> countOfTwoHops(builder)))
                .getMessage();
        assertTrue(message.contains("app-counts-changelog has 6 partitions, but the store's input has 7"), message);
    }

    private static void countOfTwoHops(StreamsBuilder builder) {
        builder.stream("other", Consumed.with(TEXT, TEXT))
                .repartition(Repartitioned.with(TEXT, TEXT))
                .merge(builder.stream("six", Consumed.with(TEXT, TEXT)).repartition(Repartitioned.with(TEXT, TEXT)))
                .groupByKey(Grouped.with(TEXT, TEXT))
                .count(Materialized.as("counts"));
    }

    private static List<Hop> hops(Plan plan) {
        return plan.entries().stream()
                .filter(Entry.HopEnd.class::isInstance)
                .map(entry -> ((Entry.HopEnd) entry).hop())
                .toList();
    }

    private static KStream<String, String> lines(StreamsBuilder builder) {
        return builder.stream("in", Consumed.with(TEXT, TEXT));
    }

    private Plan plan(Consumer<StreamsBuilder> program) {
        StreamsBuilder builder = new StreamsBuilder();
        program.accept(builder);
        return Planner.compile(
                TopologyAccess.logical(builder.build()), new PlanSettings("app", 8, defaultKeySerde, 0), topic -> {
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

    private static final class KeptLocally extends ContextualProcessor<String, String, String, String>
            implements KeyLocal {
        @Override
        public void process(Record<String, String> record) {
            context().forward(record);
        }
    }
}
