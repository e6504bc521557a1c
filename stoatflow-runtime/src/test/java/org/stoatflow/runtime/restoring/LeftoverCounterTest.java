package org.stoatflow.runtime.restoring;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.stoatflow.restore.LogRange;

class LeftoverCounterTest {
    private static final TopicPartition PARTITION = new TopicPartition("hop", 0);
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none");
    private final AtomicLong nowNs = new AtomicLong();
    private final LeftoverCounter counter = new LeftoverCounter(
            consumer, LIMIT, () -> nowNs.addAndGet(Duration.ofSeconds(1).toNanos()));

    @Test
    void shouldCountFromTheCommittedOffset() {
        GroupLog log = log(4L, 7);
        hold(4, 5, 6);
        assertEquals(List.of(new Leftover(log, 3, 7)), counter.count(List.of(log), LIMIT));
    }

    @Test
    void shouldCountFromTheBeginWithoutCommittedOffset() {
        GroupLog log = log(null, 4);
        hold(2, 3);
        assertEquals(List.of(new Leftover(log, 2, 4)), counter.count(List.of(log), LIMIT));
    }

    @Test
    void shouldCountFromTheBeginWhereTheCommittedOffsetIsOfAnotherTopic() {
        GroupLog log = log(90L, 4);
        hold(2, 3);
        assertEquals(List.of(new Leftover(log, 2, 4)), counter.count(List.of(log), LIMIT));
    }

    @Test
    void shouldNotCountWhatComesAfterTheEnd() {
        GroupLog log = log(4L, 6);
        hold(4, 5, 6, 7);
        assertEquals(List.of(new Leftover(log, 2, 8)), counter.count(List.of(log), LIMIT));
    }

    @Test
    void shouldEndWhereATransactionHoldsItBack() {
        GroupLog log = log(4L, 9);
        hold(4);
        assertEquals(List.of(new Leftover(log, 1, 5)), counter.count(List.of(log), LIMIT));
    }

    @Test
    void shouldReadNothingWhereAllIsProcessed() {
        assertEquals(List.of(), counter.count(List.of(log(9L, 9)), LIMIT));
        assertEquals(Set.of(), consumer.assignment());
    }

    private void hold(long... offsets) {
        consumer.schedulePollTask(() -> {
            consumer.updateBeginningOffsets(Map.of(PARTITION, 2L));
            for (long offset : offsets) {
                consumer.addRecord(new ConsumerRecord<>("hop", 0, offset, new byte[0], new byte[0]));
            }
        });
    }

    private static GroupLog log(Long committed, long end) {
        return new GroupLog(PARTITION, new LogRange(2, end), committed);
    }
}
