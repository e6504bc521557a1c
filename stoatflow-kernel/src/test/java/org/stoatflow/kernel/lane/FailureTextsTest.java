package org.stoatflow.kernel.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.stoatflow.kernel.error.ErrorHandling;
import org.stoatflow.kernel.error.RetryPolicy;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.errors.DeserializationExceptionHandler;
import org.stoatflow.streams.errors.ErrorHandlerContext;
import org.stoatflow.streams.errors.ProcessingExceptionHandler;
import org.stoatflow.streams.errors.ProcessorStateException;
import org.stoatflow.streams.errors.ProductionExceptionHandler;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.Named;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.processor.api.Record;

/**
 * What is said of a record that fails, by the handler that is asked: the words of Kafka Streams 4.4.0, which people
 * search logs for.
 */
class FailureTextsTest {
    private static final String AT = ", topic=in, partition=0, offset=0";

    /** Where the record fails: which handler is asked, and what is said where it answers FAIL. */
    enum Failing {
        AT_DESERIALIZER(
                "deserialization",
                "Invalid DeserializationExceptionResponse response.",
                builder -> builder.stream("in", Consumed.with(Serdes.String(), broken())),
                "Exception caught in process. taskId=0_0, processor=KSTREAM-SOURCE-0000000000" + AT,
                "Deserialization exception handler is set to fail upon a deserialization error. If you would rather"
                        + " have the streaming pipeline continue after a deserialization error, please set the"
                        + " deserialization.exception.handler appropriately"),
        IN_PROCESSOR(
                "processing",
                "Invalid ProcessingExceptionHandler response.",
                builder -> read(builder).mapValues(FailureTextsTest::<String>failing, Named.as("inner")),
                "Exception caught in process. taskId=0_0, processor=inner" + AT,
                "Processing exception handler is set to fail upon a processing error. If you would rather have the"
                        + " streaming pipeline continue after a processing error, please set the"
                        + " processing.exception.handler appropriately"),
        AT_SERIALIZER(
                "production",
                "Invalid ProductionExceptionHandler response.",
                builder -> read(builder).to("out", Produced.with(Serdes.String(), broken())),
                "Exception caught in process. taskId=0_0, processor=",
                "Unable to serialize record. ProducerRecord(topic=[out], partition=[null], timestamp=[");

        private final String kind;
        private final String none;
        private final Consumer<StreamsBuilder> program;
        private final String where;
        private final String verdict;

        Failing(String kind, String none, Consumer<StreamsBuilder> program, String where, String verdict) {
            this.kind = kind;
            this.none = none;
            this.program = program;
            this.where = where;
            this.verdict = verdict;
        }
    }

    private static KStream<String, String> read(StreamsBuilder builder) {
        return builder.stream("in", Consumed.with(Serdes.String(), Serdes.String()));
    }

    private static <T> T failing(String value) {
        throw new IllegalStateException("not " + value);
    }

    private static Serde<String> broken() {
        return Serdes.serdeFrom((topic, data) -> failing(data), (topic, data) -> failing("read"));
    }

    /** All handlers, which answer alike. */
    private static ErrorHandling handlers(Function<Object, Object> answer) {
        return new ErrorHandling(
                () -> new DeserializationExceptionHandler() {
                    @Override
                    public Response handleError(
                            ErrorHandlerContext context, ConsumerRecord<byte[], byte[]> record, Exception exception) {
                        return (Response) answer.apply(Response.fail());
                    }

                    @Override
                    public void configure(Map<String, ?> configs) {}
                },
                () -> new ProcessingExceptionHandler() {
                    @Override
                    public Response handleError(ErrorHandlerContext context, Record<?, ?> record, Exception exception) {
                        return (Response) answer.apply(Response.fail());
                    }

                    @Override
                    public void configure(Map<String, ?> configs) {}
                },
                () -> new ProductionExceptionHandler() {
                    @Override
                    @SuppressWarnings("rawtypes") // as in Kafka Streams
                    public Response handleSerializationError(
                            ErrorHandlerContext context,
                            ProducerRecord record,
                            Exception exception,
                            SerializationExceptionOrigin origin) {
                        return (Response) answer.apply(Response.fail());
                    }

                    @Override
                    public void configure(Map<String, ?> configs) {}
                },
                RetryPolicy.NEVER,
                1);
    }

    private static LaneFailure failure(Failing failing, Function<Object, Object> answer) {
        LaneRig rig = LaneRig.exactlyOnce(failing.program, handlers(answer));
        rig.feed(0, "a=1");
        return assertThrows(LaneFailure.class, rig::run);
    }

    private static void assertHas(String words, Throwable told) {
        assertTrue(told.getMessage().contains(words), told::getMessage);
    }

    @ParameterizedTest
    @EnumSource(Failing.class)
    void shouldSayWhichRecordAHandlerLetsFail(Failing failing) {
        LaneFailure failure = failure(failing, fail -> fail);
        Throwable told = failure.told();
        assertSame(StreamsException.class, told.getClass());
        assertTrue(told.getMessage().startsWith(failing.where), told::getMessage);
        assertHas(AT, told);
        assertHas(failing.verdict, told);
    }

    @ParameterizedTest
    @EnumSource(Failing.class)
    void shouldSayThatAHandlerThrows(Failing failing) {
        RuntimeException theirs = new RuntimeException("KABOOM!");
        LaneFailure failure = failure(failing, fail -> {
            throw theirs;
        });
        assertHas(failing.where, failure);
        assertHas(AT, failure);
        assertTold("Fatal user code error in " + failing.kind + " error callback", failure);
        assertSame(theirs, failure.told().getCause());
    }

    @ParameterizedTest
    @EnumSource(Failing.class)
    void shouldSayThatAHandlerGivesNoAnswer(Failing failing) {
        LaneFailure failure = failure(failing, fail -> null);
        assertTold("Fatal user code error in " + failing.kind + " error callback", failure);
        assertSame(NullPointerException.class, failure.told().getCause().getClass());
        assertEquals(failing.none, failure.told().getCause().getMessage());
    }

    /** Tests of users' compare it as a whole; the log and the failure itself have the place. */
    private static void assertTold(String text, LaneFailure failure) {
        assertHas(text, failure);
        Throwable told = failure.told();
        assertSame(StreamsException.class, told.getClass());
        assertEquals(text, told.getMessage());
    }

    @Test
    void shouldSayWhichCacheIsNotFlushed() {
        LaneRig rig = LaneRig.cached(
                builder -> read(builder)
                        .groupByKey()
                        .reduce((before, now) -> now)
                        .toStream()
                        .mapValues(FailureTextsTest::<String>failing, Named.as("inner")),
                handlers(fail -> fail));
        rig.feed(0, "a=1");
        Throwable told = assertThrows(LaneFailure.class, rig::cut).told();
        assertSame(ProcessorStateException.class, told.getClass());
        assertHas("Failed to flush cache of store KSTREAM-REDUCE-STATE-STORE-0000000001", told);
        assertHas(Failing.IN_PROCESSOR.verdict, told);
    }
}
