package org.stoatflow.runtime.lifecycle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.Record;

/** What a processor's {@code init} leaves in its thread, such as a logging context, is there in its other calls. */
class OneThreadTest {
    private static final long LIMIT_S = 60;
    private static final ThreadLocal<String> LEFT = new ThreadLocal<>();

    private final List<String> found = new CopyOnWriteArrayList<>();
    private final CountDownLatch processed = new CountDownLatch(1);
    private final CountDownLatch closed = new CountDownLatch(1);

    /** Leaves something in its thread, and looks for it. */
    private final class Looking implements Processor<byte[], byte[], byte[], byte[]> {
        @Override
        public void init(ProcessorContext<byte[], byte[]> context) {
            LEFT.set("by init");
        }

        @Override
        public void process(Record<byte[], byte[]> record) {
            found.add("process: " + LEFT.get());
            processed.countDown();
        }

        @Override
        public void close() {
            found.add("close: " + LEFT.get());
            closed.countDown();
        }
    }

    private Topology topology() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream(
                        "in",
                        Consumed.with(Serdes.ByteArray(), Serdes.ByteArray())
                                .withTimestampExtractor((record, time) -> 0))
                .process(Looking::new);
        return builder.build();
    }

    @Test
    void shouldFindWhatInitHasLeftInTheThread() throws InterruptedException {
        LifecycleRig rig = LifecycleRig.configured(topology(), Map.of());
        rig.environment().threads();
        rig.run().processing();
        assertTrue(processed.await(LIMIT_S, TimeUnit.SECONDS), "a record is processed");
        rig.lose().step();
        assertTrue(closed.await(LIMIT_S, TimeUnit.SECONDS), "the processor is closed");
        assertEquals(List.of("process: by init", "close: by init"), found);
        rig.close().step();
        assertEquals(null, LEFT.get(), "in the thread that steps the application");
    }
}
