package org.stoatflow.kernel.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.error.ErrorDrop;
import org.stoatflow.kernel.error.ErrorHandling;
import org.stoatflow.kernel.error.PassesHandlers;
import org.stoatflow.kernel.error.RetryPolicy;
import org.stoatflow.state.StateDiskException;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.errors.DefaultProductionExceptionHandler;
import org.stoatflow.streams.errors.ErrorHandlerContext;
import org.stoatflow.streams.errors.LogAndFailExceptionHandler;
import org.stoatflow.streams.errors.ProcessingExceptionHandler;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.Named;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.processor.PunctuationType;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.Record;

/**
 * The node to which an error is attributed, by Kafka Streams' rules for the processing handler, and what stays of a
 * record that has failed.
 */
class RecordErrorsTest {
    private final List<String> asked = new ArrayList<>();
    private ProcessingExceptionHandler.Response answer = ProcessingExceptionHandler.Response.resume();

    private final class Asked implements ProcessingExceptionHandler {
        @Override
        public Response handleError(ErrorHandlerContext context, Record<?, ?> record, Exception exception) {
            asked.add(context.processorNodeId() + " " + context.taskId() + " @" + context.offset() + " "
                    + exception.getClass().getSimpleName() + " " + record.value() + " "
                    + new String(context.sourceRawKey()) + "=" + new String(context.sourceRawValue()));
            return answer;
        }

        @Override
        public void configure(Map<String, ?> configs) {}
    }

    private ErrorHandling errors() {
        return new ErrorHandling(
                LogAndFailExceptionHandler::new,
                Asked::new,
                DefaultProductionExceptionHandler::new,
                RetryPolicy.NEVER,
                1);
    }

    private static String notFirst(String value) {
        if (value.equals("1")) {
            throw new IllegalStateException("not " + value);
        }
        return value;
    }

    @Test
    void shouldAskAtTheInnermostNodeAndKeepWhatWasForwardedBefore() {
        LaneRig rig = LaneRig.exactlyOnce(
                builder -> {
                    KStream<String, String> read =
                            builder.<String, String>stream(LaneRig.IN).filter((key, value) -> true, Named.as("all"));
                    read.to("before");
                    read.mapValues(RecordErrorsTest::notFirst, Named.as("inner"))
                            .to("out");
                    read.to("after");
                },
                errors());
        rig.feed(0, "a=1", "a=2");
        rig.cut();
        assertEquals(List.of("inner 0_0 @0 IllegalStateException 1 a=1"), asked);
        assertEquals(List.of("before a=1", "after a=1", "before a=2", "out a=2", "after a=2"), rig.sent());
        assertEquals(1, rig.lane(0).counters().dropped(ErrorDrop.PROCESSING));
    }

    /** The producer's refusal would end the application, whatever the handlers say; and any length would be kept. */
    @Test
    void shouldAskTheHandlerAboutANameThatNoTopicMayHave() {
        LaneRig rig = LaneRig.exactlyOnce(
                builder -> builder.<String, String>stream(LaneRig.IN)
                        .mapValues(value -> value)
                        .to((key, value, context) -> value.replace('+', '=')),
                errors());
        rig.feed(0, "a=out", "a=../out", "a=" + "o".repeat(250), "a=..", "a=o ut", "a=.out_1-X");
        rig.cut();
        assertEquals(4, asked.size(), asked::toString);
        assertEquals(List.of("out a=out", ".out_1-X a=.out_1-X"), rig.sent());
    }

    /** A cache of small rows must not hold the large records that they were made of. */
    @Test
    void shouldKeepNoLongValueOfASourceRecordForACachedRow() {
        List<Integer> values = new ArrayList<>();
        ProcessingExceptionHandler measuring = new ProcessingExceptionHandler() {
            @Override
            public Response handleError(ErrorHandlerContext context, Record<?, ?> record, Exception exception) {
                values.add(context.sourceRawValue() == null ? -1 : context.sourceRawValue().length);
                return Response.resume();
            }

            @Override
            public void configure(Map<String, ?> configs) {}
        };
        LaneRig rig = LaneRig.cached(
                builder -> builder.<String, String>stream(LaneRig.IN)
                        .mapValues(value -> value.length() < 10 ? value : "1")
                        .groupByKey()
                        .reduce((before, now) -> now)
                        .toStream()
                        .mapValues(RecordErrorsTest::notFirst)
                        .to("out"),
                new ErrorHandling(
                        LogAndFailExceptionHandler::new,
                        () -> measuring,
                        DefaultProductionExceptionHandler::new,
                        RetryPolicy.NEVER,
                        1));
        rig.feed(0, "a=1", "b=" + "x".repeat(10_000));
        rig.cut();
        assertEquals(List.of(1, -1), values);
    }

