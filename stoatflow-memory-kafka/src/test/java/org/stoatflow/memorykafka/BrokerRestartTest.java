package org.stoatflow.memorykafka;

import static org.apache.kafka.common.IsolationLevel.READ_COMMITTED;
import static org.apache.kafka.common.IsolationLevel.READ_UNCOMMITTED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.stoatflow.memorykafka.ClusterRig.P0;
import static org.stoatflow.memorykafka.ClusterRig.record;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

class BrokerRestartTest {
    private final ClusterRig rig = new ClusterRig();
    private final Disruptions disruptions = rig.kafka.disruptions();

    @Test
    void shouldKeepWhatIsDurable() {
        MemoryProducer producer = rig.plainProducer();
        producer.send(record(P0, "a"));
        producer.flush();
        disruptions.restartBroker(1_000);
        assertEquals(List.of("0:a"), rig.held(P0, READ_UNCOMMITTED));
    }

    @Test
    void shouldMakeAFlushWaitForTheBroker() {
        MemoryProducer producer = rig.plainProducer();
        producer.send(record(P0, "a"));
        disruptions.restartBroker(1_000);
        assertEquals(0, producer.transmit(1));
        producer.flush();
        assertEquals(2_000, rig.clock.nowMs());
        assertEquals(List.of("0:a"), rig.held(P0, READ_UNCOMMITTED));
    }

    @Test
    void shouldExpireRecordsWhenTheBrokerStaysAway() {
        List<String> heard = new ArrayList<>();
        MemoryProducer producer = rig.plainProducer();
        producer.send(
                record(P0, "a"),
                (metadata, failure) -> heard.add(failure.getClass().getSimpleName()));
        disruptions.restartBroker(1_000_000);
        producer.flush();
        assertEquals(List.of("TimeoutException"), heard);
        assertEquals(List.of(), rig.held(P0, READ_UNCOMMITTED));
    }

    @Test
    void shouldTimeOutACommitThatCanBeRetriedLater() {
        MemoryProducer producer = rig.producer("tx");
        producer.beginTransaction();
        producer.send(record(P0, "a"));
        producer.flush();
        disruptions.restartBroker(15_000);
        assertThrows(TimeoutException.class, producer::commitTransaction);
        producer.commitTransaction();
        assertEquals(List.of("0:a"), rig.held(P0, READ_COMMITTED));
    }

    @Test
    void shouldTimeOutLookupsAndReturnNothingFromPolls() {
        MemoryConsumer consumer = rig.consumer("c");
        consumer.assign(List.of(P0));
        disruptions.restartBroker(100_000);
        assertEquals(0, consumer.poll(Duration.ZERO).count());
        assertThrows(TimeoutException.class, () -> consumer.endOffsets(List.of(P0)));
        assertEquals(Set.of(P0), consumer.assignment());
    }
}
