package org.stoatflow.memorykafka;

import static org.apache.kafka.common.IsolationLevel.READ_UNCOMMITTED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.stoatflow.memorykafka.ClusterRig.P0;
import static org.stoatflow.memorykafka.ClusterRig.record;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

/** Clients that have failed for good: without their thread, or refused by the cluster. */
class LostThreadTest {
    private final ClusterRig rig = new ClusterRig();
    private final List<String> heard = new ArrayList<>();

    @Test
    void shouldSendNothingAndCallNobodyBackWithoutItsThread() {
        MemoryProducer producer = rig.plainProducer();
        producer.loseThread();
        producer.send(record(P0, "a"), (metadata, failure) -> heard.add("back"));
        assertEquals(0, producer.transmit(1));
        assertEquals(0, producer.deliver(1));
        assertEquals(List.of(), rig.held(P0, READ_UNCOMMITTED));
        assertEquals(List.of(), heard);
    }

    @Test
    void shouldWaitForEverInAFlushWithoutItsThread() {
        List<String> waits = new ArrayList<>();
        MemoryProducer producer = rig.plainProducer();
        producer.loseThread();
        assertThrows(IllegalStateException.class, producer::flush);
        rig.kafka.onWaits((call, untilMs) -> waits.add(call));
        producer.flush();
        assertEquals(List.of("plain flush"), waits);
    }

    /** Who waits for the first of the records has its answer, and is held up all the same. */
    @Test
    void shouldWaitForEverInAFlushInWhichItLosesItsThread() {
        List<String> waits = new ArrayList<>();
        rig.kafka.onWaits((call, untilMs) -> waits.add(call));
        MemoryProducer producer = rig.plainProducer();
        producer.loseThreadInFlush();
        producer.flush();
        assertEquals(List.of(), waits, "there is nothing to wait for");
        producer.send(record(P0, "a"), (metadata, failure) -> heard.add("a"));
        producer.send(record(P0, "b"), (metadata, failure) -> heard.add("b"));
        producer.flush();
        assertEquals(List.of("plain flush"), waits);
        assertEquals(List.of("a"), heard);
        assertEquals(0, producer.deliver(1));
        assertTrue(producer.hasLostThread());
    }

    @Test
    void shouldTimeOutInTransactionalCallsWithoutItsThread() {
        MemoryProducer producer = rig.producer("tx");
        producer.beginTransaction();
        producer.loseThread();
        long beganMs = rig.clock.nowMs();
        assertThrows(TimeoutException.class, producer::commitTransaction);
        assertTrue(rig.clock.nowMs() > beganMs);
        producer.close(Duration.ofSeconds(1));
        assertTrue(producer.isClosed());
    }

    @Test
    void shouldRefuseEveryRecordOnceTheClusterHasRefusedThePlainProducer() {
        MemoryProducer producer = rig.plainProducer();
        rig.kafka.faults().strikeNext("plain", FaultPoint.SEND, FaultEffect.PRODUCER_FAILS);
        producer.send(record(P0, "a"), (metadata, failure) -> heard.add("first " + failure.getMessage()));
        producer.flush();
        assertEquals(List.of("first Cluster authorization failed."), heard);
        for (int i = 0; i < 20; i++) {
            KafkaException refused = assertThrows(
                    KafkaException.class,
                    () -> producer.send(record(P0, "b"), (metadata, failure) -> heard.add("later")));
            assertEquals(ClusterAuthorizationException.class, refused.getCause().getClass());
        }
        producer.flush();
        // At times the record has been buffered before the call throws, and at times nobody calls back.
        int later = heard.size() - 1;
        assertTrue(later > 0 && later < 20, "later=" + later);
        assertEquals(List.of(), rig.held(P0, READ_UNCOMMITTED));
    }

    @Test
    void shouldCallBackTwiceWhereItIsToldTo() {
        MemoryProducer producer = rig.plainProducer();
        rig.kafka.faults().strikeNext("plain", FaultPoint.SEND, FaultEffect.CALLED_BACK_TWICE);
        producer.send(record(P0, "a"), (metadata, failure) -> heard.add("back"));
        producer.flush();
        assertEquals(List.of("back", "back"), heard);
    }

    @Test
    void shouldAnswerNoAdminWithoutItsThread() {
        ClusterAdmin admin = rig.kafka.admin("admin");
        admin.loseThread();
        assertThrows(TimeoutException.class, admin::topicNames);
        assertTrue(rig.kafka.admin("another").topicNames().contains(P0.topic()));
    }
}
