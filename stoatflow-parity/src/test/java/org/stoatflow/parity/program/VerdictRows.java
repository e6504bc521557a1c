package org.stoatflow.parity.program;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.errors.DeserializationExceptionHandler;
import org.stoatflow.streams.errors.ErrorHandlerContext;
import org.stoatflow.streams.errors.ProcessingExceptionHandler;
import org.stoatflow.streams.errors.ProductionExceptionHandler;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.processor.api.Record;

/** A record whose handler says FAIL is not tried again: the user's code has run for it as often as there. */
final class VerdictRows {
    private VerdictRows() {}

    static List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        for (boolean exactlyOnce : List.of(false, true)) {
            for (boolean users : List.of(false, true)) {
                String how = (users ? ", by a user's handler" : ", by default") + (exactlyOnce ? ", exactly once" : "");
                rows.add(row("unreadable record fails" + how, VerdictRows::unreadable, exactlyOnce, users));
                rows.add(row("record fails in a function" + how, VerdictRows::unprocessable, exactlyOnce, users));
                rows.add(row("record that is no bytes fails" + how, VerdictRows::unwritable, exactlyOnce, users));
            }
        }
        return rows;
    }

    private static Row row(String name, BiConsumer<StreamsBuilder, Scene> program, boolean exactlyOnce, boolean users) {
        Row row = Row.dsl(name, program::accept).fed(FailureRows::one).untilEnded();
        if (users) {
            row = row.with("deserialization.exception.handler", FailReading.class)
                    .with("processing.exception.handler", FailProcessing.class)
                    .with("production.exception.handler", FailWriting.class);
        }
        return exactlyOnce ? row.exactlyOnce() : row;
    }

    private static void unreadable(StreamsBuilder builder, Scene at) {
        builder.stream(at.in(), Consumed.with(Serdes.String(), failing(at))).to(at.out());
    }

    private static void unprocessable(StreamsBuilder builder, Scene at) {
        KStream<String, String> in = OperatorRows.stream(builder, at);
        in.peek((key, value) -> at.note("side effect", value))
                .mapValues(value -> fails(at, "processed"))
                .to(at.out());
    }

    private static void unwritable(StreamsBuilder builder, Scene at) {
        KStream<String, String> in = OperatorRows.stream(builder, at);
        in.peek((key, value) -> at.note("side effect", value)).to(at.out(), Produced.valueSerde(failing(at)));
    }

    private static Serde<String> failing(Scene at) {
        return Serdes.serdeFrom((topic, value) -> fails(at, "written"), (topic, bytes) -> fails(at, "read"));
    }

    private static <T> T fails(Scene at, String what) {
        at.note("tries", what);
        throw new IllegalStateException("not " + what);
    }

    /** Lets each record fail. */
    public static final class FailReading implements DeserializationExceptionHandler {
        @Override
        public Response handleError(
                ErrorHandlerContext where, ConsumerRecord<byte[], byte[]> record, Exception failure) {
            return Response.fail();
        }

        @Override
        public void configure(Map<String, ?> configs) {}
    }

    /** Lets each record fail. */
    public static final class FailProcessing implements ProcessingExceptionHandler {
        @Override
        public Response handleError(ErrorHandlerContext where, Record<?, ?> record, Exception failure) {
            return Response.fail();
        }

        @Override
        public void configure(Map<String, ?> configs) {}
    }

    /** Lets each record fail. */
    public static final class FailWriting implements ProductionExceptionHandler {
        @Override
        public Response handleError(
                ErrorHandlerContext where, ProducerRecord<byte[], byte[]> record, Exception failure) {
            return Response.fail();
        }

        @Override
        @SuppressWarnings("rawtypes") // as Kafka Streams has it
        public Response handleSerializationError(
                ErrorHandlerContext where,
                ProducerRecord record,
                Exception failure,
                SerializationExceptionOrigin origin) {
            return Response.fail();
        }

        @Override
        public void configure(Map<String, ?> configs) {}
    }
}
