package org.stoatflow.kernel.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.batch.Batch;
import org.stoatflow.kernel.epoch.EpochTooLargeException;
import org.stoatflow.kernel.error.ErrorHandling;
import org.stoatflow.kernel.error.RetryPolicy;
import org.stoatflow.spi.RetriableErrors;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.errors.DefaultProductionExceptionHandler;
import org.stoatflow.streams.errors.ErrorHandlerContext;
import org.stoatflow.streams.errors.LogAndContinueExceptionHandler;
import org.stoatflow.streams.errors.LogAndContinueProcessingExceptionHandler;
import org.stoatflow.streams.errors.LogAndFailProcessingExceptionHandler;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Repartitioned;
import org.stoatflow.streams.processor.PunctuationType;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.Record;

/** Work that makes much more than it reads: what a lane does in the middle of it. */
class FanOutTest {
    private static final int LENGTH = 10_000;
    private static final int LARGE = 300; // values of a record that an epoch does not hold
    private static final int FAILING = 1_000; // values whose dead letters an epoch does not hold
    private static final int RECORDS = Batch.RECORDS_MAX; // that are too much together, of a value each
    private static final long EPOCH_BYTES_MAX = 1 << 20;
    private static final long A_LOOK = 1 << 18;

    /** Its processing handler writes a dead letter for each failure, with the stack trace. */
    private static final ErrorHandling WRITING_LETTERS = new ErrorHandling(
            LogAndContinueExceptionHandler::new,
            () -> {
                LogAndContinueProcessingExceptionHandler handler = new LogAndContinueProcessingExceptionHandler();
                handler.configure(Map.of(StreamsConfig.ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG, "letters"));
                return handler;
            },
            DefaultProductionExceptionHandler::new,
            RetryPolicy.NEVER,
            1);

    private static List<String> values(String count) {
        return Collections.nCopies(Integer.parseInt(count), "v".repeat(LENGTH));
    }

    private static void toSink(StreamsBuilder builder) {
        builder.<String, String>stream(LaneRig.IN)
                .flatMapValues(FanOutTest::values)
                .to("out");
    }

    private static void overHop(StreamsBuilder builder) {
        builder.<String, String>stream(LaneRig.IN)
                .flatMapValues(FanOutTest::values)
                .repartition(Repartitioned.as("hop"))
                .to("out");
    }

    /** Each value fails, so that nothing but dead letters goes out. */
    private static void toLetters(StreamsBuilder builder) {
        builder.<String, String>stream(LaneRig.IN)
                .flatMapValues(FanOutTest::values)
                .mapValues(value -> {
                    throw new IllegalStateException("a user's");
                })
                .to("out");
    }

    private static EpochTooLargeException tooLarge(Consumer<StreamsBuilder> program, String... values) {
        LaneRig rig = LaneRig.bounded(program, Continuing.HANDLERS, EPOCH_BYTES_MAX);
        rig.feed(0, values);
        return tooLarge(rig);
    }

    private static EpochTooLargeException tooLarge(LaneRig rig) {
        LaneFailure failure = assertThrows(LaneFailure.class, rig::run);
        assertTrue(rig.epoch().memory().all() < EPOCH_BYTES_MAX + 2 * A_LOOK, "it stops in the middle of the work");
        return assertInstanceOf(EpochTooLargeException.class, failure.getCause(), failure.getMessage());
    }

    @Test
    void shouldStopInTheMiddleOfARecordWhoseOutputAnEpochDoesNotHold() {
        EpochTooLargeException failure = tooLarge(FanOutTest::toSink, "k=1", "k=" + LARGE);
        assertTrue(failure.isOfOne());
        assertFalse(failure.isByTime());
        assertEquals(1, failure.epoch());
    }

    @Test
    void shouldSayThatManyRecordsTogetherAreTooMuch() {
        String[] records = Collections.nCopies(RECORDS, "k=1").toArray(String[]::new);
        assertFalse(tooLarge(FanOutTest::toSink, records).isOfOne());
    }

    /** Of a record that may be rolled back, too, it is known what it has made itself. */
    @Test
    void shouldTellTheRecordsOfABatchApartWhereTheyMayBeRunAgain() {
        ErrorHandling retrying = Continuing.after(new RetryPolicy(1, 1, 1, 1, new RetriableErrors()));
        LaneRig rig = LaneRig.bounded(FanOutTest::toSink, retrying, EPOCH_BYTES_MAX);
        rig.feed(0, Collections.nCopies(RECORDS, "k=1").toArray(String[]::new));
        assertFalse(tooLarge(rig).isOfOne());
    }

    @Test
    void shouldStopARecordThatGoesOverAHop() {
        tooLarge(FanOutTest::overHop, "k=" + LARGE);
    }

    /** A handler decides about a record that fails, and this is none; and user code may catch what a forward throws. */
    @Test
    void shouldAskNoHandlerAndEndTheRunWhereUserCodeGoesOn() {
        tooLarge(
                builder -> builder.<String, String>stream(LaneRig.IN)
                        .process(() -> new ContextualProcessor<String, String, String, String>() {
                            @Override
                            public void process(Record<String, String> record) {
                                for (String value : values(record.value())) {
                                    try {
                                        context().forward(record.withValue(value));
                                    } catch (IllegalStateException ignored) {
                                        // a user's code
                                    }
                                }
                            }
                        })
                        .to("out"),
                "k=" + LARGE);
    }

