package org.stoatflow.kernel.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.stoatflow.kernel.error.ErrorDrop;
import org.stoatflow.kernel.error.ErrorHandling;
import org.stoatflow.kernel.error.RetryPolicy;
import org.stoatflow.kernel.error.UserCodeError;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.errors.ErrorHandlerContext;
import org.stoatflow.streams.errors.LogAndContinueExceptionHandler;
import org.stoatflow.streams.errors.LogAndContinueProcessingExceptionHandler;
import org.stoatflow.streams.errors.LogAndFailExceptionHandler;
import org.stoatflow.streams.errors.LogAndFailProcessingExceptionHandler;
import org.stoatflow.streams.errors.ProductionExceptionHandler;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.users.DeepCode;

/** Errors of user code that one record brings about, and errors that say more than that. */
class UserCodeErrorTest {
    private static final class Letting implements ProductionExceptionHandler {
        @Override
        @SuppressWarnings("rawtypes")
        public Response handleSerializationError(
                ErrorHandlerContext context,
                ProducerRecord record,
                Exception exception,
                SerializationExceptionOrigin origin) {
            assertInstanceOf(UserCodeError.class, exception);
            return Response.resume();
        }

        @Override
        public void configure(Map<String, ?> configs) {}
    }

    private static ErrorHandling errors(boolean continues) {
        return new ErrorHandling(
                continues ? LogAndContinueExceptionHandler::new : LogAndFailExceptionHandler::new,
                continues ? LogAndContinueProcessingExceptionHandler::new : LogAndFailProcessingExceptionHandler::new,
                Letting::new,
                RetryPolicy.NEVER,
                1);
    }

    private static void processes(StreamsBuilder builder) {
        builder.<String, String>stream(LaneRig.IN).mapValues(DeepCode::same).to("out");
    }

    private static void reads(StreamsBuilder builder) {
        builder.stream(LaneRig.IN, Consumed.with(Serdes.String(), DeepCode.reading()))
                .to("out", Produced.with(Serdes.String(), Serdes.String()));
    }

    private static void writes(StreamsBuilder builder) {
        builder.<String, String>stream(LaneRig.IN).to("out", Produced.with(Serdes.String(), DeepCode.writing()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"deep", "unlinked"})
    void shouldBeTheRecordsFailureWhereTheHandlerSaysContinue(String value) {
        requireDropped(ErrorDrop.PROCESSING, value, UserCodeErrorTest::processes);
        requireDropped(ErrorDrop.UNREADABLE, value, UserCodeErrorTest::reads);
        requireDropped(ErrorDrop.UNSERIALIZABLE, value, UserCodeErrorTest::writes);
    }

    private static void requireDropped(ErrorDrop reason, String value, Consumer<StreamsBuilder> topology) {
        LaneRig rig = LaneRig.exactlyOnce(topology, errors(true));
        rig.feed(0, "a=1", "a=" + value, "a=2");
        rig.cut();
        assertEquals(List.of("out a=1", "out a=2"), rig.sent());
        assertEquals(1, rig.lane(0).counters().dropped(reason));
        assertTrue(rig.isCutComplete());
    }

    @Test
    void shouldGiveTheUserTheErrorItselfWhereTheHandlerSaysFail() {
        LaneRig rig = LaneRig.exactlyOnce(UserCodeErrorTest::processes, errors(false));
        rig.feed(0, "a=unlinked");
        LaneFailure failure = assertThrows(LaneFailure.class, rig::run);
        assertInstanceOf(NoClassDefFoundError.class, failure.told());
    }

    @Test
    void shouldEndTheRunWhereTheVirtualMachineIsNotWell() {
        LaneRig rig = LaneRig.exactlyOnce(UserCodeErrorTest::processes, errors(true));
        rig.feed(0, "a=memory");
        LaneFailure failure = assertThrows(LaneFailure.class, rig::run);
        assertInstanceOf(OutOfMemoryError.class, failure.told());
    }

    /** Then what has to be done as a whole may be half done. */
    @Test
    void shouldEndTheRunWhereTheErrorHasStruckCodeOfOurs() {
        NoClassDefFoundError ours = new NoClassDefFoundError("thrown by a class of the engine's package");
        assertSame(ours, assertThrows(NoClassDefFoundError.class, () -> UserCodeError.asException(ours)));
        StackOverflowError below = assertThrows(StackOverflowError.class, () -> DeepCode.through(new Deep()));
        assertSame(below, assertThrows(StackOverflowError.class, () -> UserCodeError.asException(below)));
    }

    /** Stands for a store: it goes deep below user code that is not deep. */
    private static final class Deep implements Runnable {
        @Override
        @SuppressWarnings("InfiniteRecursion")
        public void run() {
            run();
        }
    }
}
