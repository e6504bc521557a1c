package org.stoatflow.kernel.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.errors.RetriableException;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.error.ErrorDrop;
import org.stoatflow.kernel.error.ErrorHandling;
import org.stoatflow.kernel.error.RetryPolicy;
import org.stoatflow.spi.RetriableErrors;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.errors.DefaultProductionExceptionHandler;
import org.stoatflow.streams.errors.ErrorHandlerContext;
import org.stoatflow.streams.errors.LogAndContinueExceptionHandler;
import org.stoatflow.streams.errors.LogAndContinueProcessingExceptionHandler;
import org.stoatflow.streams.errors.LogAndFailProcessingExceptionHandler;
import org.stoatflow.streams.errors.ProcessingExceptionHandler;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.Record;

/**
 * Records that are rolled back and run again after a back-off: which records wait, which pass, and what stays of an
 * attempt.
 */
class RetryTest {
    private static final int BACKOFF_MS = 100;
    private static final int BACKOFF_MAX_MS = 300;

    private final List<String> calls = new ArrayList<>();
    private final Map<String, Integer> failures = new HashMap<>();

    private static final class Passing extends RetriableException {
        Passing(String message) {
            super(message);
        }
    }

    private static ErrorHandling errors(int attempts, int heldMax, boolean failing) {
        return new ErrorHandling(
                LogAndContinueExceptionHandler::new,
                () -> failing
                        ? new LogAndFailProcessingExceptionHandler()
                        : new LogAndContinueProcessingExceptionHandler(),
                DefaultProductionExceptionHandler::new,
                new RetryPolicy(
                        attempts,
                        TimeUnit.MILLISECONDS.toNanos(BACKOFF_MS),
                        TimeUnit.MILLISECONDS.toNanos(BACKOFF_MAX_MS),
                        heldMax,
                        new RetriableErrors()),
                1);
    }

    /** A user's function that notes its call, and fails as often as the test says. */
    private String call(String value) {
        calls.add(value);
        int left = failures.getOrDefault(value, 0);
        if (left > 0) {
            failures.put(value, left - 1);
            throw new Passing(value);
        }
        return value;
    }

    private void failing(String value, int times) {
        failures.put(value, times);
    }

    private void byKey(StreamsBuilder builder) {
        builder.<String, String>stream(LaneRig.IN).mapValues(this::call).to("out");
    }

    private void byPartition(StreamsBuilder builder) {
        builder.<String, String>stream(LaneRig.IN)
                .process(() -> new ContextualProcessor<String, String, String, String>() {
                    @Override
                    public void process(Record<String, String> record) {
                        context().forward(record.withValue(call(record.value())));
                    }
                })
                .to("out");
    }

    @Test
    void shouldHoldLaterRecordsOfTheKeyAndLetOthersPass() {
        LaneRig rig = LaneRig.exactlyOnce(this::byKey, errors(3, 100, true));
        assertTrue(rig.stage(0).isByKey());
        failing("a1", 1);
        rig.feed(0, "a=a1", "b=b1", "a=a2");
        rig.feed(0, "b=b2", "a=a3");
        rig.cut();
        assertEquals(List.of("a1", "b1", "b2"), calls);
        assertFalse(rig.isCutComplete());
        assertEquals(3, rig.lane(0).counters().held());
        assertEquals(TimeUnit.MILLISECONDS.toNanos(BACKOFF_MS), rig.lane(0).waitNs());
        rig.pass(BACKOFF_MS - 1);
        rig.run();
        assertEquals(3, calls.size());
        rig.pass(1);
        rig.run();
        assertEquals(List.of("a1", "b1", "b2", "a1", "a2", "a3"), calls);
        assertTrue(rig.isCutComplete());
        assertEquals(List.of("out b=b1", "out b=b2", "out a=a1", "out a=a2", "out a=a3"), rig.sent());
        assertEquals(1, rig.lane(0).counters().retries());
        assertEquals(Long.MAX_VALUE, rig.lane(0).waitNs());
    }

    @Test
    void shouldHoldLaterRecordsOfThePartitionWhereTheStageGoesByPartition() {
        LaneRig rig = LaneRig.exactlyOnce(this::byPartition, errors(3, 100, true));
        assertFalse(rig.stage(0).isByKey());
        failing("a1", 1);
        rig.feed(0, "a=a1", "b=b1");
        rig.feed(1, "c=c1");
        rig.cut();
        assertEquals(List.of("a1", "c1"), calls);
        rig.pass(BACKOFF_MS);
        rig.run();
        assertEquals(List.of("a1", "c1", "a1", "b1"), calls);
        assertTrue(rig.isCutComplete());
    }

    @Test
    void shouldDoubleTheBackOffUpToItsBound() {
        LaneRig rig = LaneRig.exactlyOnce(this::byKey, errors(4, 100, true));
        failing("a1", 4);
        rig.feed(0, "a=a1");
        rig.cut();
        for (int wait : new int[] {BACKOFF_MS, 2 * BACKOFF_MS, BACKOFF_MAX_MS, BACKOFF_MAX_MS}) {
            assertEquals(TimeUnit.MILLISECONDS.toNanos(wait), rig.lane(0).waitNs());
            rig.pass(wait);
            rig.run();
        }
        assertEquals(5, calls.size());
        assertTrue(rig.isCutComplete());
        assertEquals(List.of("out a=a1"), rig.sent());
    }

