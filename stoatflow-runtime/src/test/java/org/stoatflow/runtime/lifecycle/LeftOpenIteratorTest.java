package org.stoatflow.runtime.lifecycle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.stoatflow.runtime.lifecycle.PhaseName.PAUSING;
import static org.stoatflow.runtime.lifecycle.PhaseName.RESTORING;
import static org.stoatflow.runtime.lifecycle.PhaseName.RUNNING;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.stoatflow.runtime.testkit.Eventually;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.errors.InvalidStateStoreException;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.ProcessorSupplier;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.Stores;

/**
 * A processor has not closed an iterator, which pins a snapshot of the state. The state stays open longer than the run.
 */
class LeftOpenIteratorTest {
    private final AtomicReference<KeyValueStore<String, String>> ofFirstRun = new AtomicReference<>();

    @Test
    void shouldBeClosedWithTheRun() {
        LifecycleRig rig = new LifecycleRig(topology(Careless::new)).handlerGoesOn();
        rig.environment().threads();
        rig.own(RESTORING);
        rig.environment().restoreRow("bytes".getBytes(StandardCharsets.UTF_8));
        rig.restored().reach(RUNNING).processing();
        Eventually.await(() -> rig.step().runs() == 2, () -> "no restart in place");
        assertEquals(0, rig.environment().state().scansOpen(), "iterators that are open");
        assertThrows(InvalidStateStoreException.class, () -> ofFirstRun.get().get("key"));
    }

    @Test
    void shouldBeClosedWhereTheRunCannotBegin() {
        LifecycleRig rig = new LifecycleRig(topology(Unprepared::new));
        rig.environment().threads();
        rig.own(RESTORING);
        rig.environment().restoreRow("bytes".getBytes(StandardCharsets.UTF_8));
        rig.restored().reach(PAUSING);
        assertEquals(1, rig.runs());
        assertEquals(0, rig.environment().state().scansOpen(), "iterators that are open");
    }

    private static Topology topology(ProcessorSupplier<String, String, Void, Void> supplier) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.addStateStore(
                Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore("table"), Serdes.String(), Serdes.String()));
        Consumed<String, String> timed =
                Consumed.with(Serdes.String(), Serdes.String()).withTimestampExtractor((record, time) -> 0);
        builder.stream("in", timed).process(supplier, "table");
        return builder.build();
    }

    /** Opens an iterator, and fails. */
    private final class Careless implements Processor<String, String, Void, Void> {
        private KeyValueStore<String, String> store;

        @Override
        public void init(ProcessorContext<Void, Void> context) {
            store = context.getStateStore("table");
            ofFirstRun.compareAndSet(null, store);
        }

        @Override
        public void process(Record<String, String> record) {
            store.all();
            throw new IllegalArgumentException(record.value());
        }
    }

    /** Opens an iterator before it fails to be prepared. */
    private static final class Unprepared implements Processor<String, String, Void, Void> {
        @Override
        public void init(ProcessorContext<Void, Void> context) {
            KeyValueStore<String, String> store = context.getStateStore("table");
            store.all();
            throw new IllegalStateException("nothing is there yet");
        }

        @Override
        public void process(Record<String, String> record) {}
    }
}
