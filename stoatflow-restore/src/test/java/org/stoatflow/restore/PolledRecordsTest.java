package org.stoatflow.restore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.NoOffsetForPartitionException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

/** Where a consumer goes on, whatever the records of a poll were made to before they came here. */
class PolledRecordsTest {
    private static final TopicPartition FIRST = new TopicPartition("in", 0);
    private static final TopicPartition SECOND = new TopicPartition("in", 1);
    private static final TopicPartition ANOTHERS = new TopicPartition("in", 2);

    private KafkaException refusal;

    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none") {
        @Override
        public synchronized long position(TopicPartition partition, Duration timeout) {
            if (refusal != null) {
                throw refusal;
            }
            return super.position(partition, timeout);
        }
    };

    PolledRecordsTest() {
        consumer.assign(List.of(FIRST, SECOND));
        standAt(0, 0);
    }

    private void standAt(long first, long second) {
        consumer.seek(FIRST, first);
        consumer.seek(SECOND, second);
    }

    @Test
    void shouldGoOnWhereTheClientTells() {
        PolledRecords polled = polled(List.of(record(FIRST, 4)), Map.of(FIRST, new OffsetAndMetadata(6)));
        standAt(99, 99);
        assertEquals(Optional.of(new OffsetAndMetadata(6)), polled.end(FIRST));
        assertEquals(Optional.empty(), polled.end(SECOND), "it has told of all that has moved");
        assertEquals(Set.of(FIRST), polled.partitions());
    }

    @Test
    void shouldGoOnBehindTheLastRecordWithItsLeaderEpochWhereTheClientDoesNotTell() {
        PolledRecords polled = polled(List.of(record(FIRST, 4)), Map.of());
        standAt(5, 0);
        assertEquals(Optional.of(new OffsetAndMetadata(5, Optional.of(3), "")), polled.end(FIRST));
        assertEquals(Set.of(FIRST), polled.partitions());
    }

    /** What wraps the consumer has handed out one record, and may hold others that are before the position. */
    @Test
    void shouldNotBelieveThePositionWhereRecordsHaveComeThatSayNothingOfIt() {
        PolledRecords polled = polled(List.of(record(FIRST, 4)), Map.of());
        standAt(8, 7);
        assertEquals(5, polled.end(FIRST).orElseThrow().offset());
        assertEquals(Optional.empty(), polled.end(SECOND), "those that it holds may be of any partition");
    }

    /** The epoch of an earlier record would say that the log ends before the position. */
    @Test
    void shouldGoOnBehindRecordsThatWereDroppedOnceNothingComesWithoutTheEpochOfAnotherOne() {
        PolledRecords polled = polled(List.of(), Map.of());
        standAt(8, 7);
        assertEquals(Optional.of(new OffsetAndMetadata(8)), polled.end(FIRST));
        assertEquals(Optional.of(new OffsetAndMetadata(7)), polled.end(SECOND));
    }

    /** As an interceptor leaves it that drops each record of a partition. */
    @Test
    void shouldTakeAPollOfEmptyListsForOneThatHasBroughtNothing() {
        PolledRecords polled = new PolledRecords(
                new ConsumerPosition(consumer, any -> {}), new ConsumerRecords<>(Map.of(FIRST, List.of()), Map.of()));
        standAt(8, 0);
        assertEquals(8, polled.end(FIRST).orElseThrow().offset());
        assertTrue(polled.isEmpty());
    }

    @Test
    void shouldNotBelieveAnOffsetThatIsBeforeARecord() {
        PolledRecords polled = polled(List.of(record(FIRST, 4)), Map.of(FIRST, new OffsetAndMetadata(4)));
        standAt(5, 0);
        assertEquals(5, polled.end(FIRST).orElseThrow().offset());
    }

    @Test
    void shouldTakeEachPartitionForItselfWhereTheClientTellsOfSomeOnly() {
        PolledRecords polled =
                polled(List.of(record(FIRST, 4), record(SECOND, 9)), Map.of(FIRST, new OffsetAndMetadata(6)));
        standAt(6, 10);
        assertEquals(6, polled.end(FIRST).orElseThrow().offset());
        assertEquals(10, polled.end(SECOND).orElseThrow().offset());
        assertEquals(Set.of(FIRST, SECOND), polled.partitions());
    }

    @Test
    void shouldGiveRecordsInTheOrderOfTheirOffsets() {
        PolledRecords polled =
                polled(List.of(record(FIRST, 6), record(FIRST, 4), record(FIRST, 4), record(FIRST, 5)), Map.of());
        standAt(7, 0);
        assertEquals(
                List.of(4L, 4L, 5L, 6L),
                polled.of(FIRST).stream().map(ConsumerRecord::offset).toList());
        assertEquals(7, polled.end(FIRST).orElseThrow().offset());
    }

    @Test
    void shouldAskForNothingThatTheConsumerMayRefuse() {
        PolledRecords nothing = polled(List.of(), Map.of());
        assertEquals(Optional.empty(), nothing.end(ANOTHERS), "it is not assigned");
        for (KafkaException thrown :
                List.of(new TimeoutException("no leader"), new NoOffsetForPartitionException(SECOND))) {
            refusal = thrown;
            assertEquals(Optional.empty(), nothing.end(SECOND));
        }
    }

    private PolledRecords polled(
            List<ConsumerRecord<byte[], byte[]>> records, Map<TopicPartition, OffsetAndMetadata> next) {
        Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> byPartition = new HashMap<>();
        for (ConsumerRecord<byte[], byte[]> record : records) {
            byPartition
                    .computeIfAbsent(new TopicPartition(record.topic(), record.partition()), any -> new ArrayList<>())
                    .add(record);
        }
        return new PolledRecords(new ConsumerPosition(consumer, any -> {}), new ConsumerRecords<>(byPartition, next));
    }

    private static ConsumerRecord<byte[], byte[]> record(TopicPartition at, long offset) {
        return new ConsumerRecord<>(
                at.topic(),
                at.partition(),
                offset,
                0,
                TimestampType.CREATE_TIME,
                0,
                0,
                new byte[0],
                new byte[0],
                new RecordHeaders(),
                Optional.of(3));
    }
}
