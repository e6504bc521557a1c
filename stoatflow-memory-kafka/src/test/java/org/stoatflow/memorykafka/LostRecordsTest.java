package org.stoatflow.memorykafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.stoatflow.memorykafka.ClusterRig.P0;
import static org.stoatflow.memorykafka.ClusterRig.P1;
import static org.stoatflow.memorykafka.ClusterRig.poll;
import static org.stoatflow.memorykafka.ClusterRig.pollAll;
import static org.stoatflow.memorykafka.ClusterRig.record;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.LogTruncationException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

/** Logs that have lost their newest records, topics that are deleted, and polls that do not tell where to go on. */
class LostRecordsTest {
    private static final int POLLS_MAX = 50;

    private final ClusterRig rig = new ClusterRig();
    private final MemoryProducer producer = rig.plainProducer();

    private void write(TopicPartition partition, String... values) {
        for (String value : values) {
            producer.send(record(partition, value));
        }
        producer.flush();
    }

    @Test
    void shouldTellAPausedConsumerWhereTheLogsDiverge() {
        MemoryConsumer consumer = rig.consumer("c", ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        consumer.assign(List.of(P0));
        consumer.seekToBeginning(List.of(P0));
        write(P0, "a", "b", "c");
        assertEquals(List.of("0:a", "1:b", "2:c"), pollAll(consumer));
        consumer.pause(List.of(P0));
        rig.kafka.disruptions().loseFrom(P0, 1);
        for (int i = 0; i < 2; i++) { // once in the time of a request, until somebody seeks
            LogTruncationException told = assertThrows(LogTruncationException.class, () -> pollAll(consumer));
            assertEquals(
                    Map.of(P0, 1L), Map.of(P0, told.divergentOffsets().get(P0).offset()));
            assertEquals(List.of(), pollAll(consumer));
            rig.clock.advanceMs(30_000);
        }
        assertThrows(LogTruncationException.class, () -> consumer.position(P0));
        consumer.seek(P0, 1);
        consumer.resume(List.of(P0));
        write(P0, "d");
        assertEquals(List.of("1:d"), pollAll(consumer));
    }

    @Test
    void shouldGoOnWhereTheLogsDivergeWhereThePolicyIsToReset() {
        MemoryConsumer consumer = rig.consumer("c");
        consumer.assign(List.of(P0));
        write(P0, "a", "b", "c");
        pollAll(consumer);
        rig.kafka.disruptions().loseFrom(P0, 1);
        write(P0, "d");
        assertEquals(List.of("1:d"), pollAll(consumer));
    }

    @Test
    void shouldNotAskAboutAPositionWithoutAnEpoch() {
        MemoryConsumer consumer = rig.consumer("c", ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        consumer.assign(List.of(P0));
        write(P0, "a");
        consumer.seek(P0, 9);
        consumer.pause(List.of(P0));
        assertEquals(List.of(), pollAll(consumer));
    }

    @Test
    void shouldTakeTheOffsetsOfADeletedTopicFromNobody() {
        MemoryConsumer consumer = rig.consumer("c");
        rig.kafka.createTopic("gone", 1);
        TopicPartition gone = new TopicPartition("gone", 0);
        consumer.commitSync(ClusterRig.offsets(gone, 3));
        rig.kafka.disruptions().deleteTopic("gone");
        assertThrows(TimeoutException.class, () -> consumer.commitSync(ClusterRig.offsets(gone, 4)));
        Map<TopicPartition, OffsetAndMetadata> both =
                Map.of(gone, new OffsetAndMetadata(4), P0, new OffsetAndMetadata(5));
        assertThrows(TimeoutException.class, () -> consumer.commitSync(both));
        Map<TopicPartition, OffsetAndMetadata> committed = consumer.committed(Set.of(gone, P0));
        assertEquals(null, committed.get(gone));
        assertEquals(5, committed.get(P0).offset());
    }

    @Test
    void shouldTakeADeletedTopicFromAMemberThatIsOneStill() {
        rig.kafka.createTopic("tenant-a", 1);
        rig.kafka.createTopic("tenant-b", 1);
        MemoryConsumer consumer = rig.consumer(
                "c", ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, CooperativeStickyAssignor.class.getName());
        List<String> heard = new ArrayList<>();
        consumer.subscribe(Pattern.compile("tenant-.*"), new RecordedRebalances(heard));
        while (consumer.assignment().size() < 2) {
            poll(consumer);
        }
        int generation = consumer.groupMetadata().generationId();
        heard.clear();
        rig.kafka.disruptions().deleteTopic("tenant-a");
        poll(consumer);
        assertTrue(heard.getFirst().startsWith("revoked"), heard::toString);
        assertTrue(consumer.groupMetadata().generationId() >= generation);
        consumer.commitSync(ClusterRig.offsets(new TopicPartition("tenant-b", 0), 0));
    }

    @Test
    void shouldFindNoHiddenTopicUntilItIsShown() {
        MemoryProducer impatient = rig.kafka.producer(Map.of("client.id", "p", "max.block.ms", 100));
        rig.kafka.disruptions().hideTopic(P0.topic(), 150);
        List<String> heard = new ArrayList<>();
        impatient.send(record(P0, "a"), (metadata, failure) -> heard.add(failure.getMessage()));
        assertEquals(List.of("Topic " + P0.topic() + " not present in metadata after 100 ms."), heard);
        impatient.send(record(P0, "b"));
        impatient.flush();
        assertEquals(List.of("0:b"), rig.held(P0, IsolationLevel.READ_UNCOMMITTED));
    }

    @Test
    void shouldNotTellWhereToGoOn() {
        MemoryConsumer consumer = rig.consumer("c");
        consumer.assign(List.of(P0, P1));
        consumer.dropNextOffsets();
        write(P0, "a", "b");
        boolean hasRead = false;
        for (int i = 0; i < POLLS_MAX; i++) {
            ConsumerRecords<byte[], byte[]> polled = consumer.poll(Duration.ZERO);
            hasRead |= !polled.isEmpty();
            assertTrue(polled.nextOffsets().isEmpty());
        }
        assertTrue(hasRead);
    }
}