    @Test
    void shouldAskNoHandlerWhereUserCodeThrowsSomethingElse() {
        List<Exception> asked = new ArrayList<>();
        LaneRig rig = LaneRig.bounded(
                builder -> builder.<String, String>stream(LaneRig.IN)
                        .process(() -> new ContextualProcessor<String, String, String, String>() {
                            @Override
                            public void process(Record<String, String> record) {
                                try {
                                    values(record.value())
                                            .forEach(value -> context().forward(record.withValue(value)));
                                } catch (IllegalStateException stopped) {
                                    throw new IllegalArgumentException("a user's", stopped);
                                }
                            }
                        })
                        .to("out"),
                new ErrorHandling(
                        LogAndContinueExceptionHandler::new,
                        () -> new LogAndFailProcessingExceptionHandler() {
                            @Override
                            public Response handleError(
                                    ErrorHandlerContext context, Record<?, ?> record, Exception failure) {
                                asked.add(failure);
                                return super.handleError(context, record, failure);
                            }
                        },
                        DefaultProductionExceptionHandler::new,
                        RetryPolicy.NEVER,
                        1),
                EPOCH_BYTES_MAX);
        rig.feed(0, "k=" + LARGE);
        tooLarge(rig);
        assertEquals(List.of(), asked);
    }

    @Test
    void shouldCountWhatRecordsWriteToStores() {
        Consumer<StreamsBuilder> program = builder -> builder.table(LaneRig.IN, Materialized.as("table"));
        String[] rows = new String[RECORDS];
        Arrays.setAll(rows, row -> "k" + row + "=" + "v".repeat(LENGTH));
        long batch = (long) RECORDS * LENGTH;
        LaneRig large = LaneRig.bounded(program, Continuing.HANDLERS, 3 * batch);
        large.feed(0, rows);
        large.run();
        assertTrue(large.epoch().memory().kept() > batch);

        LaneRig small =
                LaneRig.bounded(program, Continuing.HANDLERS, batch + batch / 2); // what it has read counts, too
        small.feed(0, rows);
        LaneFailure failure = assertThrows(LaneFailure.class, small::run);
        assertInstanceOf(EpochTooLargeException.class, failure.getCause());
        assertTrue(small.epoch().memory().kept() < batch, "it stops between the records");
    }

    @Test
    void shouldStopAPunctuationThatForwardsTooMuch() {
        LaneRig rig = LaneRig.bounded(
                builder -> builder.<String, String>stream(LaneRig.IN)
                        .process(() -> new ContextualProcessor<String, String, String, String>() {
                            @Override
                            public void process(Record<String, String> record) {
                                context()
                                        .schedule(
                                                Duration.ofMillis(10),
                                                PunctuationType.WALL_CLOCK_TIME,
                                                now -> values(record.value())
                                                        .forEach(value ->
                                                                context().forward(record.withValue(value))));
                            }
                        })
                        .to("out"),
                Continuing.HANDLERS,
                EPOCH_BYTES_MAX);
        rig.feed(0, "k=" + LARGE);
        rig.run();
        rig.pass(10);
        assertEquals(1, rig.handTime());
        EpochTooLargeException failure = tooLarge(rig);
        assertTrue(failure.isByTime());
        assertTrue(failure.isOfOne());
    }

    @Test
    void shouldOfferOutputInTheMiddleOfARecordUnderAtLeastOnce() {
        LaneRig rig = LaneRig.atLeastOnce(FanOutTest::toSink, Continuing.HANDLERS);
        rig.feed(0, "k=" + LARGE);
        rig.run();
        assertTrue(rig.offeredBytes().size() > LARGE * LENGTH / A_LOOK);
        assertTrue(rig.offeredBytes().stream().allMatch(bytes -> bytes < 2 * A_LOOK), rig.offeredBytes()::toString);
        assertEquals(LARGE, rig.sent().size());
    }

    /** Anybody who may write to a source may have one record become a million failures. */
    @Test
    void shouldCountDeadLettersAsTheOutputThatTheyAre() {
        LaneRig isolated = LaneRig.bounded(FanOutTest::toLetters, WRITING_LETTERS, EPOCH_BYTES_MAX);
        isolated.feed(0, "k=" + FAILING);
        assertTrue(tooLarge(isolated).isOfOne());

        LaneRig flowing = LaneRig.atLeastOnce(FanOutTest::toLetters, WRITING_LETTERS);
        flowing.feed(0, "k=" + FAILING);
        flowing.run();
        assertTrue(
                flowing.offeredBytes().stream().allMatch(bytes -> bytes < 2 * A_LOOK),
                flowing.offeredBytes()::toString);
        assertEquals(FAILING, flowing.sent().size());
    }

    /** What a record has made is taken back where it is run again. */
    @Test
    void shouldKeepTheOutputOfARecordThatMayBeRolledBack() {
        ErrorHandling retrying = Continuing.after(new RetryPolicy(1, 1, 1, 1, new RetriableErrors()));
        LaneRig rig = LaneRig.atLeastOnce(FanOutTest::toSink, retrying);
        rig.feed(0, "k=" + LARGE);
        rig.run();
        assertEquals(1, rig.offeredBytes().size());
        assertEquals(LARGE, rig.sent().size());
    }
}
