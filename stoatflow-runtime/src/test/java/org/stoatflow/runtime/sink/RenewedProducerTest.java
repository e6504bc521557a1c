package org.stoatflow.runtime.sink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.epoch.EntryGraph;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.epoch.SourcePosition;
import org.stoatflow.kernel.testkit.NoOpEpochListener;
import org.stoatflow.runtime.source.CommitRights;
import org.stoatflow.state.engine.StateEngines;

/** A producer that is made anew takes its transactional id from whoever has it, so the group has to be asked. */
class RenewedProducerTest {
    private static final TopicPartition STAYS = new TopicPartition("stays", 0);
    private static final TopicPartition GOES = new TopicPartition("goes", 0);
    private static final int STEPS_MAX = 20;

    private final List<Map<TopicPartition, OffsetAndMetadata>> added = new ArrayList<>();
    private final Broker first = new Broker();
    private final Broker anew = new Broker();
    private CommitRights rights = rights(Set.of());
    private boolean hasSuccessor;
    private Runnable onRenewal = () -> {};
    private final TransactionalCommitter committer = new TransactionalCommitter(
            CommitContexts.of(StateEngines.inMemory(List.of())),
            new TransactionalProducers(List.of(first), old -> renewed(), OutputTopics.unknown()),
            () -> rights,
            1,
            () -> {},
            () -> {});

    /** A producer of which the brokers do not know the partition that goes. */
    private final class Broker extends MockProducer<byte[], byte[]> {
        Broker() {
            super(true, null, new ByteArraySerializer(), new ByteArraySerializer());
            initTransactions();
        }

        @Override
        public void sendOffsetsToTransaction(
                Map<TopicPartition, OffsetAndMetadata> offsets, ConsumerGroupMetadata group) {
            if (hasSuccessor) {
                throw new CommitFailedException("the group has another generation");
            }
            if (offsets.containsKey(GOES)) {
                rights = rights(Set.of(GOES));
                throw new TimeoutException("max.block.ms");
            }
            added.add(offsets);
            super.sendOffsetsToTransaction(offsets, group);
        }
    }

    @Test
    void shouldAddUnchangedPositionsWhereNoneOfTheEpochIsLeft() {
        commitOneOfEach();
        assertEquals(List.of(Set.of(STAYS), Set.of(STAYS)), addedPartitions());
        assertEquals(added.getFirst(), added.getLast());
        assertTrue(anew.transactionCommitted());
    }

    @Test
    void shouldCommitNothingOnceTheGroupHasAnotherGeneration() {
        onRenewal = () -> hasSuccessor = true;
        commitOneOfEach();
        assertTrue(anew.transactionAborted());
        assertFalse(anew.transactionCommitted());
    }

    /** The second epoch has moved in the partition that goes, and in no other. */
    private void commitOneOfEach() {
        Epoch epoch = Epoch.first(1, new EntryGraph(new int[] {0}, new int[][] {{}}), 1, 1, new NoOpEpochListener());
        commit(commit(epoch, STAYS), GOES);
    }

    private Broker renewed() {
        onRenewal.run();
        return anew;
    }

    private List<Set<TopicPartition>> addedPartitions() {
        return added.stream().map(Map::keySet).toList();
    }

    private Epoch commit(Epoch epoch, TopicPartition moved) {
        epoch.touch(0);
        epoch.leave();
        Epoch next = epoch.cut(Map.of(moved, new SourcePosition(1, Optional.empty(), 0)));
        committer.onComplete(epoch);
        for (int steps = 0; steps < STEPS_MAX; steps++) {
            committer.step();
        }
        return next;
    }

    @SuppressWarnings("removal") // nobody else makes a group
    private static CommitRights rights(Set<TopicPartition> gone) {
        return new CommitRights(new ConsumerGroupMetadata("app"), gone, Set.of(), Map.of());
    }
}
