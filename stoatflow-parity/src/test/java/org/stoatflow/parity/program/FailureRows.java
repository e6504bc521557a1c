package org.stoatflow.parity.program;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.Serializer;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.errors.DeserializationExceptionHandler;
import org.stoatflow.streams.errors.ErrorHandlerContext;
import org.stoatflow.streams.errors.ProcessingExceptionHandler;
import org.stoatflow.streams.errors.ProductionExceptionHandler;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.processor.PunctuationType;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.Record;

/** Exceptions: of functions, serdes, extractors, processors, and records that a handler drops. */
final class FailureRows {
    static final String CONTINUE_READING = "org.stoatflow.streams.errors.LogAndContinueExceptionHandler";
    private static final String CONTINUE_PROCESSING =
            "org.stoatflow.streams.errors.LogAndContinueProcessingExceptionHandler";

    private FailureRows() {}

    static List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        rows.addAll(ofBothGuarantees(""));
        ofBothGuarantees(", exactly once").forEach(row -> rows.add(row.exactlyOnce()));
        rows.addAll(ofSerdesAndExtractors());
        rows.addAll(ofSettingsAndTopics());
        rows.addAll(ofHandlers());
        rows.addAll(ofProcessors());
        return rows;
    }

    private static List<Row> ofBothGuarantees(String how) {
        return List.of(
                Row.dsl(
                                "function throws" + how,
                                (b, at) -> OperatorRows.stream(b, at)
                                        .mapValues(FailureRows::fail)
                                        .to(at.out()))
                        .fed(FailureRows::one)
                        .untilEnded(),
                Row.dsl(
                                "function throws, dropped" + how,
                                (b, at) -> OperatorRows.stream(b, at)
                                        .mapValues(v -> v.contains("w1") ? fail(v) : v)
                                        .to(at.out()))
                        .with("processing.exception.handler", CONTINUE_PROCESSING),
                Row.dsl(
                                "key is no long" + how,
                                (b, at) -> b.stream(at.in(), Consumed.with(Serdes.Long(), Serdes.String()))
                                        .to(at.out(), Produced.with(Serdes.Long(), Serdes.String())))
                        .fed(FailureRows::one)
                        .untilEnded(),
                Row.dsl(
                                "key is no long, dropped" + how,
                                (b, at) -> b.stream(at.in(), Consumed.with(Serdes.Long(), Serdes.String()))
                                        .to(at.out(), Produced.with(Serdes.Long(), Serdes.String())))
                        .with("deserialization.exception.handler", CONTINUE_READING),
                Row.dsl(
                                "last records are dropped" + how,
                                (b, at) -> b.stream(at.in(), Consumed.with(Serdes.String(), Serdes.Integer()))
                                        .mapValues(String::valueOf)
                                        .to(at.out()))
                        .fed(FailureRows::lastBad)
                        .with("deserialization.exception.handler", CONTINUE_READING));
    }

    private static List<Row> ofSerdesAndExtractors() {
        return List.of(
                Row.dsl(
                                "wrong serde of a sink",
                                (b, at) -> OperatorRows.stream(b, at)
                                        .mapValues(v -> 1L)
                                        .to(at.out()))
                        .fed(FailureRows::one)
                        .untilEnded(),
                Row.dsl(
                                "wrong type in a function",
                                (b, at) -> b.stream(at.in(), Consumed.with(Serdes.String(), serde()))
                                        .mapValues(v -> v.toUpperCase())
                                        .to(at.out()))
                        .fed(FailureRows::one)
                        .untilEnded(),
                Row.dsl(
                                "serializer throws",
                                (b, at) -> OperatorRows.stream(b, at)
                                        .to(
                                                at.out(),
                                                Produced.valueSerde(Serdes.serdeFrom(
                                                        (topic, value) -> {
                                                            throw new IllegalStateException("cannot");
                                                        },
                                                        Serdes.String().deserializer()))))
                        .fed(FailureRows::one)
                        .untilEnded(),
                Row.dsl(
                                "extractor throws",
                                (b, at) -> b.stream(
                                                at.in(),
                                                Consumed.<String, String>as("own")
                                                        .withTimestampExtractor((r, t) -> {
                                                            throw new IllegalStateException("no time");
                                                        }))
                                        .to(at.out()))
                        .fed(FailureRows::one)
                        .untilEnded(),
                Row.dsl(
                                "key is no long, dropped by an old handler",
                                (b, at) -> b.stream(at.in(), Consumed.with(Serdes.Long(), Serdes.String()))
                                        .to(at.out(), Produced.with(Serdes.Long(), Serdes.String())))
                        .with("deserialization.exception.handler", OldReading.class),
                Row.dsl(
                                "extractor gives a negative time",
                                (b, at) -> OperatorRows.stream(b, at).to(at.out()))
                        .with(
                                "default.timestamp.extractor",
                                "org.stoatflow.streams.processor.LogAndSkipOnInvalidTimestamp"));
    }

    private static List<Row> ofSettingsAndTopics() {
        return List.of(
                Row.dsl(
                                "no default serde",
                                (b, at) -> OperatorRows.stream(b, at).to(at.out()))
                        .with("default.key.serde", Settings.UNSET)
                        .fed(FailureRows::one)
                        .untilEnded(),
                Row.dsl(
                                "source topic is missing",
                                (b, at) -> b.stream(at.topic("missing")).to(at.out()))
                        .fed(FailureRows::one)
                        .untilEnded(),
                Row.dsl(
                                "auto.offset.reset is none",
                                (b, at) -> OperatorRows.stream(b, at).to(at.out()))
                        .with("auto.offset.reset", "none")
                        .fed(FailureRows::one)
                        .untilEnded(),
                Row.dsl(
                                "repartition of a missing topic",
                                (b, at) -> b.stream(at.topic("missing"))
                                        .repartition()
                                        .to(at.out()))
                        .fed(FailureRows::one)
                        .untilEnded());
    }

    private static List<Row> ofHandlers() {
        return List.of(
                Row.dsl(
                                "processing handler gives null",
                                (b, at) -> OperatorRows.stream(b, at)
                                        .mapValues(FailureRows::fail)
                                        .to(at.out()))
                        .with("processing.exception.handler", NullProcessing.class)
                        .fed(FailureRows::one)
                        .untilEnded(),
                Row.dsl(
                                "deserialization handler gives null",
                                (b, at) -> b.stream(at.in(), Consumed.with(Serdes.Long(), Serdes.String()))
                                        .to(at.out(), Produced.with(Serdes.Long(), Serdes.String())))
                        .with("deserialization.exception.handler", NullReading.class)
                        .fed(FailureRows::one)
                        .untilEnded(),
                Row.dsl(
                                "production handler gives null",
                                (b, at) -> OperatorRows.stream(b, at)
                                        .to(
                                                at.out(),
                                                Produced.valueSerde(Serdes.serdeFrom(
                                                        (topic, value) -> {
                                                            throw new IllegalStateException("cannot");
                                                        },
                                                        Serdes.String().deserializer()))))
                        .with("production.exception.handler", NullProducing.class)
                        .fed(FailureRows::one)
                        .untilEnded(),
                Row.dsl(
                                "default serde without a serializer",
                                (b, at) -> OperatorRows.stream(b, at)
                                        .mapValues(value -> value)
                                        .to(at.out()))
                        .with("default.value.serde", HalfSerde.class)
                        .fed(FailureRows::one)
                        .untilEnded(),
                Row.dsl(
                                "default serde without a serializer, not used",
                                (b, at) -> b.stream(at.in(), Consumed.with(Serdes.String(), Serdes.String()))
                                        .to(at.out(), Produced.valueSerde(Serdes.String())))
                        .with("default.value.serde", HalfSerde.class));
    }

    private static List<Row> ofProcessors() {
        return List.of(
                processor("init throws", new Failing("init")).untilEnded(),
                processor("process throws", new Failing("process")).untilEnded(),
                processor("close throws", new Failing("close")),
                processor("supplier throws", null).untilEnded(),
                processor("init throws a StreamsException", new Failing("streams"))
                        .untilEnded(),
                processor("unknown store", new Failing("store")).untilEnded(),
                processor("unknown child", new Failing("child")).untilEnded(),
                processor("null for a child", new Failing("null child")),
                processor("schedule of zero", new Failing("schedule")).untilEnded(),
                processor("stream-time punctuator throws", new Failing("punctuate"))
                        .untilEnded(),
                processor("Error in process", new Failing("error")).untilEnded(),
                processor("negative timestamp", new Failing("timestamp")).untilEnded(),
                processor("commit asked for", new Failing("commit")));
    }

    /** Can read only. */
    public static final class HalfSerde implements Serde<String> {
        @Override
        public Serializer<String> serializer() {
            return null;
        }

        @Override
        public Deserializer<String> deserializer() {
            return Serdes.String().deserializer();
        }
    }

    /** Has no opinion. */
    public static final class NullProcessing implements ProcessingExceptionHandler {
        @Override
        public Response handleError(ErrorHandlerContext where, Record<?, ?> record, Exception failure) {
            return null;
        }

        @Override
        public void configure(Map<String, ?> configs) {}
    }

    /** Has no opinion. */
    public static final class NullReading implements DeserializationExceptionHandler {
        @Override
        public Response handleError(
                ErrorHandlerContext where, ConsumerRecord<byte[], byte[]> record, Exception failure) {
            return null;
        }

        @Override
        public void configure(Map<String, ?> configs) {}
    }

    /** Has no opinion. */
    public static final class NullProducing implements ProductionExceptionHandler {
        @Override
        public Response handleError(
                ErrorHandlerContext where, ProducerRecord<byte[], byte[]> record, Exception failure) {
            return null;
        }

        @Override
        @SuppressWarnings("rawtypes") // as Kafka Streams has it
        public Response handleSerializationError(
                ErrorHandlerContext where,
                ProducerRecord record,
                Exception failure,
                SerializationExceptionOrigin origin) {
            return null;
        }

        @Override
        public void configure(Map<String, ?> configs) {}
    }

    static void one(Scene at) {
        at.create("in", 1);
        at.send("in", 0, Feeds.BEGIN, "a", "x w1 1");
    }

    static void lastBad(Scene at) {
        at.create("in", 1);
        at.sendBytes("in", 0, Feeds.BEGIN, new byte[] {65}, new byte[4]);
        at.sendBytes("in", 0, Feeds.BEGIN + 5, new byte[] {65}, new byte[4]);
        at.sendBytes("in", 0, Feeds.BEGIN + 50, new byte[] {65}, new byte[3]);
    }

    private static String fail(String value) {
        throw new IllegalArgumentException("value=" + value);
    }

    /** Says String and gives bytes, as a wrong cast would. */
    @SuppressWarnings("unchecked")
    private static Serde<String> serde() {
        return (Serde<String>) (Serde<?>) Serdes.ByteArray();
    }

    private static Row processor(String name, Failing processor) {
        return Row.topology(name, at -> {
                    Topology topology = new Topology();
                    topology.addSource("source", at.in());
                    topology.addProcessor(
                            "user",
                            () -> {
                                if (processor == null) {
                                    throw new IllegalStateException("no processor");
                                }
                                return new Failing(processor.where);
                            },
                            "source");
                    topology.addSink("sink", at.out(), "user");
                    return topology;
                })
                .fed(FailureRows::one);
    }

    private static final class Failing extends ContextualProcessor<String, String, String, String> {
        private final String where;

        Failing(String where) {
            this.where = where;
        }

        @Override
        public void init(ProcessorContext<String, String> context) {
            super.init(context);
            switch (where) {
                case "init" -> throw new IllegalArgumentException("in init");
                case "streams" -> throw new org.stoatflow.streams.errors.StreamsException("in init");
                case "store" -> context.getStateStore("nowhere");
                case "schedule" -> context.schedule(java.time.Duration.ZERO, PunctuationType.STREAM_TIME, now -> {});
                case "punctuate" ->
                    context.schedule(java.time.Duration.ofMillis(1), PunctuationType.STREAM_TIME, now -> {
                        throw new IllegalArgumentException("in punctuate");
                    });
                default -> {}
            }
        }

        @Override
        public void process(Record<String, String> record) {
            switch (where) {
                case "process" -> throw new IllegalArgumentException("in process");
                case "null child" -> context().forward(record, null);
                case "child" -> context().forward(record, "nobody");
                case "error" -> throw new StackOverflowError("in process");
                case "timestamp" -> context().forward(record.withTimestamp(-5));
                case "commit" -> context().commit();
                default -> {}
            }
            context().forward(record);
        }

        @Override
        public void close() {
            if (where.equals("close")) {
                throw new IllegalArgumentException("in close");
            }
        }
    }
}
