package org.stoatflow.restore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.clients.consumer.LogTruncationException;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

/** What a consumer throws out of a question for a position, which it throws once. */
class ConsumerPositionTest {
    private static final TopicPartition FIRST = new TopicPartition("in", 0);
    private static final TopicPartition SECOND = new TopicPartition("in", 1);
    private static final LogTruncationException CUT =
            new LogTruncationException(Map.of(SECOND, 9L), Map.of(SECOND, new OffsetAndMetadata(4)));

    private final Deque<KafkaException> throwing = new ArrayDeque<>();
    private final List<InvalidOffsetException> found = new ArrayList<>();

    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none") {
        @Override
        public synchronized long position(TopicPartition partition, Duration timeout) {
            if (!throwing.isEmpty()) {
                throw throwing.removeFirst();
            }
            return super.position(partition, timeout);
        }
    };

    private final ConsumerPosition positions = new ConsumerPosition(consumer, found::add);

    ConsumerPositionTest() {
        consumer.assign(List.of(FIRST, SECOND));
        consumer.seek(FIRST, 7);
        consumer.seek(SECOND, 9);
    }

    @Test
    void shouldHandOnWhatIsFoundOutOfAnotherPartitionAndAnswerNevertheless() {
        throwing.add(CUT);
        assertEquals(Optional.of(new OffsetAndMetadata(7)), positions.ifKnown(FIRST));
        assertEquals(List.of(CUT), found);
        throwing.add(CUT);
        assertEquals(7, positions.of(FIRST, Duration.ofSeconds(1)));
        assertEquals(List.of(CUT, CUT), found);
    }

    @Test
    void shouldNotAskForEver() {
        throwing.addAll(List.of(CUT, CUT, CUT, CUT));
        assertEquals(Optional.empty(), positions.ifKnown(FIRST));
        assertEquals(List.of(CUT, CUT, CUT), found, "one more than there are partitions");
        throwing.addAll(List.of(CUT, CUT));
        assertSame(CUT, assertThrows(LogTruncationException.class, () -> positions.of(FIRST, Duration.ZERO)));
    }

    @Test
    void shouldKnowNothingWhereTheConsumerWouldHaveToAsk() {
        throwing.add(new TimeoutException("no leader"));
        assertEquals(Optional.empty(), positions.ifKnown(FIRST));
        assertEquals(Optional.empty(), positions.ifKnown(new TopicPartition("in", 2)), "it is not assigned");
        assertEquals(List.of(), found);
    }

    @Test
    void shouldThrowOutOfTheNextPollWhatTheQuestionForAPositionHasThrown() {
        consumer.updateBeginningOffsets(Map.of(FIRST, 0L, SECOND, 0L));
        LogPoll log = new LogPoll(consumer);
        consumer.addRecord(new ConsumerRecord<>("in", 0, 7, new byte[0], new byte[0]));
        PolledRecords polled = log.poll(Duration.ZERO);
        throwing.add(CUT);
        assertEquals(8, polled.end(FIRST).orElseThrow().offset());
        assertEquals(Optional.empty(), polled.end(SECOND), "the consumer tells of all that has moved");
        assertEquals(1, throwing.size(), "where it tells, it is not asked");
        assertEquals(9, polledWithoutOffsets(log).end(SECOND).orElseThrow().offset());
        assertSame(CUT, assertThrows(LogTruncationException.class, () -> log.poll(Duration.ZERO)));
        assertEquals(List.of(), List.copyOf(log.poll(Duration.ZERO).partitions()));
    }

    /** An empty poll tells of nothing, as one whose records an interceptor has dropped. */
    private static PolledRecords polledWithoutOffsets(LogPoll log) {
        return log.poll(Duration.ZERO);
    }
}
