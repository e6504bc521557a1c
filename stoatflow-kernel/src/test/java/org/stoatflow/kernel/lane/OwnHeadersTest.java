package org.stoatflow.kernel.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.Serializer;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.error.ErrorHandling;
import org.stoatflow.kernel.error.RetryPolicy;
import org.stoatflow.spi.RetriableErrors;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.errors.DefaultProductionExceptionHandler;
import org.stoatflow.streams.errors.ErrorHandlerContext;
import org.stoatflow.streams.errors.LogAndFailExceptionHandler;
import org.stoatflow.streams.errors.ProcessingExceptionHandler;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.kstream.Repartitioned;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.Stores;

/** User code may write the headers that it is given, and no other record shows the change. */
class OwnHeadersTest {
    private static final int BACKOFF_MS = 10;
    private static final Serde<String> TEXT = Serdes.String();

    private final List<String> seen = Collections.synchronizedList(new ArrayList<>());

    /** A serde of text that puts the type into a header and removes the header on reading, as JSON serdes do. */
    private final class TypedText implements Serde<String>, Serializer<String>, Deserializer<String> {
        @Override
        public byte[] serialize(String topic, String text) {
            throw new IllegalStateException("asked without headers");
        }

        @Override
        public byte[] serialize(String topic, Headers headers, String text) {
            headers.remove("type");
            headers.add("type", "text".getBytes(StandardCharsets.UTF_8));
            return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public String deserialize(String topic, byte[] bytes) {
            throw new IllegalStateException("asked without headers");
        }

        @Override
        public String deserialize(String topic, Headers headers, byte[] bytes) {
            Header type = headers.lastHeader("type");
            seen.add(type == null ? "none" : new String(type.value(), StandardCharsets.UTF_8));
            headers.remove("type");
            return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
        }

        @Override
        public Serializer<String> serializer() {
            return this;
        }

        @Override
        public Deserializer<String> deserializer() {
            return this;
        }

        @Override
        public void configure(Map<String, ?> configs, boolean isKey) {}

        @Override
        public void close() {}
    }

    /** A serde that always writes into the same array. */
    private static Serde<String> oneBuffer() {
        byte[] buffer = new byte[2];
        return Serdes.serdeFrom(
                (topic, text) -> {
                    System.arraycopy(text.getBytes(StandardCharsets.UTF_8), 0, buffer, 0, buffer.length);
                    return buffer;
                },
                (topic, bytes) -> new String(bytes, StandardCharsets.UTF_8));
    }

    /** Adds a header to the record that it is given. */
    private static final class Marking extends ContextualProcessor<String, String, String, String> {
        @Override
        public void process(Record<String, String> record) {
            record.headers().add("late", record.value().getBytes(StandardCharsets.UTF_8));
            context().forward(record);
        }
    }

    private static Supplier<Headers> typed() {
        return () -> new RecordHeaders().add("type", "text".getBytes(StandardCharsets.UTF_8));
    }

    private ErrorHandling errors(int attempts, ProcessingExceptionHandler handler) {
        return new ErrorHandling(
                LogAndFailExceptionHandler::new,
                () -> handler,
                DefaultProductionExceptionHandler::new,
                new RetryPolicy(
                        attempts,
                        TimeUnit.MILLISECONDS.toNanos(BACKOFF_MS),
                        TimeUnit.MILLISECONDS.toNanos(BACKOFF_MS),
                        10,
                        new RetriableErrors()),
                1);
    }

    private ErrorHandling errors() {
        return errors(0, failing());
    }

    private static ProcessingExceptionHandler failing() {
        return new ProcessingExceptionHandler() {
            @Override
            public Response handleError(ErrorHandlerContext context, Record<?, ?> record, Exception exception) {
                return Response.fail();
            }

            @Override
            public void configure(Map<String, ?> configs) {}
        };
    }

