package org.stoatflow.memorykafka;

import static org.apache.kafka.common.IsolationLevel.READ_UNCOMMITTED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.stoatflow.memorykafka.ClusterRig.P0;
import static org.stoatflow.memorykafka.ClusterRig.record;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.junit.jupiter.api.Test;

class CallFaultsTest {
    private final ClusterRig rig = new ClusterRig();
    private final CallFaults faults = rig.kafka.callFaults();
    private final Producer<byte[], byte[]> producer = guarded(Producer.class, rig.plainProducer());
    private final Consumer<byte[], byte[]> consumer = guarded(Consumer.class, rig.consumer("plain"));

    @SuppressWarnings("unchecked") // the interface has type parameters, and its class has none
    private <T> T guarded(Class<?> type, T client) {
        return faults.guard((Class<T>) type, client, "plain", 2_000);
    }

    private void strike(String call, CallFaults.Manner manner) {
        faults.strikeNext(new CallFaults.Strike("pl", call, manner, () -> new AuthenticationException("not allowed")));
    }

    @Test
    void shouldThrowInsteadOfTheCallOnce() {
        strike("Producer.send", CallFaults.Manner.THROWS);
        assertThrows(KafkaException.class, () -> producer.send(record(P0, "a")));
        producer.send(record(P0, "b"));
        producer.flush();
        assertEquals(List.of("0:b"), rig.held(P0, READ_UNCOMMITTED));
    }

    @Test
    void shouldThrowAfterTheCall() {
        producer.send(record(P0, "a"));
        strike("Producer.flush", CallFaults.Manner.THROWS_AFTER);
        assertThrows(AuthenticationException.class, producer::flush);
        assertEquals(List.of("0:a"), rig.held(P0, READ_UNCOMMITTED));
    }

    @Test
    void shouldComeBackWhenItsTimeIsAlmostOver() {
        long beganMs = rig.clock.nowMs();
        strike("Producer.flush", CallFaults.Manner.LATE);
        producer.flush();
        assertEquals(beganMs + 1_999, rig.clock.nowMs());
        consumer.assign(List.of(P0));
        strike("Consumer.poll", CallFaults.Manner.LATE);
        consumer.poll(Duration.ofMillis(100));
        assertEquals(beganMs + 2_098, rig.clock.nowMs());
    }

    @Test
    void shouldPassOnWhatTheCallItselfThrows() {
        assertThrows(IllegalStateException.class, () -> consumer.poll(Duration.ZERO));
    }

    @Test
    void shouldTellOfStrikesAndStrikeNobodyElse() {
        List<String> told = new ArrayList<>();
        faults.onStrikes((clientId, strike) -> told.add(clientId + " " + strike.call()));
        faults.strikeNext(new CallFaults.Strike(
                "another", "Producer.flush", CallFaults.Manner.THROWS, () -> new KafkaException("no")));
        producer.flush();
        assertEquals(List.of(), told);
        strike("Producer.flush", CallFaults.Manner.THROWS);
        assertThrows(KafkaException.class, producer::flush);
        assertEquals(List.of("plain Producer.flush"), told);
        faults.clear();
    }
}