    /**
     * As in Kafka Streams, a flushed row stands for the record that wrote it last, and the handler decides about each
     * row.
     */
    @Test
    void shouldAskAboutWhatFailsWhileACacheIsFlushed() {
        LaneRig rig = LaneRig.cached(
                builder -> builder.<String, String>stream(LaneRig.IN)
                        .groupByKey()
                        .reduce((before, now) -> now)
                        .toStream()
                        .mapValues(RecordErrorsTest::notFirst, Named.as("inner"))
                        .to("out"),
                errors());
        rig.feed(0, "a=0", "a=1", "b=2");
        rig.run();
        assertEquals(List.of(), asked);
        rig.cut();
        assertEquals(List.of("inner 0_0 @1 IllegalStateException 1 a=1"), asked);
        assertEquals(
                List.of("out b=2"),
                rig.sent().stream().filter(line -> line.startsWith("out ")).toList());
        assertTrue(rig.isCutComplete());
    }

    @Test
    void shouldFailTheLaneWithTheUsersExceptionAsCause() {
        answer = ProcessingExceptionHandler.Response.fail();
        LaneRig rig = LaneRig.exactlyOnce(
                builder -> builder.<String, String>stream(LaneRig.IN)
                        .filter((key, value) -> true, Named.as("outer"))
                        .mapValues(RecordErrorsTest::notFirst, Named.as("inner")),
                errors());
        rig.feed(0, "a=1");
        LaneFailure failure = assertThrows(LaneFailure.class, rig::run);
        assertEquals(1, asked.size(), "nodes above are not asked");
        assertEquals("not 1", failure.getCause().getMessage());
        assertTrue(failure.getMessage().contains("topic in, partition 0, offset 0"), failure::getMessage);
    }

    /** No record is to blame for the disk, whatever user code makes of what a store throws. */
    @Test
    void shouldNeitherAskNorRetryWhereTheDiskHasFailedTheState() {
        StateDiskException disk =
                new StateDiskException(StateDiskException.Kind.DAMAGED, "000012.sst is damaged", null);
        for (RuntimeException thrown : List.of(disk, new IllegalStateException("wrapped by the user", disk))) {
            AtomicInteger runs = new AtomicInteger();
            LaneRig rig = LaneRig.exactlyOnce(
                    builder -> builder.<String, String>stream(LaneRig.IN)
                            .filter((key, value) -> true, Named.as("outer"))
                            .mapValues(value -> {
                                runs.incrementAndGet();
                                throw thrown;
                            }),
                    new ErrorHandling(
                            LogAndFailExceptionHandler::new,
                            Asked::new,
                            DefaultProductionExceptionHandler::new,
                            new RetryPolicy(3, 1, 1, 10, any -> true),
                            1));
            rig.feed(0, "a=1");
            LaneFailure failure = assertThrows(LaneFailure.class, rig::run);
            assertEquals(disk, failure.getCause());
            assertTrue(failure.getMessage().contains("topic in, partition 0, offset 0"), failure::getMessage);
            assertEquals(List.of(), asked);
            assertEquals(1, runs.get());
        }
    }

    /** A handler that goes on would have the record left out, and its offset committed. */
    @Test
    void shouldAskNobodyWhereTheEngineCannotGoOn() {
        Away away = new Away();
        for (RuntimeException thrown : List.of(away, new IllegalStateException("wrapped by the user", away))) {
            LaneRig rig = LaneRig.exactlyOnce(
                    builder -> builder.<String, String>stream(LaneRig.IN)
                            .filter((key, value) -> true, Named.as("outer"))
                            .mapValues(value -> {
                                throw thrown;
                            }),
                    errors());
            rig.feed(0, "a=1");
            assertEquals(away, assertThrows(LaneFailure.class, rig::run).getCause());
            assertEquals(List.of(), asked);
        }
    }

    private static final class Away extends StreamsException implements PassesHandlers {
        private static final long serialVersionUID = 1L;

        private Away() {
            super("no broker answers");
        }

        @Override
        public boolean isStillPassing() {
            return true;
        }
    }

    @Test
    void shouldAskTheNodeAboveAboutAWrongType() {
        LaneRig rig = LaneRig.exactlyOnce(
                builder -> builder.<String, String>stream(LaneRig.IN)
                        .filter((key, value) -> true, Named.as("outer"))
                        .mapValues(
                                value -> {
                                    throw new ClassCastException("a wrong type");
                                },
                                Named.as("inner")),
                errors());
        rig.feed(0, "a=1");
        rig.cut();
        assertEquals(List.of("outer 0_0 @0 StreamsException 1 a=1"), asked);
    }

    @Test
    void shouldAskTheNodeAboveASinkWhoseHandlerFails() {
        LaneRig rig = LaneRig.exactlyOnce(
                builder -> builder.<String, String>stream(LaneRig.IN)
                        .filter((key, value) -> true, Named.as("outer"))
                        .to(
                                "out",
                                Produced.valueSerde(Serdes.serdeFrom(
                                        (topic, value) -> {
                                            throw new IllegalArgumentException("cannot write");
                                        },
                                        Serdes.String().deserializer()))),
                errors());
        rig.feed(0, "a=1");
        rig.cut();
        assertEquals(List.of("outer 0_0 @0 StreamsException 1 a=1"), asked);
    }

