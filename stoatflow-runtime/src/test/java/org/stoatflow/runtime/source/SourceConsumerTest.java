package org.stoatflow.runtime.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** Wakes end polls, and nothing else. */
class SourceConsumerTest {
    private final Interrupted consumer = new Interrupted();
    private final SourceConsumer source = new SourceConsumer(consumer);

    /** Does something in a poll, when that has looked for wakeups already. */
    private static final class Interrupted extends MockConsumer<byte[], byte[]> {
        private Runnable atEnd = () -> {};
        private int wakeups;
        private Duration waited = Duration.ZERO;

        Interrupted() {
            super("earliest");
            assign(List.of(new TopicPartition("in", 0)));
            seek(new TopicPartition("in", 0), 0);
        }

        @Override
        public synchronized ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
            waited = timeout;
            ConsumerRecords<byte[], byte[]> polled = super.poll(Duration.ZERO);
            atEnd.run();
            return polled;
        }

        @Override
        public synchronized void wakeup() {
            wakeups++;
            super.wakeup();
        }
    }

    /** The consumer's next call, by whomever, would throw it. */
    @Test
    void shouldNotTellTheConsumerWhenNobodyPolls() {
        source.poll(1_000_000);
        source.wake();
        assertEquals(0, consumer.wakeups);
        source.poll(1_000_000);
        assertEquals(Duration.ZERO, consumer.waited, "the next poll does not wait");
    }

    @Test
    void shouldTakeInTheNextPollWhatCameTooLateForTheLast() {
        consumer.atEnd = source::wake;
        source.poll(1_000_000);
        consumer.atEnd = () -> {};
        assertEquals(1, consumer.wakeups);
        assertTrue(source.poll(1_000_000).isEmpty());
        assertTrue(source.poll(1_000_000).isEmpty());
        assertEquals(1_000_000, consumer.waited.toNanos(), "nothing is left of it");
    }
}
