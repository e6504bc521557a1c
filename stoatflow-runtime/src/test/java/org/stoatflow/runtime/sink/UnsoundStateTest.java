package org.stoatflow.runtime.sink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.epoch.EntryGraph;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.epoch.SourcePosition;
import org.stoatflow.kernel.plan.ChangelogOrder;
import org.stoatflow.kernel.testkit.NoOpEpochListener;
import org.stoatflow.runtime.source.CommitRights;
import org.stoatflow.state.StateDiskException;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.engine.StateEngines;

/** User code may catch what a store has thrown, and go on with less than the store has: that is not committed. */
class UnsoundStateTest {
    private static final int STEPS_MAX = 10;

    private final StateDiskException disk =
            new StateDiskException(StateDiskException.Kind.DAMAGED, "000012.sst is damaged", null);
    private final MockProducer<byte[], byte[]> producer =
            new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());
    private final List<Map<TopicPartition, SourcePosition>> committed = new ArrayList<>();

    @Test
    void shouldCommitNoOffsets() {
        Epoch epoch = complete();
        FlowCommitter committer = new FlowCommitter(
                context(),
                new FlowCommitter.Broker(producer, OutputTopics.unknown(), Duration.ZERO, ChangelogOrder.NONE),
                epoch,
                committed::add,
                () -> 0,
                () -> {});
        assertSame(disk, assertThrows(StateDiskException.class, () -> stepAll(committer)));
        assertEquals(List.of(), committed);
    }

    @Test
    @SuppressWarnings("removal") // nobody else makes a group
    void shouldAbortTheTransaction() {
        producer.initTransactions();
        TransactionalCommitter committer = new TransactionalCommitter(
                context(),
                new TransactionalProducers(List.of(producer), old -> old, OutputTopics.unknown()),
                () -> CommitRights.of(new ConsumerGroupMetadata("app")),
                3,
                () -> {},
                () -> {});
        committer.onComplete(complete());
        CommitFailure failure = assertThrows(CommitFailure.class, () -> stepAll(committer));
        assertSame(disk, StateDiskException.behind(failure));
        assertTrue(producer.transactionAborted());
        assertFalse(producer.transactionCommitted());
    }

    private static Epoch complete() {
        Epoch epoch = Epoch.first(1, new EntryGraph(new int[] {0}, new int[][] {{}}), 1, 1, new NoOpEpochListener());
        epoch.touch(0);
        epoch.leave();
        epoch.cut(Map.of(new TopicPartition("in", 0), new SourcePosition(1, Optional.empty(), 0)));
        return epoch;
    }

    private static void stepAll(Committer committer) {
        for (int steps = 0; steps < STEPS_MAX; steps++) {
            committer.step();
        }
    }

    private CommitContext context() {
        return CommitContexts.of(damaged());
    }

    private StateEngine damaged() {
        StateEngine sound = StateEngines.inMemory(List.of());
        return (StateEngine) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {StateEngine.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("requireSound")) {
                        throw disk;
                    }
                    return method.invoke(sound, arguments);
                });
    }
}
