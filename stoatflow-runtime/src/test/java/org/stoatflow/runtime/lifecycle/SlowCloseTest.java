package org.stoatflow.runtime.lifecycle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.stoatflow.runtime.lifecycle.PhaseName.ENDED;
import static org.stoatflow.runtime.lifecycle.PhaseName.RECOVERING;
import static org.stoatflow.runtime.lifecycle.PhaseName.RUNNING;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.stoatflow.runtime.testkit.Eventually;
import org.stoatflow.runtime.testkit.LoggedLines;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.streams.processor.api.Record;

/** A processor takes long to close, as one does that flushes a client of its own. An interrupt would end the flush. */
class SlowCloseTest {
    private static final long LIMIT_S = 60;
    private static final String RUN_THREADS = "org.stoatflow.runtime.run.RunThreads";

    private final CountDownLatch released = new CountDownLatch(1);
    private final List<String> calls = new CopyOnWriteArrayList<>();

    /** Its first close waits until the test lets it go on. */
    private final class Flushing implements Processor<byte[], byte[], byte[], byte[]> {
        @Override
        public void process(Record<byte[], byte[]> record) {}

        @Override
        public void close() {
            calls.add("close");
            try {
                assertTrue(released.await(LIMIT_S, TimeUnit.SECONDS), "the test is over");
                calls.add("flushed");
            } catch (InterruptedException interrupted) {
                calls.add("interrupted");
            }
        }
    }

    @AfterEach
    void letGo() {
        released.countDown();
    }

    private LifecycleRig running() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream("in", Consumed.with(Serdes.ByteArray(), Serdes.ByteArray()))
                .process(Flushing::new);
        LifecycleRig rig = LifecycleRig.configured(builder.build(), Map.of("stoatflow.close.timeout.ms", 2_000));
        rig.environment().threads();
        return rig.run();
    }

    @Test
    void shouldNotBeInterruptedWhereTheRunHasFailed() {
        LifecycleRig rig = running();
        try (LoggedLines log = LoggedLines.of(RUN_THREADS)) {
            rig.failPreparing(new IllegalStateException("another lane")).step();
            assertEquals(1, log.count("in close(), at node KSTREAM-PROCESSOR-0000000001"), () -> "lines " + log.all());
        }
        assertEquals(List.of("close"), calls);
        rig.reach(RECOVERING).step().step();
        assertEquals(1, rig.runs(), "the next run waits for it");
        released.countDown();
        Eventually.await(() -> rig.step().phase() == RUNNING, () -> "goes on");
        assertEquals(List.of("close", "flushed"), calls);
    }

    @Test
    void shouldNotBeInterruptedWhereThePartitionsAreLost() {
        LifecycleRig rig = running();
        rig.lose().step();
        assertEquals(List.of("close"), calls);
        released.countDown();
        Eventually.await(() -> calls.size() == 2, () -> "calls " + calls);
        assertEquals(List.of("close", "flushed"), calls);
    }

    /** The application closes within its time all the same. */
    @Test
    void shouldNotBeInterruptedByTheCloseOfTheApplication() {
        LifecycleRig rig = running();
        rig.close().pass(Duration.ofMinutes(1)).reach(ENDED);
        assertEquals(List.of("close"), calls);
        released.countDown();
        Eventually.await(() -> calls.size() == 2, () -> "calls " + calls);
        assertEquals(List.of("close", "flushed"), calls);
    }
}
