package org.stoatflow.runtime.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;
import org.junit.jupiter.api.Test;

/** A thread that wakes the dispatcher ends its poll, and no other call of the dispatcher to the consumer. */
class SourceConsumerTest {
    private static final TopicPartition PARTITION = new TopicPartition("in", 0);
    private static final long WAIT_NS = 1_000_000;

    private final List<Duration> polls = new ArrayList<>();
    private Runnable beforeThePollEnds = () -> {};
    private UnaryOperator<ConsumerRecords<byte[], byte[]>> made = polled -> polled;

    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest") {
        @Override
        public synchronized ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
            polls.add(timeout);
            ConsumerRecords<byte[], byte[]> records = super.poll(timeout);
            beforeThePollEnds.run();
            return made.apply(records);
        }

        @Override
        public void wakeup() { // without the monitor, as the real one
            inWakeup.run();
            super.wakeup();
        }
    };

    private Runnable inWakeup = () -> {};

    private final SourceConsumer source = new SourceConsumer(consumer);

    SourceConsumerTest() {
        consumer.assign(List.of(PARTITION));
        consumer.updateBeginningOffsets(Map.of(PARTITION, 0L));
    }

    /** Only then nothing is kept back by what wraps the consumer, and its own position is to be believed. */
    @Test
    void shouldHaveNothingOnlyWhereAPollHasReturnedEmpty() {
        assertFalse(source.hasNothing(), "nobody has polled");
        source.poll(WAIT_NS);
        assertTrue(source.hasNothing());
        consumer.addRecord(new ConsumerRecord<>("in", 0, 0, new byte[0], new byte[0]));
        source.poll(WAIT_NS);
        assertFalse(source.hasNothing(), "it has brought a record");
        consumer.wakeup();
        assertTrue(source.poll(WAIT_NS).isEmpty());
        assertFalse(source.hasNothing(), "it was woken");
        beforeThePollEnds = () -> {
            throw new OffsetOutOfRangeException(Map.of(PARTITION, 7L));
        };
        assertTrue(source.poll(WAIT_NS).isEmpty());
        assertFalse(source.hasNothing(), "it has thrown");
    }

    @Test
    void shouldNeedAnotherConsumerWhileOneMayHoldRecords() {
        source.askWhetherAhead(() -> true);
        assertFalse(source.isSpoilt(), "nothing has come");
        made = polled -> new ConsumerRecords<>(Map.of(PARTITION, polled.records(PARTITION)), Map.of());
        consumer.addRecord(new ConsumerRecord<>("in", 0, 0, new byte[0], new byte[0]));
        source.poll(WAIT_NS);
        assertTrue(source.isSpoilt());
        made = polled -> polled;
        consumer.pause(List.of(PARTITION));
        source.poll(WAIT_NS);
        assertTrue(source.isSpoilt(), "what it holds of a paused partition does not come");
        consumer.resume(List.of(PARTITION));
        source.poll(WAIT_NS);
        assertFalse(source.isSpoilt(), "it would have handed them out");
        source.onKeptBack();
        source.poll(WAIT_NS);
        assertTrue(source.isSpoilt(), "it has held some");
    }

    @Test
    void shouldLeaveNoWakeupBehindThatComesAsAPollEnds() {
        consumer.addRecord(new ConsumerRecord<>("in", 0, 0, new byte[0], new byte[0]));
        beforeThePollEnds = source::wake;
        assertEquals(1, source.poll(WAIT_NS).count());
        beforeThePollEnds = () -> {};
        consumer.addRecord(new ConsumerRecord<>("in", 0, 1, new byte[0], new byte[0]));
        assertEquals(1, consumer.poll(Duration.ZERO).count(), "a poll that is not the dispatcher's");
    }

    /** It throws the wakeup only once it asks the consumer that it wraps. */
    @Test
    void shouldTakeWhatAWrapperHandsOutBeforeTheWakeup() {
        Deque<ConsumerRecord<byte[], byte[]>> held = new ArrayDeque<>();
        for (int offset = 0; offset < 5; offset++) {
            held.add(new ConsumerRecord<>("in", 0, offset, new byte[0], new byte[0]));
        }
        SourceConsumer wrapped = new SourceConsumer(new MockConsumer<>("earliest") {
            @Override
            public synchronized ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
                beforeThePollEnds.run();
                return held.isEmpty()
                        ? consumer.poll(timeout)
                        : new ConsumerRecords<>(Map.of(PARTITION, List.of(held.poll())), Map.of());
            }

            @Override
            public void wakeup() {
                consumer.wakeup();
            }
        });
        beforeThePollEnds = () -> {
            beforeThePollEnds = () -> {};
            wrapped.wake();
        };
        assertEquals(
                List.of(0L, 1L, 2L, 3L, 4L),
                wrapped.poll(WAIT_NS).records(PARTITION).stream()
                        .map(ConsumerRecord::offset)
                        .toList());
        assertFalse(wrapped.isSpoilt());
        consumer.poll(Duration.ZERO); // throws where a wakeup is left
    }

    @Test
    void shouldNeedAnotherConsumerWhereOneDoesNotSayHowFarItHasGone() {
        source.askWhetherAhead(() -> {
            throw new AuthorizationException("not any more");
        });
        made = polled -> new ConsumerRecords<>(Map.of(PARTITION, polled.records(PARTITION)), Map.of());
        consumer.addRecord(new ConsumerRecord<>("in", 0, 0, new byte[0], new byte[0]));
        source.poll(WAIT_NS);
        assertTrue(source.isSpoilt());
    }

    @Test
    void shouldNotWaitAfterSomebodyHasAskedWhileAPollEnded() {
        beforeThePollEnds = source::wake;
        source.poll(WAIT_NS);
        beforeThePollEnds = () -> {};
        source.poll(WAIT_NS);
        assertEquals(Duration.ZERO, polls.getLast());
        source.poll(WAIT_NS);
        assertEquals(Duration.ofNanos(WAIT_NS), polls.getLast());
    }

    @Test
    void shouldNotWaitAfterSomebodyHasAskedBetweenPolls() {
        source.wake();
        source.wake();
        source.poll(WAIT_NS);
        source.poll(WAIT_NS);
        assertEquals(List.of(Duration.ZERO, Duration.ofNanos(WAIT_NS)), polls);
    }

    @Test
    void shouldEndAPollThatWaits() {
        consumer.schedulePollTask(source::wake); // seen by the poll itself, which throws
        assertTrue(source.poll(WAIT_NS).isEmpty());
        source.poll(WAIT_NS);
        assertEquals(Duration.ofNanos(WAIT_NS), polls.getLast());
    }

    @Test
    void shouldNotWaitForAWakerThatHasDied() {
        inWakeup = () -> {
            throw new StackOverflowError("in the consumer");
        };
        beforeThePollEnds = () -> {
            beforeThePollEnds = () -> {};
            assertThrows(StackOverflowError.class, source::wake);
        };
        assertTimeoutPreemptively(Duration.ofSeconds(30), () -> source.poll(WAIT_NS));
    }

    @Test
    void shouldFailWhereAWakerNeverEnds() throws InterruptedException {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        inWakeup = () -> {
            inside.countDown();
            awaitNow(go);
        };
        SourceConsumer impatient = new SourceConsumer(consumer, 1_000_000);
        List<Thread> wakers = new ArrayList<>();
        beforeThePollEnds = () -> {
            wakers.add(Thread.ofPlatform().start(impatient::wake));
            awaitNow(inside);
        };
        assertThrows(IllegalStateException.class, () -> impatient.poll(WAIT_NS));
        go.countDown();
        wakers.getFirst().join();
    }

    private static void awaitNow(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    @Test
    void shouldLeaveNoWakeupBehindWhereThreadsRace() throws InterruptedException {
        AtomicBoolean stopping = new AtomicBoolean();
        List<Thread> wakers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            wakers.add(Thread.ofPlatform().start(() -> {
                while (!stopping.get()) {
                    source.wake();
                }
            }));
        }
        for (int i = 0; i < 20_000; i++) {
            source.poll(0);
            consumer.poll(Duration.ZERO); // throws where a wakeup is left
            polls.clear();
        }
        stopping.set(true);
        for (Thread waker : wakers) {
            waker.join();
        }
    }
}
