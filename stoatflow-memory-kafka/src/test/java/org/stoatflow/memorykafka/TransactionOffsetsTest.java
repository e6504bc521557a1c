package org.stoatflow.memorykafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.stoatflow.memorykafka.ClusterRig.GROUP;
import static org.stoatflow.memorykafka.ClusterRig.P0;
import static org.stoatflow.memorykafka.ClusterRig.TOPIC;
import static org.stoatflow.memorykafka.ClusterRig.offsets;

import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

class TransactionOffsetsTest {
    private static final String ID = "tx";

    private final ClusterRig rig = new ClusterRig();
    private final MemoryProducer producer = rig.producer(ID);
    private final MemoryConsumer member = rig.consumer("member");

    @Test
    void shouldShowOffsetsOnCommitOnly() {
        joined();
        sendOffsets(5);
        assertEquals(OptionalLong.empty(), committed());
        producer.commitTransaction();
        assertEquals(OptionalLong.of(5), committed());
    }

    @Test
    void shouldDropOffsetsOnAbort() {
        joined();
        sendOffsets(5);
        producer.abortTransaction();
        assertEquals(OptionalLong.empty(), committed());
    }

    @Test
    void shouldMakeCommittedWaitForPendingOffsets() {
        joined();
        sendOffsets(5);
        assertThrows(TimeoutException.class, () -> rig.consumer("other").committed(Set.of(P0)));
        assertEquals(11_000, rig.clock.nowMs());
    }

    @Test
    void shouldReadNothingWhileTheStartingOffsetIsPending() {
        rig.kafka.upstream("upstream").writePlain(P0, null, ClusterRig.bytes("a"), 0);
        joined();
        sendOffsets(0);
        member.rewind();
        assertEquals(List.of(), ClusterRig.pollAll(member));
        producer.commitTransaction();
        assertEquals(List.of("0:a"), ClusterRig.pollAll(member));
    }

    @Test
    void shouldFinishWaitingWhenSlowMarkersAreWritten() {
        joined();
        rig.kafka.faults().strikeNext(ID, FaultPoint.MARKERS, FaultEffect.SLOW);
        sendOffsets(5);
        producer.commitTransaction();
        assertEquals(5, rig.consumer("other").committed(Set.of(P0)).get(P0).offset());
        assertEquals(1_050, rig.clock.nowMs());
    }

    @Test
    void shouldResolvePendingOffsetsOnInit() {
        joined();
        sendOffsets(5);
        rig.producer(ID);
        assertEquals(null, rig.consumer("other").committed(Set.of(P0)).get(P0));
    }

    @Test
    void shouldLetTheLaterWrittenOffsetWinWhateverTheOrderOfCommits() {
        joined();
        MemoryProducer later = rig.producer("later");
        sendOffsets(10);
        later.beginTransaction();
        later.sendOffsetsToTransaction(offsets(P0, 20), member.groupMetadata());
        later.commitTransaction();
        producer.commitTransaction();
        assertEquals(OptionalLong.of(20), committed());
    }

    @Test
    void shouldRefuseOffsetsOfAnOlderGeneration() {
        ConsumerGroupMetadata old = joined();
        rig.kafka.disruptions().rebalance(GROUP);
        ClusterRig.poll(member);
        producer.beginTransaction();
        assertThrows(CommitFailedException.class, () -> producer.sendOffsetsToTransaction(offsets(P0, 5), old));
        assertThrows(KafkaException.class, producer::commitTransaction);
        producer.abortTransaction();
    }

    @Test
    void shouldRefuseOffsetsOfAFencedInstance() {
        MemoryConsumer first = rig.consumer("first", ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, "i");
        MemoryConsumer second = rig.consumer("second", ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, "i");
        join(first);
        ConsumerGroupMetadata old = first.groupMetadata();
        join(second);
        producer.beginTransaction();
        assertThrows(FencedInstanceIdException.class, () -> producer.sendOffsetsToTransaction(offsets(P0, 5), old));
    }

    @Test
    void shouldFenceAnOlderInstanceThatSendsOffsets() {
        joined();
        producer.beginTransaction();
        rig.producer(ID);
        assertThrows(
                ProducerFencedException.class,
                () -> producer.sendOffsetsToTransaction(offsets(P0, 5), member.groupMetadata()));
    }

    @Test
    void shouldSendOffsetsThatTimedOutWithTheCommit() {
        joined();
        rig.kafka.faults().strikeNext(ID, FaultPoint.SEND_OFFSETS, FaultEffect.TIMEOUT_WITHOUT_EFFECT);
        producer.beginTransaction();
        assertThrows(
                TimeoutException.class,
                () -> producer.sendOffsetsToTransaction(offsets(P0, 5), member.groupMetadata()));
        producer.commitTransaction();
        assertEquals(OptionalLong.of(5), committed());
    }

    private ConsumerGroupMetadata joined() {
        join(member);
        return member.groupMetadata();
    }

    private static void join(MemoryConsumer consumer) {
        consumer.subscribe(List.of(TOPIC));
        ClusterRig.poll(consumer);
    }

    private void sendOffsets(long offset) {
        producer.beginTransaction();
        producer.sendOffsetsToTransaction(offsets(P0, offset), member.groupMetadata());
    }

    private OptionalLong committed() {
        return rig.kafka.view().committed(GROUP, P0);
    }
}
