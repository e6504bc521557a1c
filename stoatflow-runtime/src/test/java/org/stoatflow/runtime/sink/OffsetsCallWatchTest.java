package org.stoatflow.runtime.sink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
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
import org.stoatflow.runtime.testkit.HandClock;

class OffsetsCallWatchTest {
    private static final TopicPartition SOURCE = new TopicPartition("source", 0);
    private static final long LIMIT_S = 60;

    private final HandClock clock = new HandClock();
    private final CountDownLatch inside = new CountDownLatch(1);
    private final CountDownLatch answered = new CountDownLatch(1);
    private final List<List<String>> asked = new ArrayList<>();
    private final List<String> told = new ArrayList<>();
    private CompletableFuture<Set<String>> others = new CompletableFuture<>();

    @SuppressWarnings("removal") // nobody else makes a group
    private final OffsetsCall call = new OffsetsCall(() -> CommitRights.of(new ConsumerGroupMetadata("app")));

    private final OffsetsCallWatch watch = new OffsetsCallWatch(
            call,
            topics -> {
                asked.add(List.copyOf(topics));
                return others;
            },
            topics -> told.add(topics + (call.going() == null ? ", late" : "")),
            clock);

    /** A producer that asks for its topics until it is answered. */
    private final MockProducer<byte[], byte[]> producer =
            new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer()) {
                @Override
                public void sendOffsetsToTransaction(
                        Map<TopicPartition, OffsetAndMetadata> offsets, ConsumerGroupMetadata group) {
                    inside.countDown();
                    try {
                        answered.await();
                    } catch (InterruptedException interrupted) {
                        throw new InterruptException(interrupted);
                    }
                }
            };

    @Test
    void shouldEndALongCallOnceTheClusterHasSaidThatATopicIsAnother() throws Exception {
        CompletableFuture<OffsetsCall.Outcome> outcome = begin(false);
        lookFor(Duration.ofMillis(900));
        assertEquals(List.of(), asked);
        lookFor(Duration.ofMillis(200));
        lookFor(Duration.ofSeconds(3));
        assertEquals(List.of(List.of("source")), asked, "once, while there is no answer");
        assertFalse(outcome.isDone());
        others.complete(Set.of("source"));
        watch.look();
        assertEquals(OffsetsCall.Outcome.ENDED, outcome.get(LIMIT_S, TimeUnit.SECONDS));
        assertEquals(List.of("[source]"), told, "before the call was ended");
    }

    @Test
    void shouldLeaveACallThatTakesLongForOtherReasons() throws Exception {
        CompletableFuture<OffsetsCall.Outcome> outcome = begin(false);
        lookFor(Duration.ofSeconds(2));
        others.complete(Set.of());
        lookFor(Duration.ofSeconds(2));
        answered.countDown();
        assertEquals(OffsetsCall.Outcome.ADDED, outcome.get(LIMIT_S, TimeUnit.SECONDS));
        assertEquals(List.of(), told);
    }

    /** The topic may be made anew while the call is already taking long. */
    @Test
    void shouldAskAgainMoreAndMoreRarelyAsLongAsTheCallTakes() throws Exception {
        CompletableFuture<OffsetsCall.Outcome> outcome = begin(false);
        others.complete(Set.of());
        List<Integer> askedAtS = new ArrayList<>();
        watch.look();
        for (int s = 0; s <= 33; s++) {
            int before = asked.size();
            clock.pass(Duration.ofSeconds(1));
            for (int i = 0; i < 3; i++) {
                clock.pass(Duration.ofNanos(1));
                watch.look();
            }
            if (asked.size() > before) {
                askedAtS.add(s + 1);
            }
        }
        assertEquals(List.of(1, 3, 7, 15, 23, 31), askedAtS);
        others = CompletableFuture.completedFuture(Set.of("source"));
        lookFor(Duration.ofSeconds(10));
        assertEquals(OffsetsCall.Outcome.ENDED, outcome.get(LIMIT_S, TimeUnit.SECONDS));
    }

    @Test
    void shouldAskAgainAfterTheClusterHasRefusedToSay() throws Exception {
        CompletableFuture<OffsetsCall.Outcome> outcome = begin(false);
        others.completeExceptionally(new TimeoutException("late"));
        lookFor(Duration.ofSeconds(2));
        others = CompletableFuture.completedFuture(Set.of("source"));
        lookFor(Duration.ofSeconds(5));
        assertEquals(OffsetsCall.Outcome.ENDED, outcome.get(LIMIT_S, TimeUnit.SECONDS));
    }

    /** Its producer is new. Where it was ended as well, it might be for ever. */
    @Test
    void shouldLeaveTheSecondCallForAnEpoch() throws Exception {
        CompletableFuture<OffsetsCall.Outcome> outcome = begin(true);
        lookFor(Duration.ofSeconds(5));
        answered.countDown();
        assertEquals(OffsetsCall.Outcome.ADDED, outcome.get(LIMIT_S, TimeUnit.SECONDS));
        assertEquals(List.of(), asked);
    }

    @Test
    void shouldNotEndTheNextCallByTheAnswerForTheOneBefore() throws Exception {
        CompletableFuture<OffsetsCall.Outcome> first = begin(false);
        lookFor(Duration.ofSeconds(2));
        assertEquals(1, asked.size());
        OffsetsCall.Going going = call.going();
        answered.countDown();
        assertEquals(OffsetsCall.Outcome.ADDED, first.get(LIMIT_S, TimeUnit.SECONDS));
        call.end(going.number()); // it is over
        assertFalse(Thread.currentThread().isInterrupted());
        watch.look();
        others.complete(Set.of("source"));
        watch.look();
        assertEquals(OffsetsCall.Outcome.ADDED, call.add(producer, positions(), false));
    }

    private CompletableFuture<OffsetsCall.Outcome> begin(boolean isAgain) throws InterruptedException {
        CompletableFuture<OffsetsCall.Outcome> outcome = new CompletableFuture<>();
        Thread.ofPlatform().daemon().start(() -> {
            try {
                outcome.complete(call.add(producer, positions(), isAgain));
            } catch (RuntimeException failure) {
                outcome.completeExceptionally(failure);
            }
        });
        inside.await();
        return outcome;
    }

    private void lookFor(Duration time) {
        for (int i = 0; i < 10; i++) {
            watch.look();
            clock.pass(time.dividedBy(10));
        }
        watch.look();
    }

    private static Map<TopicPartition, SourcePosition> positions() {
        return Map.of(SOURCE, SourcePosition.at(5, Optional.empty()));
    }
}
