package org.stoatflow.runtime.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.Kernel;
import org.stoatflow.kernel.epoch.Budget;
import org.stoatflow.kernel.epoch.Cadence;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.epoch.SourcePosition;
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

/** What a dispatcher gives to be committed where the log of a partition is not the one that it was. */
class LogChangesTest {
    private static final TopicPartition LEFT = SourceQueuesRig.LEFT_0;
    private static final TopicPartition RIGHT = SourceQueuesRig.RIGHT_0;

    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none");
    private final SourceConsumer source = new SourceConsumer(consumer);
    private final Budget budget = new Budget(1 << 20, () -> {});
    private final Plan plan = plan();
    private final Dispatcher dispatcher = dispatcher();

    private static Plan plan() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("left").merge(builder.stream("right")).to("out");
        return Planner.compile(
                TopologyAccess.logical(builder.build()),
                new PlanSettings("application", 1, Serdes.String(), 0),
                topic -> OptionalInt.of(1));
    }

    private Kernel kernel() {
        Kernel made = new Kernel(
                new Kernel.Parts(
                        plan,
                        new TestApplication(),
                        StateEngines.inMemory(List.of()),
                        new FailOnInvalidTimestamp(),
                        Kernel.Before.NOTHING,
                        budget,
                        Clock.SYSTEM),
                new Kernel.Settings(false, 256, 128),
                new NoOpSignals());
        made.lanes().forEach(Lane::open);
        return made;
    }

    private Dispatcher dispatcher() {
        Map<TopicPartition, Long> begins = Map.of(LEFT, 0L, RIGHT, 0L);
        consumer.assign(begins.keySet());
        consumer.updateBeginningOffsets(begins);
        consumer.updateEndOffsets(begins);
        consumer.seekToBeginning(begins.keySet());
        return new Dispatcher(
                new Dispatcher.Settings(false, 10, 10, 10, 0, -1, Long.MAX_VALUE),
                kernel(),
                new Dispatcher.Sources(
                        source, begins, Map.of(), new Learned(new SourceCounters(), KnownGrowth.none(plan))),
                budget,
                new Cadence(
                        1, Duration.ofHours(1).toNanos(), Duration.ofHours(1).toNanos(), 50_000, 0),
                Clock.SYSTEM,
                Dispatcher.Signals.NONE);
    }

    private void arrive(TopicPartition partition, long... offsets) {
        for (long offset : offsets) {
            consumer.addRecord(SourceQueuesRig.record(partition, offset));
        }
    }

    /** Cuts the open epoch with what has arrived, and gives what may be committed for it now. */
    private Map<TopicPartition, Long> committed() {
        Epoch open = dispatcher.epoch();
        dispatcher.requestCut();
        dispatcher.step();
        assertTrue(open.isCut(), "it holds something");
        return allowed(open);
    }

    private Map<TopicPartition, Long> allowed(Epoch epoch) {
        Map<TopicPartition, SourcePosition> allowed = dispatcher.rights().allowed(epoch.positions());
        return allowed.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, entry -> entry.getValue().offset()));
    }

    @Test
    void shouldCommitWhereACutLogGoesOnThoughNoRecordFollows() {
        arrive(LEFT, 0, 1, 2);
        Epoch before = dispatcher.epoch();
        assertEquals(Map.of(LEFT, 3L), committed());
        dispatcher.onLogCut(Map.of(LEFT, new LogCut(0, 2, Optional.of(4), 2)));
        assertEquals(Map.of(LEFT, 2L), allowed(before), "an epoch that waits for its commit");
        assertFalse(dispatcher.isOpenEpochEmpty());
        Epoch next = dispatcher.epoch();
        assertEquals(Map.of(LEFT, 2L), committed());
        assertEquals(
                SourcePosition.at(2, Optional.of(4)).inLog(1), next.positions().get(LEFT));
    }

    @Test
    void shouldCommitNoPositionOfATopicThatWasMadeAnew() {
        arrive(RIGHT, 0);
        arrive(LEFT, 0, 1, 2);
        Epoch before = dispatcher.epoch();
        assertEquals(Map.of(LEFT, 3L, RIGHT, 1L), committed());
        dispatcher.madeAnew(Set.of("left"));
        assertEquals(Map.of(RIGHT, 1L), allowed(before));
        arrive(LEFT, 3);
        assertEquals(Map.of(LEFT, 4L), committed(), "the consumer has noticed nothing");
        dispatcher.madeAnew(Set.of("left"));
        arrive(LEFT, 4);
        assertEquals(Map.of(LEFT, 5L), committed(), "it was made anew once");
    }

    /** The cluster goes on saying that the topic is another one than was planned with, in the next runs, too. */
    @Test
    void shouldCommitPositionsOfTheNewTopicInTheNextRun() {
        consumer.setPollException(new OffsetOutOfRangeException(Map.of(LEFT, 41L)));
        dispatcher.step();
        OffsetReset policies = new OffsetReset(
                consumer,
                plan,
                OffsetReset.parse("earliest"),
                Duration.ofSeconds(1),
                Clock.SYSTEM,
                topics -> CompletableFuture.completedFuture(Set.of("left")));
        source.decideGone(policies, Set.of(LEFT, RIGHT)); // of the run before: this one is not told
        dispatcher.madeAnew(Set.of("left"));
        arrive(LEFT, 0);
        assertEquals(Map.of(LEFT, 1L), committed());
    }
}
