package org.stoatflow.runtime.lifecycle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.stoatflow.runtime.lifecycle.PhaseName.DRAINING;
import static org.stoatflow.runtime.lifecycle.PhaseName.JOINING;
import static org.stoatflow.runtime.lifecycle.PhaseName.RUNNING;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.stoatflow.runtime.testkit.Eventually;
import org.stoatflow.runtime.testkit.OwnStore;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.Record;

/** A store that is wholly the user's, in memory and without a changelog: nothing could bring its rows back. */
class KeptStoreTest {
    private final List<OwnStore> opened = new CopyOnWriteArrayList<>();

    private static final class Counting implements Processor<byte[], byte[], byte[], byte[]> {
        private OwnStore store;

        @Override
        public void init(ProcessorContext<byte[], byte[]> context) {
            store = context.getStateStore(OwnStore.NAME);
        }

        @Override
        public void process(Record<byte[], byte[]> record) {
            store.count().incrementAndGet();
        }
    }

    private Topology topology() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.addStateStore(new OwnStore.Builder(opened));
        builder.stream(
                        "in",
                        Consumed.with(Serdes.ByteArray(), Serdes.ByteArray())
                                .withTimestampExtractor((record, time) -> 0))
                .process(Counting::new, OwnStore.NAME);
        return builder.build();
    }

    private LifecycleRig running(String guarantee) {
        LifecycleRig rig = LifecycleRig.configured(topology(), Map.of("processing.guarantee", guarantee));
        rig.environment().threads();
        return rig.run();
    }

    private static void awaitRun(LifecycleRig rig, int runs) {
        Eventually.await(
                () -> rig.pass(Duration.ofSeconds(1)).step().phase() == RUNNING && rig.runs() == runs,
                () -> "run " + rig.runs() + ", " + rig.phase());
    }

    private void count(LifecycleRig rig, int expected) {
        rig.processing();
        Eventually.await(
                () -> {
                    rig.step();
                    return opened.getLast().count().get() == expected;
                },
                () -> "counted " + opened.getLast().count().get());
    }

    @ParameterizedTest
    @ValueSource(strings = {"exactly_once_v2", "at_least_once"})
    void shouldStayWhereTheApplicationPlansAgain(String guarantee) {
        LifecycleRig rig = running(guarantee);
        count(rig, 1);
        OwnStore first = opened.getFirst();
        rig.grow();
        awaitRun(rig, 2);
        assertEquals(2, opened.size(), "one more, for the new partition");
        assertTrue(first.isOpen());
        assertEquals(1, first.count().get());
    }

    @Test
    void shouldBeginAnewWhereWhatItHasIsNotCommitted() {
        LifecycleRig rig = running("exactly_once_v2");
        count(rig, 1);
        rig.failPreparing(new IllegalStateException("another lane")).step();
        awaitRun(rig, 2);
        assertEquals(2, opened.size());
        assertNotSame(opened.getFirst(), opened.getLast());
        assertTrue(!opened.getFirst().isOpen());
    }

    @Test
    void shouldBeginAnewWhereThePartitionsWereAway() {
        LifecycleRig rig = running("exactly_once_v2");
        rig.grow().reach(DRAINING);
        Eventually.await(() -> rig.step().phase() != DRAINING, () -> "drains");
        rig.lose();
        Eventually.await(() -> rig.step().phase() == JOINING, () -> "in " + rig.phase());
        rig.step().assign(2);
        awaitRun(rig, 2);
        assertEquals(3, opened.size(), "another instance may have processed");
    }

    @Test
    void shouldStayOverAnOutage() {
        LifecycleRig rig = running("exactly_once_v2");
        rig.silence();
        rig.failPoll(new TimeoutException("no answer"));
        Eventually.await(() -> rig.step().phase() != RUNNING, () -> "in " + rig.phase());
        rig.answer();
        awaitRun(rig, 2);
        assertEquals(1, opened.size());
        assertSame(opened.getFirst(), opened.getLast());
        assertTrue(opened.getFirst().isOpen());
    }
}
