package org.stoatflow.memorykafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.stoatflow.memorykafka.Playground.GROUP;
import static org.stoatflow.memorykafka.Playground.P0;
import static org.stoatflow.memorykafka.Playground.TOPIC;
import static org.stoatflow.memorykafka.Playground.offsets;

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

    private final Playground playground = new Playground();
    private final SimProducer producer = playground.producer(ID);
    private final SimConsumer member = playground.consumer("member");

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
        assertThrows(TimeoutException.class, () -> playground.consumer("other").committed(Set.of(P0)));
        assertEquals(11_000, playground.clock.nowMs());
    }

    @Test
    void shouldReadNothingWhileTheStartingOffsetIsPending() {
        playground.kafka.upstream("upstream").writePlain(P0, null, Playground.bytes("a"), 0);
        joined();
        sendOffsets(0);
        member.rewind();
        assertEquals(List.of(), Playground.pollAll(member));
        producer.commitTransaction();
        assertEquals(List.of("0:a"), Playground.pollAll(member));
    }

    @Test
    void shouldFinishWaitingWhenSlowMarkersAreWritten() {
        joined();
        playground.kafka.faults().strikeNext(ID, FaultPoint.MARKERS, FaultEffect.SLOW);
        sendOffsets(5);
        producer.commitTransaction();
        assertEquals(
                5, playground.consumer("other").committed(Set.of(P0)).get(P0).offset());
        assertEquals(1_050, playground.clock.nowMs());
    }

    @Test
    void shouldResolvePendingOffsetsOnInit() {
        joined();
        sendOffsets(5);
        playground.producer(ID);
        assertEquals(null, playground.consumer("other").committed(Set.of(P0)).get(P0));
    }

    @Test
    void shouldLetTheLaterWrittenOffsetWinWhateverTheOrderOfCommits() {
        joined();
        SimProducer later = playground.producer("later");
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
        playground.kafka.disruptions().rebalance(GROUP);
        Playground.poll(member);
        producer.beginTransaction();
        assertThrows(CommitFailedException.class, () -> producer.sendOffsetsToTransaction(offsets(P0, 5), old));
        assertThrows(KafkaException.class, producer::commitTransaction);
        producer.abortTransaction();
    }

    @Test
    void shouldRefuseOffsetsOfAFencedInstance() {
        SimConsumer first = playground.consumer("first", ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, "i");
        SimConsumer second = playground.consumer("second", ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, "i");
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
        playground.producer(ID);
        assertThrows(
                ProducerFencedException.class,
                () -> producer.sendOffsetsToTransaction(offsets(P0, 5), member.groupMetadata()));
    }

    @Test
    void shouldSendOffsetsThatTimedOutWithTheCommit() {
        joined();
        playground.kafka.faults().strikeNext(ID, FaultPoint.SEND_OFFSETS, FaultEffect.TIMEOUT_WITHOUT_EFFECT);
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

    private static void join(SimConsumer consumer) {
        consumer.subscribe(List.of(TOPIC));
        Playground.poll(consumer);
    }

    private void sendOffsets(long offset) {
        producer.beginTransaction();
        producer.sendOffsetsToTransaction(offsets(P0, offset), member.groupMetadata());
    }

    private OptionalLong committed() {
        return playground.kafka.view().committed(GROUP, P0);
    }
}
