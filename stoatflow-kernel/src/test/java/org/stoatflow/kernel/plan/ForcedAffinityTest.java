package org.stoatflow.kernel.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.stoatflow.processor.KeyLocal;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Named;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.processor.FailOnInvalidTimestamp;
import org.stoatflow.streams.processor.api.ContextualFixedKeyProcessor;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.FixedKeyRecord;
import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.streams.processor.api.ProcessorSupplier;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.Stores;

/** How the configuration and the declarations of processors change the plan. */
class ForcedAffinityTest {
    private static final Serde<String> TEXT = Serdes.String();
    private static final Serde<String> OWN =
            Serdes.serdeFrom(TEXT.serializer()::serialize, TEXT.deserializer()::deserialize);

    private final Map<String, Object> config = new HashMap<>();

    // ---- forced by configuration

    @Test
    void shouldForceKeyForTheApplication() {
        config.put("stoatflow.affinity", "KEY");
        Plan plan = plan(ForcedAffinityTest::words);

        assertEquals(
                List.of(
                        "forced by configuration stoatflow.affinity; else PARTITION, because rekey may change keys"
                                + " before the hop counts-repartition",
                        "forced by configuration stoatflow.affinity; without it KEY too, because operators are the"
                                + " DSL's, and keys stay as they are"),
                plan.stages().stream().map(stage -> stage.routing().reason()).toList());
        assertTrue(plan.stages().stream().allMatch(Stage::isByKey));
        assertFalse(plan.stages().get(0).routing().comparesKeys(), "no stores");
        assertFalse(plan.stages().get(1).routing().comparesKeys(), "proven");
    }

    @Test
    void shouldForcePartitionForTheApplication() {
        config.put("stoatflow.affinity", "PARTITION");
        Plan plan = plan(ForcedAffinityTest::words);

        assertTrue(plan.stages().stream().noneMatch(Stage::isByKey));
        assertEquals(
                "forced by configuration stoatflow.affinity; else KEY, because operators are the DSL's, and keys stay"
                        + " as they are",
                plan.stages().get(1).routing().reason());
        assertEquals(12, plan.stages().get(1).lanes());
    }

    @Test
    void shouldForceOneStageByTheNameOfASource() {
        config.put("stoatflow.affinity.lines", "KEY");
        Plan plan = plan(ForcedAffinityTest::words);

        assertTrue(plan.stages().get(0).isByKey());
        assertTrue(plan.stages()
                .get(0)
                .routing()
                .reason()
                .startsWith("forced by configuration stoatflow.affinity.lines; else"));
        assertFalse(plan.stages().get(1).routing().reason().contains("forced"));
    }

    @Test
    void shouldForceOneStageByTheNameOfAProcessor() {
        config.put("stoatflow.affinity.rekey", "KEY");

        assertTrue(plan(ForcedAffinityTest::words).stages().get(0).isByKey());
    }

    @Test
    void shouldPutANodesChoiceBeforeTheApplications() {
        config.put("stoatflow.affinity", "KEY");
        config.put("stoatflow.affinity.lines", "AUTO");
        Plan plan = plan(ForcedAffinityTest::words);

        assertFalse(plan.stages().get(0).isByKey());
        assertFalse(plan.stages().get(0).routing().reason().contains("forced"));
        assertTrue(plan.stages().get(1).routing().reason().startsWith("forced by configuration stoatflow.affinity;"));
    }

    @Test
    void shouldForceKeyOnAUsersProcessorWithoutATimerEntry() {
        Consumer<StreamsBuilder> program = builder ->
                lines(builder, TEXT).process(Keeping::new, Named.as("mine")).to("out");
        assertTrue(plan(program).entries().stream().anyMatch(Entry.Timer.class::isInstance));

        config.put("stoatflow.affinity.mine", "KEY");
        Plan plan = plan(program);

        assertEquals(
                "forced by configuration stoatflow.affinity.mine; else PARTITION, because mine is the user's own"
                        + " processor, not declared to be key-local",
                plan.stages().getFirst().routing().reason());
        assertTrue(plan.entries().stream().noneMatch(Entry.Timer.class::isInstance), "nobody may punctuate");
    }

