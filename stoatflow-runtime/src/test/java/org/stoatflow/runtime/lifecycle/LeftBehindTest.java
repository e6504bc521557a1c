package org.stoatflow.runtime.lifecycle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.stoatflow.runtime.lifecycle.PhaseName.ENDED;
import static org.stoatflow.runtime.lifecycle.PhaseName.JOINING;
import static org.stoatflow.runtime.lifecycle.PhaseName.PLANNING;
import static org.stoatflow.runtime.lifecycle.PhaseName.RECOVERING;
import static org.stoatflow.runtime.lifecycle.PhaseName.RUNNING;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.stoatflow.runtime.failure.LeftBehindException;
import org.stoatflow.runtime.testkit.Eventually;
import org.stoatflow.runtime.testkit.LoggedLines;
import org.stoatflow.runtime.testkit.OwnStore;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.errors.ErrorHandlerContext;
import org.stoatflow.streams.errors.ProcessingExceptionHandler;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.Record;

/** A lane is in a call of user code when its run fails for another reason, or when the partitions are lost. */
class LeftBehindTest {
    private static final long LIMIT_S = 60;
    private static final Duration CALL_MAX = Duration.ofMinutes(5); // max.poll.interval.ms
    private static final AtomicInteger handled = new AtomicInteger();

    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final AtomicInteger instances = new AtomicInteger();
    private final List<OwnStore> opened = new CopyOnWriteArrayList<>();
    private boolean heedsInterrupts;

    /** Stays in its first call. */
    private final class Slow implements Processor<byte[], byte[], byte[], byte[]> {
        private final int number = instances.getAndIncrement();

        @Override
        public void init(ProcessorContext<byte[], byte[]> context) {
            calls.add("init " + number);
        }

        @Override
        public void process(Record<byte[], byte[]> record) {
            calls.add("in " + number);
            if (entered.getCount() > 0) {
                entered.countDown();
                stay();
            }
            calls.add("out " + number);
        }

        @Override
        public void close() {
            calls.add("close " + number + (Thread.currentThread().isInterrupted() ? " interrupted" : ""));
        }
    }

    private void stay() {
        while (released.getCount() > 0) {
            try {
                assertTrue(released.await(LIMIT_S, TimeUnit.SECONDS), "the test is over");
            } catch (InterruptedException interrupted) {
                if (heedsInterrupts) {
                    throw new IllegalStateException("interrupted", interrupted);
                }
            }
        }
    }

    /** Goes on after each failure. */
    public static final class Counting implements ProcessingExceptionHandler {
        @Override
        public Response handleError(ErrorHandlerContext context, Record<?, ?> record, Exception exception) {
            handled.incrementAndGet();
            return Response.resume();
        }

        @Override
        public void configure(Map<String, ?> configs) {}
    }

    @AfterEach
    void letGo() {
        released.countDown();
    }

    private LifecycleRig withSlowCall(String guarantee) throws InterruptedException {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream(
                        "in",
                        Consumed.with(Serdes.ByteArray(), Serdes.ByteArray())
                                .withTimestampExtractor((record, time) -> 0))
                .process(Slow::new);
        return inCall(builder.build(), guarantee);
    }

    private LifecycleRig inCall(Topology topology, String guarantee) throws InterruptedException {
        LifecycleRig rig = LifecycleRig.configured(
                topology,
                Map.of(
                        "processing.guarantee",
                        guarantee,
                        "processing.exception.handler",
                        Counting.class,
                        "stoatflow.close.timeout.ms",
                        2_000)); // a quarter of it is waited for lanes, by the clock of the machine
        rig.environment().threads();
        rig.run().processing();
        assertTrue(entered.await(LIMIT_S, TimeUnit.SECONDS), "a lane is in a call");
        calls.clear();
        handled.set(0);
        return rig;
    }

    private static void failAnother(LifecycleRig rig) {
        rig.failPreparing(new IllegalStateException("another lane"));
    }

    /** Steps on for long enough to begin, if that were possible. */
    private static void stepOn(LifecycleRig rig) {
        for (int step = 0; step < LifecycleRig.STEPS_MAX; step++) {
            rig.pass(Duration.ofSeconds(1)).step();
        }
    }

    private void requireNothingCalled(LifecycleRig rig) {
        assertEquals(List.of(), calls, "calls while one is under way");
        assertEquals(1, rig.runs());
    }

    private void goOn(LifecycleRig rig, int runs) {
        released.countDown();
        Eventually.await(() -> rig.step().phase() == RUNNING && rig.runs() == runs, () -> "goes on");
        assertTrue(calls.getFirst().startsWith("out"), () -> "calls " + calls);
        String closed = calls.stream()
                .filter(call -> call.startsWith("init"))
                .findFirst()
                .orElseThrow();
        List<String> before = calls.subList(0, calls.indexOf(closed));
        assertTrue(before.contains(calls.getFirst().replace("out", "close")), () -> "init before close: " + calls);
    }

    @ParameterizedTest
    @ValueSource(strings = {"exactly_once_v2", "at_least_once"})
    void shouldBeginNoOtherRunBeforeTheCallHasEnded(String guarantee) throws InterruptedException {
        LifecycleRig rig = withSlowCall(guarantee);
        try (LoggedLines log = LoggedLines.of("org.stoatflow.runtime.run.RunThreads")) {
            failAnother(rig);
            rig.step();
            assertEquals(1, log.count("topic in, partition 0, offset 0"), () -> "lines " + log.all());
            assertEquals(1, log.count("KSTREAM-PROCESSOR-0000000001"), () -> "lines " + log.all());
        }
        try (LoggedLines log = LoggedLines.of("org.stoatflow.runtime.run.CallWait")) {
            stepOn(rig);
            stepOn(rig);
            assertEquals(1, log.count("topic in, partition 0, offset 0"), () -> "lines " + log.all());
        }
        assertEquals(RECOVERING, rig.phase());
        requireNothingCalled(rig);
        goOn(rig, 2);
    }