    private void aggregate(StreamsBuilder builder, Serde<String> serde) {
        builder.stream(LaneRig.IN, Consumed.with(TEXT, TEXT))
                .groupBy((key, value) -> key, Grouped.with(TEXT, serde))
                .aggregate(
                        () -> "00",
                        (key, value, sum) -> String.format("%02d", Integer.parseInt(sum) + Integer.parseInt(value)),
                        Materialized.with(TEXT, serde))
                .toStream()
                .to("out", Produced.with(TEXT, serde));
    }

    @Test
    void shouldLetASerdeWriteHeadersAtHopStoreAndSink() {
        LaneRig rig = LaneRig.exactlyOnce(builder -> aggregate(builder, new TypedText()), errors());
        rig.feed(0, "a=01", "b=02", "a=03");
        rig.cut();

        assertEquals(List.of("out a=01 type:text", "out b=02 type:text", "out a=04 type:text"), rig.sentWithHeaders());
        assertEquals(
                3,
                rig.sentHeaders()
                        .filter(headers -> headers.lastHeader("type") != null)
                        .count(),
                "changelogs have no headers");
    }

    @Test
    void shouldLetASerdeWriteHeadersBelowACache() {
        LaneRig rig = LaneRig.cached(builder -> aggregate(builder, new TypedText()), errors());
        rig.feed(0, "a=01", "b=02", "a=03");
        rig.cut();

        assertEquals(List.of("out b=02 type:text", "out a=04 type:text"), rig.sentWithHeaders());
    }

    @Test
    void shouldNotShowALaterNodesHeaderInAnEarlierSinksRecord() {
        TypedText serde = new TypedText();
        LaneRig rig = LaneRig.exactlyOnce(
                builder -> {
                    KStream<String, String> lines = builder.stream(LaneRig.IN, Consumed.with(TEXT, TEXT));
                    lines.to("early", Produced.with(TEXT, serde));
                    lines.process(Marking::new).to("out", Produced.with(TEXT, serde));
                },
                errors());
        rig.feed(0, "a=01");
        rig.cut();

        assertEquals(List.of("early a=01 type:text", "out a=01 late:01 type:text"), rig.sentWithHeaders());
    }

    @Test
    void shouldGiveEachRecordOverAHopHeadersOfItsOwn() {
        LaneRig rig = LaneRig.exactlyOnce(
                builder -> builder.stream(LaneRig.IN, Consumed.with(TEXT, TEXT))
                        .flatMap((key, value) -> List.of(KeyValue.pair("x", value), KeyValue.pair("y", value)))
                        .repartition(Repartitioned.with(
                                TEXT, Serdes.serdeFrom(TEXT.serializer(), new TypedText().deserializer())))
                        .process(Marking::new)
                        .to("out", Produced.with(TEXT, TEXT)),
                errors());
        rig.feed(0, typed(), "a=01");
        rig.cut();

        assertEquals(List.of("text", "text"), seen);
        assertEquals(
                List.of("out x=01 late:01", "out y=01 late:01"),
                rig.sentWithHeaders().stream().sorted().toList());
    }

    @Test
    void shouldRunARecordAgainWithTheHeadersThatItHad() {
        int[] failures = {2};
        LaneRig rig = LaneRig.exactlyOnce(
                builder -> builder.stream(
                                LaneRig.IN, Consumed.with(TEXT, Serdes.serdeFrom(TEXT.serializer(), new TypedText())))
                        .mapValues(value -> {
                            if (failures[0]-- > 0) {
                                throw new RetriableException("not yet") {};
                            }
                            return value;
                        })
                        .to("out", Produced.with(TEXT, TEXT)),
                errors(3, failing()));
        rig.feed(0, typed(), "a=01");
        rig.cut();
        for (int attempt = 0; attempt < 2; attempt++) {
            rig.pass(BACKOFF_MS);
            rig.run();
        }

        assertEquals(List.of("text", "text", "text"), seen);
        assertEquals(List.of("out a=01"), rig.sentWithHeaders());
    }

