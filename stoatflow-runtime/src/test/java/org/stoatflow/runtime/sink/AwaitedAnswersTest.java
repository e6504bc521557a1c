package org.stoatflow.runtime.sink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.epoch.EntryGraph;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.epoch.SourcePosition;
import org.stoatflow.kernel.outbox.LaneContribution;
import org.stoatflow.kernel.outbox.Outbox;
import org.stoatflow.kernel.plan.ChangelogOrder;
import org.stoatflow.kernel.testkit.NoOpEpochListener;
import org.stoatflow.runtime.source.CommitRights;
import org.stoatflow.state.engine.StateEngines;

/** A committer tells whose answers it waits for, and nothing while it does anything else. */
class AwaitedAnswersTest {
    private static final int STEPS_MAX = 10;

    private final List<@Nullable Integer> inFlush = new ArrayList<>();
    private final Epoch epoch =
            Epoch.first(1, new EntryGraph(new int[] {0}, new int[][] {{}}), 1, 1, new NoOpEpochListener());

    @Test
    void shouldBeToldByRounds() {
        MockProducer<byte[], byte[]> producer = producer();
        List<Map<TopicPartition, SourcePosition>> committed = new ArrayList<>();
        FlowCommitter committer = new FlowCommitter(
                context(),
                new FlowCommitter.Broker(producer, OutputTopics.unknown(), Duration.ZERO, ChangelogOrder.NONE),
                epoch,
                committed::add,
                () -> 0,
                () -> {});
        assertNull(committer.awaited());
        epoch.touch(0);
        committer.offer(contribution());
        epoch.leave();
        epoch.cut(Map.of());
        stepAll(committer);
        assertEquals(2, missing(committer));
        producer.completeNext();
        assertEquals(1, missing(committer));
        producer.completeNext();
        assertNull(committer.awaited(), "all have come, and the committer may be in a handler that takes its time");
        stepAll(committer);
        assertNull(committer.awaited());
        assertEquals(1, committed.size());
    }

    /** A flush waits for all that is sent; the producer's thread may end behind the last answer of the round. */
    @Test
    void shouldBeToldByFlushesOfARoundUntilTheyReturn() {
        FlowCommitter[] made = new FlowCommitter[1];
        MockProducer<byte[], byte[]> producer =
                new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer()) {
                    @Override
                    public synchronized void flush() {
                        for (boolean more = true; more; more = completeNext()) {
                            AwaitedAnswers awaited = made[0].awaited();
                            inFlush.add(awaited == null ? null : awaited.missing());
                        }
                    }
                };
        FlowCommitter committer = new FlowCommitter(
                context(),
                new FlowCommitter.Broker(
                        producer,
                        OutputTopics.unknown(),
                        Duration.ZERO,
                        Optional.of(Duration.ZERO),
                        ChangelogOrder.NONE),
                epoch,
                positions -> {},
                () -> 0,
                () -> {});
        made[0] = committer;
        epoch.touch(0);
        committer.offer(contribution());
        epoch.leave();
        epoch.cut(Map.of());
        committer.step(); // begins the round
        committer.offer(contribution());
        committer.step();
        assertEquals(List.of(4, 3, 2, 1, 0), inFlush);
        assertNull(committer.awaited(), "all of the round have come");
    }

    @Test
    @SuppressWarnings("removal") // nobody else makes a group
    void shouldBeToldByFlushesAlsoIfTheyAreInterrupted() {
        TransactionalCommitter[] made = new TransactionalCommitter[1];
        MockProducer<byte[], byte[]> producer =
                new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer()) {
                    @Override
                    public synchronized void flush() {
                        AwaitedAnswers awaited = made[0].awaited();
                        inFlush.add(awaited == null ? null : awaited.missing());
                        throw new InterruptException("flush interrupted");
                    }
                };
        producer.initTransactions();
        TransactionalCommitter committer = new TransactionalCommitter(
                context(),
                new TransactionalProducers(List.of(producer), old -> old, OutputTopics.unknown()),
                () -> CommitRights.of(new ConsumerGroupMetadata("app")),
                3,
                () -> {},
                () -> {});
        made[0] = committer;
        epoch.touch(0);
        epoch.contribute(contribution());
        epoch.leave();
        epoch.cut(Map.of());
        committer.onComplete(epoch);
        try {
            assertThrows(CommitFailure.class, () -> stepAll(committer));
        } finally {
            Thread.interrupted(); // for the tests that follow in this thread
        }
        assertEquals(Arrays.asList(2, null), inFlush, "in the flush, and in the one of the abort");
        assertNull(committer.awaited());
    }

    private static LaneContribution contribution() {
        Outbox outbox = new Outbox(2);
        outbox.append("out", 0, 0, new byte[] {1}, new byte[] {2}, null);
        outbox.append("out", 0, 0, new byte[] {1}, new byte[] {3}, null);
        return new LaneContribution(0, outbox, null, List.of(), 0, 0);
    }

    private static int missing(Committer committer) {
        AwaitedAnswers awaited = committer.awaited();
        assertNotNull(awaited);
        return awaited.missing();
    }

    private static void stepAll(Committer committer) {
        for (int steps = 0; steps < STEPS_MAX && committer.step(); steps++) {
            // until it waits
        }
    }

    private static MockProducer<byte[], byte[]> producer() {
        return new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer());
    }

    private static CommitContext context() {
        return CommitContexts.of(StateEngines.inMemory(List.of()));
    }
}