    @Test
    void shouldCompareNoKeysOnOneLane() {
        config.put("stoatflow.affinity", "KEY");
        config.put("stoatflow.lanes", 1);
        Plan plan = plan(builder ->
                lines(builder, OWN).groupByKey(Grouped.with(OWN, TEXT)).count());

        assertEquals(1, plan.stages().getFirst().lanes());
        assertFalse(plan.stages().getFirst().routing().comparesKeys());
    }

    @Test
    void shouldCompareKeysWhoseSerdeIsNotKnown() {
        config.put("stoatflow.affinity", "KEY");
        Plan plan = plan(builder ->
                lines(builder, OWN).groupByKey(Grouped.with(OWN, TEXT)).count(Materialized.as("n")));

        assertTrue(plan.stages().getFirst().routing().comparesKeys());
        assertEquals(
                "forced by configuration stoatflow.affinity; else PARTITION, because the key serde of store n is not"
                        + " known to write equal keys as equal bytes",
                plan.stages().getFirst().routing().reason());
    }

    // ---- lanes

    @Test
    void shouldGiveTheStageOfASourceItsOwnLanes() {
        config.put("stoatflow.lanes", 5);
        config.put("stoatflow.lanes.lines", 4_096);
        Plan plan = plan(builder -> {
            lines(builder, TEXT).mapValues(line -> line + "!").to("out");
            builder.stream("other", Consumed.with(TEXT, TEXT)).to("out");
        });

        assertEquals(List.of(4_096, 5), plan.stages().stream().map(Stage::lanes).toList());
        assertEquals(4_096, plan.stages().get(1).firstLane());
        assertEquals(List.of(), plan.warnings());
    }

    @Test
    void shouldHaveFourLanesForEachProcessor() {
        Plan plan = plan(builder -> lines(builder, TEXT).to("out"));

        assertEquals(
                4 * Runtime.getRuntime().availableProcessors(),
                plan.stages().getFirst().lanes());
    }

    @Test
    void shouldWarnOfLanesThatHaveNoEffect() {
        config.put("stoatflow.lanes.lines", 9);
        Plan plan = plan(ForcedAffinityTest::words);

        assertEquals(
                List.of("stoatflow.lanes.lines has no effect: stage 0 runs by partition, on one lane for each virtual"
                        + " partition"),
                plan.warnings());
    }

    // ---- refused

    @Test
    void shouldRefuseANodeThatThereIsNot() {
        config.put("stoatflow.affinity.linse", "KEY");

        assertEquals(
                "Configuration key 'stoatflow.affinity.linse' names no source or processor of the topology. There are"
                        + " KSTREAM-AGGREGATE-0000000003, KTABLE-TOSTREAM-0000000007, counts-repartition-filter,"
                        + " counts-repartition-source, lines, rekey, words",
                refusal(ForcedAffinityTest::words));
    }

    @Test
    void shouldRefuseASink() {
        config.put("stoatflow.lanes.end", 7);

        String message = refusal(builder -> lines(builder, TEXT).to("out", Produced.<String, String>as("end")));
        assertTrue(message.startsWith("Configuration key 'stoatflow.lanes.end' names no source or processor"), message);
    }

    @Test
    void shouldRefuseTwoAnswersForOneStage() {
        config.put("stoatflow.affinity.lines", "KEY");
        config.put("stoatflow.affinity.rekey", "PARTITION");

        assertEquals(
                "stoatflow.affinity.lines and stoatflow.affinity.rekey say different things about one stage, which has"
                        + " both nodes. Remove one of them",
                refusal(ForcedAffinityTest::words));
    }

    @Test
    void shouldRefuseNumbersOfLanesOutOfRange() {
        for (int lanes : new int[] {0, -2, 100_001}) {
            config.put("stoatflow.lanes.lines", lanes);
            String message = refusal(ForcedAffinityTest::words);
            assertTrue(message.contains("stoatflow.lanes.lines") && message.contains("" + lanes), message);
        }
    }

    // ---- key-local processors

    @Test
    void shouldRunAKeyLocalProcessorByKey() {
        Plan plan =
                plan(builder -> lines(builder, TEXT).process(LocalKeeping::new).to("out"));

        assertEquals(
                "operators are the DSL's or declared to be key-local, and keys stay as they are",
                plan.stages().getFirst().routing().reason());
        assertTrue(plan.stages().getFirst().isByKey());
        assertFalse(plan.stages().getFirst().routing().comparesKeys());
    }

