package org.stoatflow.runtime.lifecycle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.stoatflow.runtime.lifecycle.PhaseName.JOINING;
import static org.stoatflow.runtime.lifecycle.PhaseName.OPENING;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.stoatflow.runtime.testkit.LoggedLines;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.Record;

/** Lanes prepare two processors each, in their own threads, and are in the first when the partitions are lost. */
class LostWhileOpeningTest {
    private static final long LIMIT_S = 60;

    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger done = new AtomicInteger();
    private final AtomicInteger second = new AtomicInteger();
    private final AtomicInteger closed = new AtomicInteger();

    private final class Waiting implements Processor<byte[], byte[], byte[], byte[]> {
        @Override
        public void init(ProcessorContext<byte[], byte[]> context) {
            begun.incrementAndGet();
            entered.countDown();
            while (released.getCount() > 0) {
                try {
                    released.await();
                } catch (InterruptedException again) {
                    // goes on waiting, as user code may
                }
            }
            done.incrementAndGet();
        }

        @Override
        public void process(Record<byte[], byte[]> record) {}

        @Override
        public void close() {
            closed.incrementAndGet();
        }
    }

    private final class Second implements Processor<byte[], byte[], byte[], byte[]> {
        @Override
        public void init(ProcessorContext<byte[], byte[]> context) {
            second.incrementAndGet();
        }

        @Override
        public void process(Record<byte[], byte[]> record) {}
    }

    @Test
    void shouldBeginNoOtherPreparationAndCloseWhatIsPrepared() throws InterruptedException {
        LifecycleRig rig = new LifecycleRig(topology());
        rig.environment().threads();
        rig.own(OPENING);
        assertTrue(entered.await(LIMIT_S, TimeUnit.SECONDS), "a lane is in init");
        rig.step();
        assertEquals(OPENING, rig.phase());
        rig.lose().step();
        assertEquals(JOINING, rig.phase());
        int were = begun.get();
        released.countDown();
        awaitClosed(were);
        assertEquals(were, begun.get(), "no lane begins after the loss");
        assertEquals(were, done.get());
        assertEquals(0, second.get(), "no processor is prepared after the loss");
    }

    @Test
    void shouldSayEachMinuteWhatItWaitsFor() throws InterruptedException {
        LifecycleRig rig = new LifecycleRig(topology());
        rig.environment().threads();
        rig.own(OPENING);
        assertTrue(entered.await(LIMIT_S, TimeUnit.SECONDS), "a lane is in init");
        try (LoggedLines log = LoggedLines.of(OpeningPhase.class.getName())) {
            rig.step().pass(Duration.ofSeconds(59)).step();
            assertEquals(0, log.count(""));
            rig.pass(Duration.ofSeconds(1)).step().step();
            assertEquals(1, log.count("in init() of processor"), () -> "lines " + log.all());
        }
        released.countDown();
        rig.close().step();
        rig.requireClosed();
    }

    private void awaitClosed(int wanted) throws InterruptedException {
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_S);
        while (closed.get() < wanted && System.nanoTime() < deadlineNs) {
            Thread.sleep(5);
        }
        assertEquals(wanted, closed.get(), "closed processors");
    }

    private Topology topology() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream("in", Consumed.with(Serdes.ByteArray(), Serdes.ByteArray()))
                .process(Waiting::new)
                .process(Second::new);
        return builder.build();
    }
}
