package org.stoatflow.runtime.sink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.epoch.SourcePosition;
import org.stoatflow.runtime.source.CommitRights;

class OffsetsCallTest {
    private static final TopicPartition STAYS = new TopicPartition("stays", 0);
    private static final TopicPartition GOES = new TopicPartition("goes", 0);
    private static final long LIMIT_S = 60;

    private final CountDownLatch inside = new CountDownLatch(1);
    private final CountDownLatch answer = new CountDownLatch(1);
    private final List<Set<TopicPartition>> added = new ArrayList<>();
    private final Waiting producer = new Waiting();
    private volatile CommitRights rights = rights(Set.of());
    private Runnable ending = () -> {};
    private final OffsetsCall call = new OffsetsCall(() -> rights);

    /** A producer that waits until the broker answers, as long as the partition that goes is among those to add. */
    private final class Waiting extends MockProducer<byte[], byte[]> {
        private Runnable onCall = () -> {};

        Waiting() {
            super(true, null, new ByteArraySerializer(), new ByteArraySerializer());
        }

        @Override
        public void sendOffsetsToTransaction(
                Map<TopicPartition, OffsetAndMetadata> offsets, ConsumerGroupMetadata group) {
            onCall.run();
            added.add(Set.copyOf(offsets.keySet()));
            if (!offsets.containsKey(GOES)) {
                return;
            }
            inside.countDown();
            try {
                if (!answer.await(LIMIT_S, TimeUnit.SECONDS)) {
                    throw new TimeoutException("max.block.ms");
                }
            } catch (InterruptedException interrupted) {
                throw new InterruptException(interrupted);
            }
        }
    }

    @Test
    void shouldComeOutOnceAPartitionIsGone() throws Exception {
        CompletableFuture<OffsetsCall.Outcome> outcome = begin();
        inside.await();
        rights = rights(Set.of(GOES));
        call.end(Set.of(GOES));
        assertEquals(OffsetsCall.Outcome.ENDED, outcome.get(LIMIT_S, TimeUnit.SECONDS));
        assertEquals(OffsetsCall.Outcome.ADDED, call.add(producer, positions(), false), "the next call does without");
        assertEquals(List.of(Set.of(STAYS, GOES), Set.of(STAYS)), added);
    }

    @Test
    void shouldGoOnWhereAnotherPartitionIsGone() throws Exception {
        CompletableFuture<OffsetsCall.Outcome> outcome = begin();
        inside.await();
        call.end(Set.of(new TopicPartition("another", 0)));
        answer.countDown();
        assertEquals(OffsetsCall.Outcome.ADDED, outcome.get(LIMIT_S, TimeUnit.SECONDS));
    }

    @Test
    void shouldComeOutAtTheEndOfTheRun() throws Exception {
        CompletableFuture<OffsetsCall.Outcome> outcome = begin();
        inside.await();
        call.end();
        assertEquals(OffsetsCall.Outcome.ENDED, outcome.get(LIMIT_S, TimeUnit.SECONDS));
    }

    @Test
    void shouldTellWhereNothingMayBeAdded() {
        rights = rights(Set.of(STAYS, GOES));
        assertEquals(OffsetsCall.Outcome.NONE, call.add(producer, positions(), false));
        assertEquals(OffsetsCall.Outcome.NONE, call.add(producer, Map.of(), false));
        assertEquals(List.of(), added);
    }

    @Test
    void shouldNotAddWhileNobodyKnowsWhetherAPartitionIsGone() {
        rights = new CommitRights(rights.group(), Set.of(), Set.of(GOES), Map.of());
        answer.countDown();
        assertEquals(OffsetsCall.Outcome.UNDECIDED, call.add(producer, positions(), false));
        assertEquals(List.of(), added);
        rights = rights(Set.of(GOES));
        assertEquals(OffsetsCall.Outcome.ADDED, call.add(producer, positions(), false));
    }

    /** Whoever ends a call that has just returned by itself interrupts nothing else. */
    @Test
    void shouldLeaveNoInterruptBehind() {
        answer.countDown();
        producer.onCall = () -> {
            rights = rights(Set.of(GOES));
            call.end(Set.of(GOES));
            assertTrue(Thread.interrupted(), "it was inside"); // as if the answer had come first
        };
        assertEquals(OffsetsCall.Outcome.ADDED, call.add(producer, positions(), false));
        producer.onCall = () -> call.end(Set.of(STAYS));
        assertEquals(OffsetsCall.Outcome.ADDED, call.add(producer, positions(), false));
        assertFalse(Thread.interrupted());
        call.end();
        assertFalse(Thread.interrupted(), "nobody is inside");
    }

    /** What is ended then is a call that is not made, and not the one without that partition. */
    @Test
    void shouldNotStrikeTheCallWithoutAPartitionThatGoesBetweenTwoLooks() {
        AtomicInteger looks = new AtomicInteger();
        OffsetsCall looking = new OffsetsCall(() -> {
            if (looks.incrementAndGet() == 2) { // this thread has entered with what it saw first
                rights = rights(Set.of(GOES));
                ending.run();
            }
            return rights;
        });
        ending = () -> looking.end(Set.of(GOES));
        producer.onCall = () -> assertFalse(Thread.interrupted());
        assertEquals(OffsetsCall.Outcome.ADDED, looking.add(producer, positions(), false));
        assertEquals(List.of(Set.of(STAYS)), added);
        Thread.currentThread().interrupt();
        producer.onCall = () -> assertTrue(Thread.interrupted(), "not of this call");
        assertEquals(OffsetsCall.Outcome.ADDED, looking.add(producer, positions(), false));
    }

    @Test
    void shouldNotTakeAnotherInterruptForItsOwn() {
        Thread.currentThread().interrupt();
        assertThrows(InterruptException.class, () -> call.add(producer, positions(), false));
        assertTrue(Thread.interrupted());
    }

    @Test
    void shouldComeOutByTheClientsOwnTimeWhereAPartitionIsGone() {
        producer.onCall = () -> {
            rights = rights(Set.of(GOES));
            throw new TimeoutException("max.block.ms");
        };
        assertEquals(OffsetsCall.Outcome.ENDED, call.add(producer, positions(), false));
        producer.onCall = () -> {
            throw new TimeoutException("max.block.ms");
        };
        assertThrows(TimeoutException.class, () -> call.add(producer, positions(), false), "nobody knows why");
    }

    private CompletableFuture<OffsetsCall.Outcome> begin() {
        CompletableFuture<OffsetsCall.Outcome> outcome = new CompletableFuture<>();
        Thread.ofPlatform().daemon().start(() -> {
            try {
                OffsetsCall.Outcome became = call.add(producer, positions(), false);
                assertFalse(Thread.interrupted(), "an interrupt is left");
                outcome.complete(became);
            } catch (RuntimeException | AssertionError failure) {
                outcome.completeExceptionally(failure);
            }
        });
        return outcome;
    }

    private static Map<TopicPartition, SourcePosition> positions() {
        return Map.of(STAYS, SourcePosition.at(1, Optional.empty()), GOES, SourcePosition.at(2, Optional.empty()));
    }

    @SuppressWarnings("removal") // nobody else makes a group
    private static CommitRights rights(Set<TopicPartition> gone) {
        return new CommitRights(new ConsumerGroupMetadata("app"), gone, Set.of(), Map.of());
    }
}
