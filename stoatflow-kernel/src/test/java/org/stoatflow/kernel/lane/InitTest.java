package org.stoatflow.kernel.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.stoatflow.kernel.error.ErrorHandling;
import org.stoatflow.kernel.record.KeyLaneException;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.Named;
import org.stoatflow.streams.kstream.Repartitioned;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.processor.api.RecordMetadata;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.Stores;

/** What a processor may do in {@code init}: as in Kafka Streams, use its stores, and forward nothing. */
class InitTest {
    /** Does something in init, and passes records on. */
    private static final class Initial extends ContextualProcessor<String, String, String, String> {
        private final Consumer<ProcessorContext<String, String>> first;

        Initial(Consumer<ProcessorContext<String, String>> first) {
            this.first = first;
        }

        @Override
        public void init(ProcessorContext<String, String> context) {
            super.init(context);
            first.accept(context);
        }

        @Override
        public void process(Record<String, String> record) {
            context().forward(record);
        }
    }

    private static Consumer<StreamsBuilder> program(
            Consumer<ProcessorContext<String, String>> first, Consumer<KStream<String, String>> below) {
        return builder -> {
            builder.addStateStore(Stores.keyValueStoreBuilder(
                    Stores.persistentKeyValueStore("rows"), Serdes.String(), Serdes.String()));
            below.accept(
                    builder.<String, String>stream("in").process(() -> new Initial(first), Named.as("mine"), "rows"));
        };
    }

    private static void write(ProcessorContext<String, String> context) {
        KeyValueStore<String, String> rows = context.getStateStore("rows");
        rows.put("k", "of " + context.taskId());
    }

    private static LaneRig rig(boolean exactlyOnce, Consumer<StreamsBuilder> program) {
        return exactlyOnce
                ? LaneRig.exactlyOnce(program, ErrorHandling.FAILING)
                : LaneRig.atLeastOnce(program, ErrorHandling.FAILING);
    }

    /** Also in a lane to which no record ever comes. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldCommitWhatIsWritten(boolean exactlyOnce) {
        LaneRig rig = rig(exactlyOnce, program(InitTest::write, stream -> stream.to("out")));
        rig.handTime();
        rig.run();
        rig.cut();

        assertTrue(rig.isCutComplete());
        assertEquals(
                List.of("app-rows-changelog k=of 0_0", "app-rows-changelog k=of 0_1"),
                rig.sent().stream().sorted().toList());
    }

    @Test
    void shouldHandOutNoTimeWhereNothingIsWritten() {
        LaneRig rig = rig(true, program(context -> {}, stream -> stream.to("out")));

        assertEquals(0, rig.handTime());
    }

    @Test
    void shouldHandOutTimeOnceForWhatIsWritten() {
        LaneRig rig = rig(true, program(InitTest::write, stream -> stream.to("out")));
        rig.handTime();
        rig.run();

        assertEquals(0, rig.handTime());
    }

    @Test
    void shouldBeNowhere() {
        List<RecordMetadata> seen = new ArrayList<>();
        rig(true, program(context -> context.recordMetadata().ifPresent(seen::add), stream -> stream.to("out")));

        assertEquals(LaneRig.PARTITIONS, seen.size());
        assertEquals(null, seen.getFirst().topic());
        assertEquals(-1, seen.getFirst().partition());
        assertEquals(-1, seen.getFirst().offset());
    }

    @ParameterizedTest
    @ValueSource(strings = {"sink", "hop", "operator"})
    void shouldRefuseToForward(String child) {
        Consumer<StreamsBuilder> program = program(
                context -> context.forward(new Record<>("k", "v", 1)),
                stream -> below(child).accept(stream, "out"));

        String message = String.valueOf(
                assertThrows(StreamsException.class, () -> rig(true, program)).getMessage());
        assertTrue(message.contains("Processor mine forwards a record in init()"), message);
    }

    private static BiConsumer<KStream<String, String>, String> below(String child) {
        return switch (child) {
            case "sink" -> KStream::to;
            case "hop" ->
                (stream, out) -> stream.repartition(Repartitioned.as("hop")).to(out);
            default -> (stream, out) -> stream.mapValues(value -> value + "!").to(out);
        };
    }

    @Test
    void shouldForwardOnceItIsPrepared() {
        LaneRig rig = rig(true, program(context -> {}, stream -> stream.to("out")));
        rig.feed(0, "k=v");
        rig.run();
        rig.cut();

        assertEquals(List.of("out k=v"), rig.sent());
    }

    /** In init() there is no record that says to which lane the row belongs. */
    @Test
    void shouldRefuseToWriteInAStageByKey() {
        Consumer<StreamsBuilder> program = program(
                context -> {
                    KeyValueStore<String, String> rows = context.getStateStore("rows");
                    rows.put("k", "v");
                },
                stream -> stream.to("out"));

        String message = String.valueOf(
                assertThrows(KeyLaneException.class, () -> LaneRig.byKey(program, ErrorHandling.FAILING, 1, 0))
                        .getMessage());
        assertTrue(message.contains("writes to a store in init()"), message);
        assertFalse(message.contains("null"), message);
    }
}
