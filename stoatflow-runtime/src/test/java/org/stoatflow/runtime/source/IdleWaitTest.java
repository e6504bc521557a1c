package org.stoatflow.runtime.source;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.Kernel;
import org.stoatflow.kernel.epoch.Budget;
import org.stoatflow.kernel.epoch.Cadence;
import org.stoatflow.kernel.lane.Lane;
import org.stoatflow.kernel.lane.TestApplication;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.plan.PlanSettings;
import org.stoatflow.kernel.plan.Planner;
import org.stoatflow.kernel.testkit.NoOpSignals;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.processor.FailOnInvalidTimestamp;

/** Records that wait for those of another topic go on when {@code max.task.idle.ms} is over, and no later. */
class IdleWaitTest {
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration TASK_IDLE = Duration.ofMillis(30);

    private final Polled consumer = new Polled();
    private final Budget budget = new Budget(1 << 20, () -> {});
    private final Kernel kernel = kernel();
    private long nowNs;

    /** Each poll that brings nothing takes as long as it may. */
    private final class Polled extends MockConsumer<byte[], byte[]> {
        private final List<Duration> waits = new ArrayList<>();

        Polled() {
            super("earliest");
        }

        @Override
        public synchronized ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
            waits.add(timeout);
            ConsumerRecords<byte[], byte[]> records = super.poll(Duration.ZERO);
            nowNs += records.isEmpty() ? timeout.toNanos() : 0;
            return records;
        }
    }

    /** One that stands still but in polls. */
    private final class Stopped implements Clock {
        @Override
        public long nanos() {
            return nowNs;
        }

        @Override
        public long millis() {
            return nowNs / 1_000_000;
        }
    }

    @Test
    void shouldWaitForTheOtherTopicAsLongAsConfiguredThoughAPollMayTakeLonger() {
        Dispatcher dispatcher = dispatcher(TASK_IDLE);
        consumer.addRecord(SourceQueuesRig.record(SourceQueuesRig.LEFT_0, 0));
        dispatcher.step();
        assertEquals(1, dispatcher.queuedRecords(), "it waits for the other topic");
        dispatcher.step();
        assertEquals(TASK_IDLE, consumer.waits.getLast());
        assertEquals(0, dispatcher.queuedRecords(), "it has waited for long enough");
        dispatcher.step();
        assertEquals(POLL, consumer.waits.getLast(), "nothing waits any more");
    }

    @Test
    void shouldPollAsLongAsElsewhereWhereTheWaitIsLonger() {
        Dispatcher dispatcher = dispatcher(POLL.multipliedBy(3));
        consumer.addRecord(SourceQueuesRig.record(SourceQueuesRig.LEFT_0, 0));
        dispatcher.step();
        for (int polls = 1; polls < 3; polls++) {
            dispatcher.step();
            assertEquals(POLL, consumer.waits.getLast());
            assertEquals(1, dispatcher.queuedRecords());
        }
        dispatcher.step();
        assertEquals(0, dispatcher.queuedRecords());
    }

    /** No lane may be given anything, however long the records have waited: that must not make polls short. */
    @Test
    void shouldPollAsLongAsElsewhereWhereThereIsNoRoom() {
        Dispatcher dispatcher = dispatcher(TASK_IDLE);
        consumer.addRecord(SourceQueuesRig.record(SourceQueuesRig.LEFT_0, 0));
        dispatcher.step();
        budget.retain(1 << 20);
        dispatcher.step();
        dispatcher.step();
        assertEquals(POLL, consumer.waits.getLast());
        budget.release(1 << 20);
        dispatcher.step();
        assertEquals(0, dispatcher.queuedRecords(), "there is room again");
    }

    private Kernel kernel() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("left").merge(builder.stream("right")).to("out");
        Plan plan = Planner.compile(
                TopologyAccess.logical(builder.build()),
                new PlanSettings("application", 1, Serdes.String(), 0),
                topic -> OptionalInt.of(1));
        Kernel made = new Kernel(
                new Kernel.Parts(
                        plan,
                        new TestApplication(),
                        StateEngines.inMemory(List.of()),
                        new FailOnInvalidTimestamp(),
                        Kernel.Before.NOTHING,
                        budget,
                        new Stopped()),
                new Kernel.Settings(true, 256, 128),
                new NoOpSignals());
        made.lanes().forEach(Lane::open);
        return made;
    }

    private Dispatcher dispatcher(Duration taskIdle) {
        Map<TopicPartition, Long> begins = Map.of(SourceQueuesRig.LEFT_0, 0L, SourceQueuesRig.RIGHT_0, 0L);
        consumer.assign(begins.keySet());
        consumer.updateBeginningOffsets(begins);
        consumer.seekToBeginning(begins.keySet());
        return new Dispatcher(
                new Dispatcher.Settings(true, 10, 10, 2, POLL.toNanos(), taskIdle.toNanos(), Long.MAX_VALUE),
                kernel,
                new Dispatcher.Sources(
                        new SourceConsumer(consumer),
                        begins,
                        Map.of(),
                        new Learned(new SourceCounters(), KnownGrowth.none(kernel.plan()))),
                budget,
                new Cadence(
                        1, Duration.ofHours(1).toNanos(), Duration.ofHours(1).toNanos(), 50_000, 0),
                new Stopped(),
                Dispatcher.Signals.NONE);
    }
}
