package org.stoatflow.runtime.lifecycle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.stoatflow.runtime.lifecycle.PhaseName.ENDED;
import static org.stoatflow.runtime.lifecycle.PhaseName.RECOVERING;
import static org.stoatflow.runtime.lifecycle.PhaseName.RUNNING;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.stoatflow.runtime.failure.LeftBehindException;
import org.stoatflow.runtime.testkit.Eventually;
import org.stoatflow.runtime.testkit.LoggedLines;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.errors.ErrorHandlerContext;
import org.stoatflow.streams.errors.ProductionExceptionHandler;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.Produced;

/** The committer is in a handler of the user's, which heeds no interrupt, when its run ends. */
class LeftBehindCommitterTest {
    private static final long LIMIT_S = 60;
    private static final Duration CALL_MAX = Duration.ofMinutes(5); // max.poll.interval.ms
    private static final String WHERE = "in the production exception handler, node KSTREAM-SINK-0000000001";

    private static CountDownLatch entered = new CountDownLatch(1);
    private static CountDownLatch released = new CountDownLatch(1);
    private static final AtomicInteger inside = new AtomicInteger();
    private static final AtomicInteger insideMost = new AtomicInteger();

    /** Stays in each call until the test lets it go on. */
    public static final class Slow implements ProductionExceptionHandler {
        @Override
        public Response handleError(
                ErrorHandlerContext context, ProducerRecord<byte[], byte[]> record, Exception exception) {
            insideMost.accumulateAndGet(inside.incrementAndGet(), Math::max);
            entered.countDown();
            try {
                stay();
            } finally {
                inside.decrementAndGet();
            }
            return Response.resume();
        }

        private static void stay() {
            while (released.getCount() > 0) {
                try {
                    assertTrue(released.await(LIMIT_S, TimeUnit.SECONDS), "the test is over");
                } catch (InterruptedException again) {
                    Thread.onSpinWait(); // heeds none
                }
            }
        }

        @Override
        public void configure(Map<String, ?> configs) {}
    }

    @BeforeEach
    void begin() {
        entered = new CountDownLatch(1);
        released = new CountDownLatch(1);
        inside.set(0);
        insideMost.set(0);
    }

    @AfterEach
    void letGo() {
        released.countDown();
    }

    private static LifecycleRig inHandler(String guarantee) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream(
                        "in",
                        Consumed.with(Serdes.ByteArray(), Serdes.ByteArray())
                                .withTimestampExtractor((record, time) -> 0))
                .to("out", Produced.with(Serdes.ByteArray(), Serdes.ByteArray()));
        LifecycleRig rig = LifecycleRig.configured(
                builder.build(),
                Map.of(
                        "processing.guarantee",
                        guarantee,
                        "production.exception.handler",
                        Slow.class,
                        "stoatflow.close.timeout.ms",
                        2_000));
        rig.create("out").environment().threads();
        rig.run().clients().refuse(new RecordTooLargeException("refused"));
        rig.processing();
        Eventually.await(
                () -> rig.pass(Duration.ofMillis(100)).step() != null && entered.getCount() == 0,
                () -> "the committer is in the handler");
        return rig;
    }

    private static void failALane(LifecycleRig rig) {
        rig.failPreparing(new IllegalStateException("a lane"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"exactly_once_v2", "at_least_once"})
    void shouldBeginNoOtherRunBeforeTheHandlerHasComeBack(String guarantee) {
        LifecycleRig rig = inHandler(guarantee);
        try (LoggedLines log = LoggedLines.of("org.stoatflow.runtime.run.RunThreads")) {
            failALane(rig);
            rig.step();
            assertEquals(1, log.count(WHERE), () -> "lines " + log.all());
        }
        try (LoggedLines log = LoggedLines.of("org.stoatflow.runtime.run.CallWait")) {
            for (int step = 0; step < LifecycleRig.STEPS_MAX; step++) {
                rig.pass(Duration.ofSeconds(2)).step();
            }
            assertEquals(1, log.count(WHERE), () -> "lines " + log.all());
        }
        assertEquals(RECOVERING, rig.phase());
        assertEquals(1, rig.runs());
        released.countDown();
        Eventually.await(
                () -> rig.pass(Duration.ofMillis(100)).step().phase() == RUNNING && rig.runs() > 1,
                () -> "goes on: " + rig.phase() + ", runs " + rig.runs());
        assertEquals(1, insideMost.get(), "calls at once");
    }

    /** As long as a lane is waited for. */
    @Test
    void shouldFailWhereTheHandlerDoesNotComeBack() {
        LifecycleRig rig = inHandler("exactly_once_v2");
        List<String> heard = new ArrayList<>();
        rig.handlerHears(heard);
        failALane(rig);
        rig.step().reach(RECOVERING).step();
        rig.pass(CALL_MAX.plusSeconds(1));
        assertThrows(LeftBehindException.class, rig::step);
        assertEquals(ENDED, rig.phase());
        assertEquals(1, rig.runs());
        assertTrue(heard.getFirst().contains(WHERE), heard::getFirst);
    }
}
