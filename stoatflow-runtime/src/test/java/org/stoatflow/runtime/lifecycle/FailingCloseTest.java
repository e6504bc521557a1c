package org.stoatflow.runtime.lifecycle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.stoatflow.runtime.lifecycle.PhaseName.JOINING;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.streams.processor.api.Record;

/** A processor's {@code close} that throws an error, at the end of a run, is not the end of the application. */
class FailingCloseTest {
    private static final long LIMIT_S = 60;

    private final CountDownLatch closed = new CountDownLatch(1);

    @Test
    void shouldCloseTheOthersAndGoOn() throws InterruptedException {
        LifecycleRig rig = new LifecycleRig(topology());
        rig.environment().threads();
        rig.run().lose().step();
        assertEquals(JOINING, rig.phase());
        assertTrue(closed.await(LIMIT_S, TimeUnit.SECONDS), "the processor behind it is not closed");
        rig.close().step();
        rig.requireClosed();
        assertEquals(List.of(), rig.environment().runs().uncaught());
    }

    private Topology topology() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream("in", Consumed.with(Serdes.ByteArray(), Serdes.ByteArray()))
                .process(() -> closing(() -> {
                    throw new NoClassDefFoundError("unloaded");
                }))
                .process(() -> closing(closed::countDown));
        return builder.build();
    }

    private static Processor<byte[], byte[], byte[], byte[]> closing(Runnable atEnd) {
        return new Processor<>() {
            @Override
            public void process(Record<byte[], byte[]> record) {}

            @Override
            public void close() {
                atEnd.run();
            }
        };
    }
}
