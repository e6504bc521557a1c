package org.stoatflow.runtime.sink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.epoch.EntryGraph;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.epoch.SourcePosition;
import org.stoatflow.kernel.outbox.LaneContribution;
import org.stoatflow.kernel.outbox.Outbox;
import org.stoatflow.kernel.outbox.SendingNode;
import org.stoatflow.kernel.testkit.NoOpEpochListener;
import org.stoatflow.runtime.source.CommitRights;
import org.stoatflow.streams.errors.ErrorHandlerContext;
import org.stoatflow.streams.errors.ProductionExceptionHandler;

/** What wraps the producer answers by a thread of its own, so that a flush returns before the answers are there. */
class LateAnswersTest {
    private static final byte[] BYTES = {1};
    private static final SendingNode SINK = new SendingNode("sink", 0, false, Set.of());
    private static final int STEPS_MAX = 20;

    private final Late producer = new Late();
    private final List<Exception> asked = new ArrayList<>();
    private int wakes;
    private int applied;

    @SuppressWarnings("removal") // nobody else makes a group
    private final TransactionalCommitter committer = new TransactionalCommitter(
            CommitContexts.asking(Asking::new, 3),
            new TransactionalProducers(List.of(producer), old -> old, OutputTopics.unknown()),
            () -> CommitRights.of(new ConsumerGroupMetadata("app")),
            1,
            () -> wakes++,
            () -> applied++);

    private static final class Late extends MockProducer<byte[], byte[]> {
        private final List<Callback> unanswered = new ArrayList<>();
        private int refused;

        Late() {
            super(false, null, new ByteArraySerializer(), new ByteArraySerializer());
            initTransactions();
        }

        /** Where it refuses a record, it says so by throwing at the next one, before it calls back. */
        @Override
        public synchronized Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record, Callback callback) {
            if (refused == 0) {
                return super.send(record, callback);
            }
            if (unanswered.size() < refused) {
                unanswered.add(callback);
                return new CompletableFuture<>();
            }
            refused = 0;
            throw new KafkaException("in an error state");
        }

        @Override
        public synchronized void flush() {
            // returns at once
        }
    }

    @Test
    void shouldWaitForTheLastAnswerAndThenCommit() {
        committer.onComplete(epoch());
        run();
        assertNotNull(committer.awaited(), "the monitor sees the wait");
        producer.completeNext();
        run();
        assertEquals(0, applied);
        assertFalse(producer.transactionCommitted());

        int before = wakes;
        producer.completeNext();
        assertEquals(before + 1, wakes);
        run();
        assertNull(committer.awaited());
        assertTrue(producer.transactionCommitted());
        assertEquals(1, applied);
    }

    @Test
    void shouldAbortWhereTheRunEndsMeanwhile() {
        committer.onComplete(epoch());
        run();
        assertTrue(committer.finish());
        assertTrue(producer.transactionAborted());
    }

    /** Else the run would end of what a handler is to decide about. */
    @Test
    void shouldWaitForTheAnswerThatSaysWhyTheProducerHasThrown() {
        producer.refused = 1;
        committer.onComplete(epoch());
        run();
        assertTrue(producer.transactionAborted());
        assertNotNull(committer.awaited(), "the monitor sees the wait");
        assertEquals(List.of(), asked);

        producer.unanswered.getFirst().onCompletion(null, new RecordTooLargeException("large"));
        run();
        assertEquals(1, asked.size());
        producer.completeNext();
        run();
        assertEquals(1, applied);
        assertEquals(1, producer.history().size(), "the record that is left out is not sent");
    }

    @Test
    void shouldAbortOnceWhereTheRunEndsBeforeThatAnswer() {
        producer.refused = 1;
        committer.onComplete(epoch());
        run();
        assertTrue(committer.finish());
    }

    private final class Asking implements ProductionExceptionHandler {
        @Override
        public Response handleError(
                ErrorHandlerContext context, ProducerRecord<byte[], byte[]> record, Exception exception) {
            asked.add(exception);
            return Response.resume();
        }

        @Override
        public void configure(Map<String, ?> configs) {
            // has no settings
        }
    }

    private void run() {
        for (int steps = 0; steps < STEPS_MAX && committer.step(); steps++) {
            // each step does the next thing
        }
    }

    private static Epoch epoch() {
        Outbox outbox = new Outbox(2);
        for (int i = 0; i < 2; i++) {
            outbox.append("out", 0, 0, BYTES, BYTES, null);
            outbox.sentBy(SINK, "in", 0, i);
        }
        Epoch epoch = Epoch.first(1, new EntryGraph(new int[] {0}, new int[][] {{}}), 1, 1, new NoOpEpochListener());
        epoch.touch(0);
        epoch.contribute(new LaneContribution(0, outbox, null, List.of(), 0, 2));
        epoch.leave();
        epoch.cut(Map.of(new TopicPartition("in", 0), new SourcePosition(1, Optional.empty(), 0)));
        return epoch;
    }
}
