package org.stoatflow.kernel.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.stoatflow.kernel.error.ErrorHandling;
import org.stoatflow.kernel.error.RetryPolicy;
import org.stoatflow.spi.RetriableErrors;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.errors.DefaultProductionExceptionHandler;
import org.stoatflow.streams.errors.LogAndContinueExceptionHandler;
import org.stoatflow.streams.errors.LogAndFailProcessingExceptionHandler;
import org.stoatflow.streams.kstream.Materialized;

/** A run ends while a lane is in the middle of a batch. */
class AbandonTest {
    private static final long BACK_OFF_NS = 1_000_000_000;

    private final List<String> called = new ArrayList<>();
    private LaneRig rig;

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldMakeNoFurtherCallAndHandNothingOver(boolean exactlyOnce) {
        rig = exactlyOnce
                ? LaneRig.exactlyOnce(this::build, ErrorHandling.FAILING)
                : LaneRig.atLeastOnce(this::build, ErrorHandling.FAILING);
        rig.feed(0, "key=first", "key=last", "key=never");
        rig.run();
        rig.cut();
        assertEquals(List.of("first", "last"), called);
        assertEquals(List.of(), rig.sent());
        assertFalse(rig.isCutComplete());
    }

    /** The first attempt of each record asks for a retry. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldHandNothingOverOfARecordThatWasRunAgain(boolean exactlyOnce) {
        RetryPolicy retry = new RetryPolicy(3, BACK_OFF_NS, BACK_OFF_NS, 100, new RetriableErrors());
        ErrorHandling errors = new ErrorHandling(
                LogAndContinueExceptionHandler::new,
                LogAndFailProcessingExceptionHandler::new,
                DefaultProductionExceptionHandler::new,
                retry,
                1);
        rig = exactlyOnce
                ? LaneRig.exactlyOnce(this::buildFailingOnce, errors)
                : LaneRig.atLeastOnce(this::buildFailingOnce, errors);
        rig.feed(0, "key=last");
        rig.run();
        rig.pass(TimeUnit.NANOSECONDS.toMillis(BACK_OFF_NS));
        rig.run();
        rig.cut();
        assertEquals(List.of("last", "last"), called);
        assertEquals(List.of(), rig.sent());
        assertFalse(rig.isCutComplete());
        assertEquals(0, rig.epochCutLast().contributedBytes());
        assertEquals(1, rig.epochCutLast().outstanding(0));
    }

    /** The epoch of a flush that has ended early must not be committed. So the lane must not leave it. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldMakeNoFurtherCallOfAFlush(boolean exactlyOnce) {
        rig = LaneRig.cached(this::buildCached, ErrorHandling.FAILING, exactlyOnce);
        rig.feed(0, "a=first", "b=second", "c=third");
        rig.run();
        assertEquals(List.of(), called);
        rig.cut();
        rig.run();
        assertEquals(List.of("a 1"), called);
        assertEquals(List.of(), rig.sent());
        assertFalse(rig.isCutComplete());
    }

    private void buildCached(StreamsBuilder builder) {
        builder.<String, String>stream(LaneRig.IN)
                .groupByKey()
                .count(Materialized.as("counts"))
                .toStream()
                .peek((key, count) -> {
                    called.add(key + " " + count);
                    rig.lane(0).abandon();
                })
                .mapValues(String::valueOf)
                .to("out");
    }

    private void buildFailingOnce(StreamsBuilder builder) {
        builder.<String, String>stream(LaneRig.IN)
                .mapValues(value -> {
                    called.add(value);
                    if (called.size() == 1) {
                        throw new TimeoutException("again");
                    }
                    rig.lane(0).abandon();
                    return value;
                })
                .to("out");
    }

    private void build(StreamsBuilder builder) {
        builder.<String, String>stream(LaneRig.IN)
                .mapValues(value -> {
                    called.add(value);
                    if (value.equals("last")) {
                        rig.lane(0).abandon();
                    }
                    return value;
                })
                .to("out");
    }
}