    @Test
    void shouldReadTheDeclarationOfASupplier() {
        Plan plan = plan(
                builder -> lines(builder, TEXT).process(new LocalSupplier()).to("out"));

        assertTrue(plan.stages().getFirst().isByKey());
    }

    @Test
    void shouldReadTheDeclarationOfAFixedKeyProcessor() {
        Plan plan = plan(builder ->
                lines(builder, TEXT).processValues(LocalFixedKey::new).to("out"));

        assertTrue(plan.stages().getFirst().isByKey());
    }

    @Test
    void shouldRunByPartitionBesideAProcessorThatDeclaresNothing() {
        Plan plan = plan(builder -> lines(builder, TEXT)
                .process(LocalKeeping::new)
                .process(Keeping::new, Named.as("mine"))
                .to("out"));

        assertEquals(
                "mine is the user's own processor, not declared to be key-local",
                plan.stages().getFirst().routing().reason());
    }

    @Test
    void shouldRunByPartitionWhereAKeyChangesAfterAKeyLocalProcessor() {
        Plan plan = plan(builder -> lines(builder, TEXT)
                .process(LocalKeeping::new)
                .map((key, value) -> KeyValue.pair(value, key), Named.as("swap"))
                .to("out", Produced.<String, String>as("end")));

        assertEquals(
                "swap may change keys before the sink end",
                plan.stages().getFirst().routing().reason());
    }

    /** A key-local processor chooses the keys of its rows; the record's key chooses the lane. */
    @Test
    void shouldAskForTheSerdeOfTheSourceOfAKeyLocalProcessorOnly() {
        for (Serde<String> source : List.of(TEXT, OWN)) {
            Plan plan = plan(builder -> {
                builder.addStateStore(Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore("rows"), OWN, TEXT));
                lines(builder, source).process(LocalKeeping::new, "rows").to("out");
            });
            Stage stage = plan.stages().getFirst();
            assertEquals(source == TEXT, stage.isByKey(), () -> stage.routing().reason());
        }
    }

    private static void words(StreamsBuilder builder) {
        lines(builder, TEXT)
                .flatMapValues(line -> List.of(line.split(" ")), Named.as("words"))
                .selectKey((key, word) -> word, Named.as("rekey"))
                .groupByKey(Grouped.with(TEXT, TEXT))
                .count(Materialized.as("counts"))
                .toStream()
                .to("out", Produced.with(TEXT, Serdes.Long()));
    }

    private static KStream<String, String> lines(StreamsBuilder builder, Serde<String> keys) {
        return builder.stream("in", Consumed.with(keys, TEXT).withName("lines"));
    }

    private String refusal(Consumer<StreamsBuilder> program) {
        return String.valueOf(
                assertThrows(ConfigException.class, () -> plan(program)).getMessage());
    }

    private Plan plan(Consumer<StreamsBuilder> program) {
        StreamsBuilder builder = new StreamsBuilder();
        program.accept(builder);
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, "app");
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
        StreamsConfig parsed = new StreamsConfig(config);
        PlanSettings settings = new PlanSettings(
                "app",
                PlanChoices.lanes(parsed),
                Serdes.String(),
                FailOnInvalidTimestamp.class,
                0,
                PlanChoices.of(parsed));
        return Planner.compile(
                TopologyAccess.logical(builder.build()),
                settings,
                topic -> topic.equals("in") || topic.equals("other") ? OptionalInt.of(12) : OptionalInt.empty());
    }

    private static class Keeping extends ContextualProcessor<String, String, String, String> {
        @Override
        public void process(Record<String, String> record) {
            context().forward(record);
        }
    }

    private static final class LocalKeeping extends Keeping implements KeyLocal {}

    private static final class LocalSupplier implements ProcessorSupplier<String, String, String, String>, KeyLocal {
        @Override
        public Processor<String, String, String, String> get() {
            return new Keeping();
        }
    }

    private static final class LocalFixedKey extends ContextualFixedKeyProcessor<String, String, String>
            implements KeyLocal {
        @Override
        public void process(FixedKeyRecord<String, String> record) {
            context().forward(record);
        }
    }
}