    @Test
    void shouldFailWhereTheHandlerGivesNoResponse() {
        answer = null;
        LaneRig rig = LaneRig.exactlyOnce(
                builder -> builder.<String, String>stream(LaneRig.IN).mapValues(RecordErrorsTest::notFirst), errors());
        rig.feed(0, "a=1");
        LaneFailure failure = assertThrows(LaneFailure.class, rig::run);
        assertTrue(failure.getMessage().contains("Invalid ProcessingExceptionHandler response."), failure::getMessage);
    }

    /** It is asked once, and not by the node above about its own failure. */
    @Test
    void shouldFailWhereTheHandlerThrowsWhatItIsTold() {
        AtomicInteger calls = new AtomicInteger();
        ErrorHandling errors = new ErrorHandling(
                LogAndFailExceptionHandler::new,
                () -> new ProcessingExceptionHandler() {
                    @Override
                    public Response handleError(ErrorHandlerContext context, Record<?, ?> record, Exception exception) {
                        if (calls.getAndIncrement() == 0) {
                            throw (RuntimeException) exception;
                        }
                        return Response.resume();
                    }

                    @Override
                    public void configure(Map<String, ?> configs) {}
                },
                DefaultProductionExceptionHandler::new,
                RetryPolicy.NEVER,
                1);
        LaneRig rig = LaneRig.exactlyOnce(
                builder -> builder.<String, String>stream(LaneRig.IN)
                        .filter((key, value) -> true, Named.as("outer"))
                        .mapValues(RecordErrorsTest::notFirst, Named.as("inner")),
                errors);
        rig.feed(0, "a=1");
        LaneFailure failure = assertThrows(LaneFailure.class, rig::run);
        assertEquals(1, calls.get(), "calls of the handler");
        assertEquals("not 1", failure.getCause().getMessage());
    }

    @Test
    void shouldCommitDeadLettersWithTheEpochAndOfferThemUnderAtLeastOnceThoughTheLaneFails() {
        answer = ProcessingExceptionHandler.Response.resume(
                List.of(new ProducerRecord<>("dead", "k".getBytes(), "v".getBytes())));
        LaneRig once = LaneRig.exactlyOnce(this::failing, errors());
        once.feed(0, "a=1", "a=2");
        once.cut();
        assertEquals(List.of("dead k=v", "out a=2"), once.sent());
        answer = ProcessingExceptionHandler.Response.fail(answer.deadLetterQueueRecords());
        LaneRig atLeastOnce = LaneRig.atLeastOnce(this::failing, errors());
        atLeastOnce.feed(0, "a=2", "a=1");
        assertThrows(LaneFailure.class, atLeastOnce::run);
        assertEquals(List.of("out a=2", "dead k=v"), atLeastOnce.sent());
    }

    @Test
    void shouldAskAboutAPunctuatorWithoutARecordAndGoOn() {
        List<String> seen = new ArrayList<>();
        ErrorHandling errors = new ErrorHandling(
                LogAndFailExceptionHandler::new,
                () -> new ProcessingExceptionHandler() {
                    @Override
                    public Response handleError(ErrorHandlerContext context, Record<?, ?> record, Exception exception) {
                        seen.add(context.processorNodeId() + " " + record + " " + context.topic() + " "
                                + context.partition() + " " + context.offset() + " " + context.sourceRawKey() + " "
                                + exception.getMessage());
                        return Response.resume();
                    }

                    @Override
                    public void configure(Map<String, ?> configs) {}
                },
                DefaultProductionExceptionHandler::new,
                RetryPolicy.NEVER,
                1);
        LaneRig rig = LaneRig.exactlyOnce(
                builder -> builder.<String, String>stream(LaneRig.IN)
                        .process(
                                () -> new ContextualProcessor<String, String, String, String>() {
                                    @Override
                                    public void init(ProcessorContext<String, String> context) {
                                        super.init(context);
                                        context.schedule(Duration.ofMillis(1), PunctuationType.STREAM_TIME, time -> {
                                            throw new IllegalStateException("at " + time);
                                        });
                                    }

                                    @Override
                                    public void process(Record<String, String> record) {
                                        context().forward(record);
                                    }
                                },
                                Named.as("punctuated"))
                        .to("out"),
                errors);
        rig.feed(0, "a=1", "a=2");
        rig.cut();
        assertEquals(List.of("punctuated null null -1 -1 null at 0", "punctuated null null -1 -1 null at 1"), seen);
        assertEquals(List.of("out a=1", "out a=2"), rig.sent());
    }

    private void failing(StreamsBuilder builder) {
        builder.<String, String>stream(LaneRig.IN)
                .process(() -> new ContextualProcessor<String, String, String, String>() {
                    @Override
                    public void process(Record<String, String> record) {
                        context().forward(record.withValue(notFirst(record.value())));
                    }
                })
                .to("out");
    }
}
