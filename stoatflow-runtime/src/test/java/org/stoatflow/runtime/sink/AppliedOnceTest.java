package org.stoatflow.runtime.sink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.clock.StoredClocks;
import org.stoatflow.kernel.clock.StreamClocks;
import org.stoatflow.kernel.epoch.Budget;
import org.stoatflow.kernel.epoch.Cadence;
import org.stoatflow.kernel.epoch.EntryGraph;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.epoch.SourcePosition;
import org.stoatflow.kernel.error.ErrorHandling;
import org.stoatflow.kernel.outbox.LaneContribution;
import org.stoatflow.kernel.outbox.Outbox;
import org.stoatflow.kernel.testkit.NoOpEpochListener;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.runtime.source.CommitRights;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.streams.processor.TaskId;

/**
 * Once an epoch is applied, its lanes write to the same overlays again. So whatever fails afterwards, such as a user's
 * registry of meters, it must not be applied a second time: that would write rows of an epoch that is not committed.
 */
class AppliedOnceTest {
    private static final TopicPartition IN = new TopicPartition("in", 0);

    private final MockProducer<byte[], byte[]> producer =
            new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());
    private final SourcePosition position = new SourcePosition(1, Optional.empty(), 0);
    private int applied;

    @Test
    void shouldNotApplyAgainWhatIsApplied() {
        producer.initTransactions();
        TransactionalCommitter committer = committer();
        committer.onComplete(complete());
        assertThrows(NoClassDefFoundError.class, () -> stepAll(committer));
        assertTrue(producer.transactionCommitted());
        assertTrue(committer.finish(), "the state holds all that is committed");
        assertEquals(1, applied);
        assertEquals(Map.of(IN, position), committer.committedPositions(), "else the records come again");
    }

    @SuppressWarnings("removal") // nobody else makes a group
    private TransactionalCommitter committer() {
        return new TransactionalCommitter(
                new CommitContext(
                        counted(StateEngines.inMemory(List.of())),
                        StreamClocks.none(),
                        new Budget(Long.MAX_VALUE, () -> {}),
                        new Cadence(1, 0, 0, Long.MAX_VALUE, 0),
                        Clock.SYSTEM,
                        ErrorHandling.FAILING,
                        new Unloaded()),
                new TransactionalProducers(List.of(producer), old -> old, OutputTopics.unknown()),
                () -> CommitRights.of(new ConsumerGroupMetadata("app")),
                3,
                () -> {},
                () -> {});
    }

    private Epoch complete() {
        Epoch epoch = Epoch.first(1, new EntryGraph(new int[] {0}, new int[][] {{}}), 1, 1, new NoOpEpochListener());
        epoch.touch(0);
        epoch.contribute(new LaneContribution(0, new Outbox(1), null, List.of(new StoredClocks.Row("clock", 1)), 0, 0));
        epoch.leave();
        epoch.cut(Map.of(IN, position));
        return epoch;
    }

    private static void stepAll(Committer committer) {
        for (int steps = 0; steps < 10; steps++) {
            committer.step();
        }
    }

    private StateEngine counted(StateEngine state) {
        return (StateEngine) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {StateEngine.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("apply")) {
                        applied++;
                    }
                    return method.invoke(state, arguments);
                });
    }

    /** Throws where it is told first that a commit is done. */
    private static final class Unloaded implements CommitListener {
        private boolean isTold;

        @Override
        public void onPhase(CommitPhase phase, long tookNs) {}

        @Override
        public void onEpoch(Epoch epoch) {}

        @Override
        public void onCommitted(long tookNs, long bytes) {
            if (!isTold) {
                isTold = true;
                throw new NoClassDefFoundError("of the user's");
            }
        }

        @Override
        public void onEvent(CommitEvent event) {}

        @Override
        public void onRefused(TaskId task) {}
    }
}
