package org.stoatflow.kernel.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.error.ErrorHandling;
import org.stoatflow.kernel.error.RetryPolicy;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.errors.DefaultProductionExceptionHandler;
import org.stoatflow.streams.errors.ErrorHandlerContext;
import org.stoatflow.streams.errors.LogAndFailExceptionHandler;
import org.stoatflow.streams.errors.ProcessingExceptionHandler;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.Record;

/** The engine reuses record objects and bytes; user code must not notice. */
class LentRecordsTest {
    private final List<Record<?, ?>> kept = new ArrayList<>();

    /** Keeps each record that it is given, and adds to the record's headers. */
    private final class Keeping<V> extends ContextualProcessor<String, V, String, V> {
        @Override
        public void process(Record<String, V> record) {
            record.headers().add("seen", String.valueOf(record.value()).getBytes(StandardCharsets.UTF_8));
            kept.add(record);
            context().forward(record);
        }
    }

    private final class KeepingHandler implements ProcessingExceptionHandler {
        @Override
        public Response handleError(ErrorHandlerContext context, Record<?, ?> record, Exception exception) {
            kept.add(record);
            return Response.resume();
        }

        @Override
        public void configure(Map<String, ?> configs) {}
    }

    private ErrorHandling errors() {
        return new ErrorHandling(
                LogAndFailExceptionHandler::new,
                KeepingHandler::new,
                DefaultProductionExceptionHandler::new,
                RetryPolicy.NEVER,
                1);
    }

    private List<String> keptNow() {
        return kept.stream()
                .map(record -> record.key() + "=" + record.value() + "@" + record.timestamp() + seen(record.headers()))
                .toList();
    }

    private static String seen(Headers headers) {
        StringBuilder all = new StringBuilder();
        headers.headers("seen")
                .forEach(header -> all.append(' ').append(new String(header.value(), StandardCharsets.UTF_8)));
        return all.toString();
    }

    private List<String> run(Consumer<StreamsBuilder> program) {
        LaneRig rig = LaneRig.exactlyOnce(program, errors());
        rig.feed(0, "a=1", "b=2", "a=3");
        rig.cut();
        return rig.sent();
    }

    private static KStream<String, String> read(StreamsBuilder builder) {
        return builder.stream(LaneRig.IN);
    }

    @Test
    void shouldLetAProcessorKeepWhatOperatorsForwardToItThroughOthers() {
        run(builder -> read(builder)
                .mapValues(value -> value + value)
                .filter((key, value) -> true)
                .process(() -> new Keeping<>()));
        assertEquals(List.of("a=11@0 11", "b=22@1 22", "a=33@2 33"), keptNow());
    }

    @Test
    void shouldLetAProcessorKeepWhatComesFromASource() {
        run(builder -> read(builder).process(() -> new Keeping<>()));
        assertEquals(List.of("a=1@0 1", "b=2@1 2", "a=3@2 3"), keptNow());
    }

    @Test
    void shouldLetAProcessorKeepWhatComesThroughAHopAndFromATable() {
        run(builder -> read(builder)
                .selectKey((key, value) -> key)
                .groupByKey()
                .count()
                .toStream()
                .process(() -> new Keeping<>()));
        assertEquals(List.of("a=1@0 1", "b=1@1 1", "a=2@2 2"), keptNow());
    }

    @Test
    void shouldLetAHandlerKeepTheRecordThatFailed() {
        run(builder -> read(builder)
                .mapValues(value -> value + value)
                .mapValues(value -> {
                    throw new IllegalStateException(value);
                })
                .to("out"));
        assertEquals(List.of("a=11@0", "b=22@1", "a=33@2"), keptNow());
    }

    @Test
    void shouldSendEachRecordWithTheHeadersOfItsOwn() {
        LaneRig rig = LaneRig.exactlyOnce(
                builder -> read(builder)
                        .mapValues(value -> value + value)
                        .to(
                                "out",
                                Produced.with(
                                        Serdes.String(), Serdes.serdeFrom(new Marking(), new StringDeserializer()))),
                errors());
        rig.feed(0, "a=1", "b=2", "a=3");
        rig.cut();
        assertEquals(
                List.of(" 11", " 22", " 33"),
                rig.sentHeaders().map(LentRecordsTest::seen).toList());
    }

    @Test
    void shouldNotTakeBytesOfAnotherEncodingForTheSame() {
        List<String> sent = run(builder -> read(builder)
                .groupBy((key, value) -> key, Grouped.with(Serdes.String(), Serdes.String()))
                .reduce((before, added) -> before + added)
                .toStream()
                .to("out", Produced.with(wide(true), wide(false))));
        assertEquals(
                List.of(
                        "out " + wide("a") + "=" + wide("1"),
                        "out " + wide("b") + "=" + wide("2"),
                        "out " + wide("a") + "=" + wide("13")),
                sent.stream().filter(record -> record.startsWith("out ")).toList());
    }

    private static String wide(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_16BE), StandardCharsets.UTF_8);
    }

    private static Serde<String> wide(boolean isKey) {
        StringSerializer serializer = new StringSerializer();
        serializer.configure(Map.of("serializer.encoding", "UTF-16BE"), isKey);
        return Serdes.serdeFrom(serializer, new StringDeserializer());
    }

    /** Marks each record with its value. */
    private static final class Marking extends StringSerializer {
        @Override
        public byte[] serialize(String topic, Headers headers, String data) {
            headers.add("seen", data.getBytes(StandardCharsets.UTF_8));
            return serialize(topic, data);
        }
    }
}
