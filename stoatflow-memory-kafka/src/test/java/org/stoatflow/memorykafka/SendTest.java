package org.stoatflow.memorykafka;

import static org.apache.kafka.common.IsolationLevel.READ_UNCOMMITTED;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.stoatflow.memorykafka.ClusterRig.P0;
import static org.stoatflow.memorykafka.ClusterRig.P1;
import static org.stoatflow.memorykafka.ClusterRig.TOPIC;
import static org.stoatflow.memorykafka.ClusterRig.bytes;
import static org.stoatflow.memorykafka.ClusterRig.record;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.Test;

class SendTest {
    private final ClusterRig rig = new ClusterRig();
    private final MemoryProducer producer = rig.plainProducer();
    private final List<String> heard = new ArrayList<>();

    @Test
    void shouldKeepRecordsUntilFlush() {
        producer.send(record(P0, "a"));
        assertEquals(List.of(), rig.held(P0, READ_UNCOMMITTED));
        producer.flush();
        assertEquals(List.of("0:a"), rig.held(P0, READ_UNCOMMITTED));
    }

    @Test
    void shouldKeepPartitionOrderInPartialProgress() {
        for (int i = 0; i < 10; i++) {
            producer.send(record(P0, "a" + i));
            producer.send(record(P1, "b" + i));
        }
        assertEquals(7, producer.transmit(7));
        assertEquals(13, producer.buffered());
        producer.flush();
        assertEquals("9:a9", rig.held(P0, READ_UNCOMMITTED).get(9));
        assertEquals("9:b9", rig.held(P1, READ_UNCOMMITTED).get(9));
    }

    @Test
    void shouldRunCallbacksWhenDeliveredNotWhenSent() {
        send("a");
        producer.transmit(1);
        assertEquals(List.of(), heard);
        assertEquals(1, producer.undelivered());
        producer.deliver(1);
        assertEquals(List.of("0"), heard);
    }

    @Test
    void shouldRunCallbacksInFlush() {
        send("a");
        send("b");
        producer.flush();
        assertEquals(List.of("0", "1"), heard);
    }

    @Test
    void shouldSendWhenAFutureIsAsked() throws Exception {
        Future<RecordMetadata> future = producer.send(record(P0, "a"));
        assertFalse(future.isDone());
        assertEquals(0, future.get().offset());
    }

    @Test
    void shouldFailOneRecordAndSendTheOthers() {
        rig.kafka.faults().strikeNext("plain", FaultPoint.SEND, FaultEffect.RECORD_REFUSED);
        send("a");
        send("b");
        producer.flush();
        assertEquals(List.of("RecordTooLargeException", "0"), heard);
    }

    @Test
    void shouldRefuseTooLargeARecordWithinSend() {
        ProducerRecord<byte[], byte[]> large = new ProducerRecord<>(TOPIC, 0, null, new byte[2_000_000]);
        Future<RecordMetadata> future = producer.send(large, (metadata, failure) -> heard.add("told"));
        assertEquals(List.of("told"), heard);
        assertInstanceOf(
                RecordTooLargeException.class,
                assertThrows(ExecutionException.class, future::get).getCause());
    }

    @Test
    void shouldWriteARecordWhoseAnswerIsLost() {
        rig.kafka.faults().strikeNext("plain", FaultPoint.FLUSH, FaultEffect.TIMEOUT_WITH_EFFECT);
        send("a");
        producer.flush();
        assertEquals(List.of("TimeoutException"), heard);
        assertEquals(List.of("0:a"), rig.held(P0, READ_UNCOMMITTED));
    }

    @Test
    void shouldNotWriteARecordThatTimedOutBefore() {
        rig.kafka.faults().strikeNext("plain", FaultPoint.FLUSH, FaultEffect.TIMEOUT_WITHOUT_EFFECT);
        send("a");
        producer.flush();
        assertEquals(List.of("TimeoutException"), heard);
        assertEquals(List.of(), rig.held(P0, READ_UNCOMMITTED));
    }

    @Test
    void shouldExpireRecordsAfterTheDeliveryTimeout() {
        send("a");
        rig.clock.advanceMs(120_000);
        producer.flush();
        assertEquals(List.of("TimeoutException"), heard);
    }

    @Test
    void shouldFailASendToAnUnknownTopicAfterWaiting() {
        Future<RecordMetadata> future = producer.send(new ProducerRecord<>("nowhere", bytes("v")));
        assertInstanceOf(
                TimeoutException.class,
                assertThrows(ExecutionException.class, future::get).getCause());
        assertEquals(61_000, rig.clock.nowMs());
    }

    @Test
    void shouldChooseThePartitionByKeyAsKafkaDoes() throws Exception {
        byte[] key = bytes("some key");
        int partition = producer.send(new ProducerRecord<>(TOPIC, key, bytes("v")))
                .get()
                .partition();
        assertEquals(Utils.toPositive(Utils.murmur2(key)) % 2, partition);
    }

    @Test
    void shouldCopyTheCallersArrays() {
        byte[] value = bytes("a");
        producer.send(new ProducerRecord<>(TOPIC, 0, null, value));
        value[0] = 'z';
        producer.flush();
        assertArrayEquals(
                bytes("a"),
                rig.kafka.view().records(P0, READ_UNCOMMITTED).get(0).value());
    }

    @Test
    void shouldSealHeadersOnSend() {
        ProducerRecord<byte[], byte[]> record = record(P0, "a");
        producer.send(record);
        assertThrows(IllegalStateException.class, () -> record.headers().add("h", bytes("v")));
    }

    @Test
    void shouldSendTheRestOnClose() {
        send("a");
        producer.close();
        assertEquals(List.of("0"), heard);
        assertThrows(IllegalStateException.class, () -> send("b"));
    }

    @Test
    void shouldDropTheRestOnForcedClose() {
        send("a");
        producer.close(Duration.ZERO);
        assertEquals(List.of("KafkaException"), heard);
    }

    @Test
    void shouldSendAPartAtMostWhenTheClientCrashes() {
        for (int i = 0; i < 20; i++) {
            send("v" + i);
        }
        producer.crash();
        int written = rig.held(P0, READ_UNCOMMITTED).size();
        assertTrue(written <= 20, "written=" + written);
        assertEquals(List.of(), heard);
    }

    @Test
    void shouldNameACallThatIsNotModelled() {
        String message = assertThrows(
                        UnsupportedOperationException.class, () -> producer.clientInstanceId(Duration.ZERO))
                .getMessage();
        assertTrue(message.contains("clientInstanceId"), message);
    }

    private void send(String value) {
        producer.send(
                record(P0, value),
                (metadata, failure) -> heard.add(
                        failure == null
                                ? Long.toString(metadata.offset())
                                : failure.getClass().getSimpleName()));
    }
}