    @Test
    void shouldEndACallThatHeedsAnInterruptAndAskNoHandler() throws InterruptedException {
        heedsInterrupts = true;
        LifecycleRig rig = withSlowCall("exactly_once_v2");
        failAnother(rig);
        rig.step().reach(RUNNING);
        assertEquals(2, rig.runs());
        assertEquals(0, handled.get(), "the record is processed again");
        assertTrue(calls.stream().noneMatch(call -> call.contains("interrupted")), () -> "calls " + calls);
    }

    @Test
    void shouldWaitWhereThePartitionsAreLost() throws InterruptedException {
        LifecycleRig rig = withSlowCall("exactly_once_v2");
        rig.lose().step();
        assertEquals(JOINING, rig.phase());
        rig.assign(1);
        stepOn(rig);
        assertEquals(RECOVERING, rig.phase());
        requireNothingCalled(rig);
        goOn(rig, 2);
    }

    private LifecycleRig withStore(String guarantee) throws InterruptedException {
        StreamsBuilder builder = new StreamsBuilder();
        builder.addStateStore(new OwnStore.Builder(opened));
        builder.stream(
                        "in",
                        Consumed.with(Serdes.ByteArray(), Serdes.ByteArray())
                                .withTimestampExtractor((record, time) -> 0))
                .process(Slow::new, OwnStore.NAME);
        return inCall(builder.build(), guarantee);
    }

    @ParameterizedTest
    @ValueSource(strings = {"exactly_once_v2", "at_least_once"})
    void shouldLeaveAStoreOfTheUsersOpenUntilTheCallHasEnded(String guarantee) throws InterruptedException {
        LifecycleRig rig = withStore(guarantee);
        OwnStore held = opened.getFirst();
        failAnother(rig);
        stepOn(rig);
        requireNothingCalled(rig);
        assertEquals(1, opened.size(), "instances");
        assertTrue(held.isOpen(), "a call is in it");
        goOn(rig, 2);
        assertFalse(held.isOpen());
        assertEquals(2, opened.size(), "instances");
    }

    @ParameterizedTest
    @ValueSource(strings = {"exactly_once_v2", "at_least_once"})
    void shouldLeaveAStoreOfTheUsersOpenWhereItCloses(String guarantee) throws InterruptedException {
        LifecycleRig rig = withStore(guarantee);
        OwnStore held = opened.getFirst();
        rig.close().pass(Duration.ofMinutes(1)).reach(ENDED);
        assertTrue(held.isOpen(), "a call is in it");
        released.countDown();
        Eventually.await(() -> !held.isOpen(), () -> "the store is open");
    }

    @Test
    void shouldOpenTheStateAgainOnceTheCallHasEnded() throws InterruptedException {
        LifecycleRig rig = withStore("exactly_once_v2");
        OwnStore held = opened.getFirst();
        rig.failPoll(new RuntimeException(new AssertionError("a thread of the consumer")));
        stepOn(rig);
        assertEquals(PLANNING, rig.phase());
        requireNothingCalled(rig);
        assertTrue(held.isOpen(), "a call is in it");
        released.countDown();
        Eventually.await(() -> rig.step().phase() == JOINING, () -> "goes on");
        assertFalse(held.isOpen());
    }

    /** As long as Kafka Streams gives a function before it takes it for stuck. */
    @Test
    void shouldFailWhereTheCallDoesNotEnd() throws InterruptedException {
        LifecycleRig rig = withSlowCall("exactly_once_v2");
        List<String> heard = new ArrayList<>();
        rig.handlerHears(heard);
        failAnother(rig);
        rig.step().reach(RECOVERING).step();
        assertEquals(List.of(), heard);
        rig.pass(CALL_MAX.plusSeconds(1));
        assertThrows(LeftBehindException.class, rig::step);
        assertEquals(ENDED, rig.phase());
        assertEquals(1, heard.size(), () -> "heard " + heard);
        assertTrue(heard.getFirst().contains("topic in, partition 0, offset 0"), heard::getFirst);
        assertTrue(heard.getFirst().contains("max.poll.interval.ms"), heard::getFirst);
        requireNothingCalled(rig);
    }

    @Test
    void shouldWaitAgainWhereTheHandlerGoesOn() throws InterruptedException {
        LifecycleRig rig = withSlowCall("exactly_once_v2");
        rig.handlerGoesOn();
        failAnother(rig);
        rig.step().reach(RECOVERING).pass(CALL_MAX.plusSeconds(1)).step();
        stepOn(rig);
        assertEquals(PLANNING, rig.phase());
        requireNothingCalled(rig);
        released.countDown();
        Eventually.await(() -> rig.step().phase() == JOINING, () -> "goes on");
    }

    @Test
    void shouldCloseWhileItWaits() throws InterruptedException {
        LifecycleRig rig = withSlowCall("exactly_once_v2");
        failAnother(rig);
        rig.step().reach(RECOVERING).close().step();
        assertEquals(ENDED, rig.phase());
        assertFalse(rig.environment().state().isOpen());
        requireNothingCalled(rig);
    }
}