    @Test
    void shouldAskTheHandlerAfterTheLastAttempt() {
        LaneRig rig = LaneRig.exactlyOnce(this::byKey, errors(2, 100, false));
        failing("a1", 3);
        rig.feed(0, "a=a1", "a=a2");
        rig.cut();
        rig.pass(BACKOFF_MS);
        rig.run();
        assertEquals(0, rig.lane(0).counters().dropped());
        rig.pass(2 * BACKOFF_MS);
        rig.run();
        assertEquals(List.of("a1", "a1", "a1", "a2"), calls);
        assertEquals(1, rig.lane(0).counters().dropped(ErrorDrop.PROCESSING));
        assertEquals(List.of("out a=a2"), rig.sent());
    }

    @Test
    void shouldFailTheLaneAfterTheLastAttemptWhereTheHandlerSaysSo() {
        LaneRig rig = LaneRig.exactlyOnce(this::byKey, errors(1, 100, true));
        failing("a1", 2);
        rig.feed(0, "a=a1");
        rig.run();
        rig.pass(BACKOFF_MS);
        LaneFailure failure = assertThrows(LaneFailure.class, rig::run);
        assertTrue(failure.getMessage().contains("topic in, partition 0, offset 0"), failure::getMessage);
        assertEquals(Passing.class, failure.getCause().getClass());
    }

    /** The handler is told of the record's failure, and of the predicate's beside it. */
    @Test
    void shouldAskTheHandlerAboutTheRecordWhereThePredicateThrows() {
        List<String> told = new ArrayList<>();
        ErrorHandling errors = new ErrorHandling(
                LogAndContinueExceptionHandler::new,
                () -> new LogAndContinueProcessingExceptionHandler() {
                    @Override
                    public Response handleError(ErrorHandlerContext context, Record<?, ?> record, Exception failure) {
                        told.add(failure.getMessage() + ", " + failure.getSuppressed()[0].getMessage());
                        return super.handleError(context, record, failure);
                    }
                },
                DefaultProductionExceptionHandler::new,
                new RetryPolicy(5, 1, 1, 100, failure -> {
                    throw new IllegalStateException("the predicate is broken");
                }),
                1);
        LaneRig rig = LaneRig.exactlyOnce(this::byKey, errors);
        failing("a1", 1);
        rig.feed(0, "a=a1", "a=a2");
        rig.cut();
        assertEquals(List.of("a1", "a2"), calls);
        assertEquals(List.of("a1, the predicate is broken"), told);
        assertEquals(1, rig.lane(0).counters().dropped(ErrorDrop.PROCESSING));
    }

    @Test
    void shouldRetryOnlyWhatMayPass() {
        LaneRig rig = LaneRig.exactlyOnce(
                builder -> builder.<String, String>stream(LaneRig.IN)
                        .mapValues(value -> {
                            calls.add(value);
                            if (value.equals("bad")) {
                                throw new IllegalArgumentException(value);
                            }
                            return value;
                        })
                        .to("out"),
                errors(5, 100, false));
        rig.feed(0, "a=bad", "a=good");
        rig.cut();
        assertEquals(List.of("bad", "good"), calls);
        assertEquals(List.of("out a=good"), rig.sent());
    }

    @Test
    void shouldLeaveNothingOfARolledBackRecord() {
        LaneRig rig = LaneRig.exactlyOnce(
                builder -> {
                    KStream<String, String> counted = builder.<String, String>stream(LaneRig.IN)
                            .groupByKey()
                            .aggregate(() -> "", (key, value, all) -> all + value, Materialized.as("all"))
                            .toStream();
                    counted.to("seen");
                    counted.mapValues(this::call).to("out");
                    counted.selectKey((key, value) -> "all").repartition().to("hopped");
                },
                errors(3, 100, true));
        failing("xy", 2);
        rig.feed(0, "a=x", "a=y", "b=z");
        rig.cut();
        assertFalse(rig.isCutComplete());
        rig.pass(BACKOFF_MS);
        rig.run();
        rig.pass(2 * BACKOFF_MS);
        rig.run();
        assertTrue(rig.isCutComplete());
        List<String> sent = rig.sent();
        assertEquals(List.of("x", "xy", "xy", "xy", "z"), calls);
        assertEquals(
                List.of("seen a=x", "out a=x", "seen a=xy", "out a=xy", "seen b=z", "out b=z"),
                sent.stream()
                        .filter(line -> line.startsWith("seen") || line.startsWith("out"))
                        .toList());
        assertEquals(
                List.of("hopped all=x", "hopped all=xy", "hopped all=z"),
                sent.stream().filter(line -> line.startsWith("hopped")).toList());
        assertEquals(
                List.of("app-all-changelog a=xy", "app-all-changelog b=z"),
                sent.stream().filter(line -> line.startsWith("app-")).sorted().toList());
    }