    @Test
    void shouldHaveNoHeadersOutsideOfARecordWhateverWasWrittenBefore() {
        Serde<String> counting = new TypedText();
        LaneRig rig = LaneRig.exactlyOnce(
                builder -> {
                    builder.addStateStore(
                            Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("rows"), TEXT, counting));
                    builder.stream(LaneRig.IN, Consumed.with(TEXT, TEXT)).process(() -> new Looking(seen), "rows");
                },
                errors());

        assertEquals(List.of("none", "none", "none", "none"), seen);
        assertEquals(LaneRig.PARTITIONS, rig.lanes().size());
    }

    /** Writes a row and reads it twice in init(). */
    private static final class Looking implements Processor<String, String, Void, Void> {
        private final List<String> seen;

        Looking(List<String> seen) {
            this.seen = seen;
        }

        @Override
        public void init(ProcessorContext<Void, Void> context) {
            KeyValueStore<String, String> rows = context.getStateStore("rows");
            int before = seen.size();
            rows.put("a", "1");
            rows.get("a");
            rows.get("a");
            assertEquals(before + 2, seen.size());
        }

        @Override
        public void process(Record<String, String> record) {}
    }

    @Test
    void shouldShowAHandlerTheHeadersOfTheRecordItself() {
        List<Headers> given = new ArrayList<>();
        LaneRig rig = LaneRig.exactlyOnce(
                builder -> builder.stream(LaneRig.IN, Consumed.with(TEXT, TEXT)).mapValues(value -> {
                    throw new IllegalStateException(value);
                }),
                errors(0, new ProcessingExceptionHandler() {
                    @Override
                    public Response handleError(ErrorHandlerContext context, Record<?, ?> record, Exception exception) {
                        record.headers().add("seen", null);
                        assertSame(record.headers(), context.headers());
                        given.add(record.headers());
                        return Response.resume();
                    }

                    @Override
                    public void configure(Map<String, ?> configs) {}
                }));
        rig.feed(0, "a=1", "a=2");
        rig.cut();

        given.forEach(headers -> assertEquals(1, headers.toArray().length));
        assertEquals(2, given.size());
    }

    @Test
    void shouldKeepWhatASerializerGaveThatFillsOneBufferAgain() {
        for (boolean cached : new boolean[] {false, true}) {
            LaneRig rig = cached
                    ? LaneRig.cached(builder -> aggregate(builder, oneBuffer()), errors())
                    : LaneRig.exactlyOnce(builder -> aggregate(builder, oneBuffer()), errors());
            rig.feed(0, "a=01", "b=02", "a=03", "c=04");
            rig.cut();

            List<String> last = List.of("out b=02", "out a=04", "out c=04");
            assertEquals(
                    cached ? last : List.of("out a=01", "out b=02", "out a=04", "out c=04"), rig.sentWithHeaders());
            assertEquals(
                    List.of("04", "02", "04"),
                    rig.sent().stream()
                            .filter(record -> record.contains("-changelog"))
                            .sorted()
                            .map(record -> record.substring(record.length() - 2))
                            .toList());
        }
    }

    @Test
    void shouldKeepBytesThatAFunctionChangesAfterItEmittedThem() {
        byte[] one = {0};
        LaneRig rig = LaneRig.exactlyOnce(
                builder -> builder.stream(LaneRig.IN, Consumed.with(TEXT, TEXT))
                        .mapValues(value -> {
                            one[0] = value.getBytes(StandardCharsets.UTF_8)[0];
                            return one;
                        })
                        .to("out", Produced.with(TEXT, Serdes.ByteArray())),
                errors());
        rig.feed(0, "a=1", "a=2", "a=3");
        rig.cut();

        assertEquals(List.of("out a=1", "out a=2", "out a=3"), rig.sentWithHeaders());
    }
}