    @Test
    void shouldRollBackThoughUserCodeCatchesWhatItsChildrenThrow() {
        LaneRig rig = LaneRig.exactlyOnce(
                builder -> builder.<String, String>stream(LaneRig.IN)
                        .process(() -> new ContextualProcessor<String, String, String, String>() {
                            @Override
                            public void process(Record<String, String> record) {
                                try {
                                    context().forward(record);
                                } catch (RuntimeException swallowed) {
                                    calls.add("swallowed");
                                }
                            }
                        })
                        .mapValues(this::call)
                        .to("out"),
                errors(3, 100, true));
        failing("a1", 1);
        rig.feed(0, "a=a1");
        rig.cut();
        assertFalse(rig.isCutComplete());
        rig.pass(BACKOFF_MS);
        rig.run();
        assertEquals(List.of("a1", "swallowed", "a1"), calls);
        assertEquals(List.of("out a=a1"), rig.sent());
    }

    @Test
    void shouldTakeNoBatchWhileAsManyAreHeldAsMayBe() {
        LaneRig rig = LaneRig.exactlyOnce(this::byKey, errors(3, 2, true));
        failing("a1", 1);
        rig.feed(0, "a=a1", "a=a2");
        rig.feed(0, "b=b1");
        rig.cut();
        assertEquals(List.of("a1"), calls);
        rig.pass(BACKOFF_MS);
        rig.run();
        assertEquals(List.of("a1", "a1", "a2", "b1"), calls);
        assertTrue(rig.isCutComplete());
    }

    @Test
    void shouldKeepTheEpochOpenUnderAtLeastOnceWhileLaterOnesGoOn() {
        LaneRig rig = LaneRig.atLeastOnce(
                builder -> builder.<String, String>stream(LaneRig.IN)
                        .groupByKey()
                        .aggregate(() -> "", (key, value, all) -> call(all + value), Materialized.as("all"))
                        .toStream()
                        .to("out"),
                errors(3, 100, true));
        failing("x", 1);
        rig.feed(0, "a=x", "b=1");
        rig.cut();
        assertFalse(rig.isCutComplete());
        rig.feed(0, "b=2", "a=y");
        rig.run();
        assertEquals(List.of("x", "1", "12"), calls);
        rig.pass(BACKOFF_MS);
        rig.run();
        assertTrue(rig.isCutComplete());
        rig.cut();
        assertTrue(rig.isCutComplete());
        assertEquals(
                List.of("out b=1", "out b=12", "out a=x", "out a=xy"),
                rig.sent().stream().filter(line -> line.startsWith("out")).toList());
        assertEquals(
                List.of("app-all-changelog a=xy", "app-all-changelog b=12"),
                rig.sent().stream()
                        .filter(line -> line.startsWith("app-"))
                        .collect(java.util.stream.Collectors.toMap(
                                line -> line.substring(0, line.indexOf('=')), line -> line, (older, newer) -> newer))
                        .values()
                        .stream()
                        .sorted()
                        .toList());
    }

    /** The handler is asked once for a record, and not for each attempt. */
    @Test
    void shouldAskNoHandlerForAnAttemptThatIsTakenBack() {
        List<String> asked = new ArrayList<>();
        ProcessingExceptionHandler handler = new LogAndContinueProcessingExceptionHandler() {
            @Override
            public Response handleError(
                    org.stoatflow.streams.errors.ErrorHandlerContext context, Record<?, ?> record, Exception failure) {
                asked.add(failure.getMessage() + " at " + context.offset());
                return super.handleError(context, record, failure);
            }
        };
        ErrorHandling with = errors(2, 100, false);
        LaneRig rig = LaneRig.exactlyOnce(
                this::byKey,
                new ErrorHandling(with.deserialization(), () -> handler, with.production(), with.retry(), 1));
        failing("a1", 2);
        failing("b1", 3);
        rig.feed(0, "a=a1", "b=b1");
        for (int i = 0; i < 3; i++) {
            rig.run();
            rig.pass(BACKOFF_MAX_MS);
        }
        assertEquals(List.of("b1 at 1"), asked);
    }

    @Test
    void shouldFlushCachesOnceAllHeldRecordsAreDone() {
        LaneRig rig = LaneRig.cached(
                builder -> builder.<String, String>stream(LaneRig.IN)
                        .groupByKey()
                        .aggregate(() -> "", (key, value, all) -> call(all + value), Materialized.as("all"))
                        .toStream()
                        .to("out"),
                errors(3, 100, true));
        failing("x", 1);
        rig.feed(0, "a=x", "b=1", "a=y", "b=2");
        rig.cut();
        assertEquals(List.of("x", "1", "12"), calls);
        assertFalse(rig.isCutComplete());
        rig.pass(BACKOFF_MS);
        rig.run();
        assertTrue(rig.isCutComplete());
        assertEquals(
                List.of("out b=12", "out a=xy"),
                rig.sent().stream().filter(line -> line.startsWith("out")).toList());
    }
}
