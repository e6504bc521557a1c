package org.stoatflow.memorykafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.stoatflow.memorykafka.ClusterRig.P0;
import static org.stoatflow.memorykafka.ClusterRig.P1;
import static org.stoatflow.memorykafka.ClusterRig.offsets;
import static org.stoatflow.memorykafka.ClusterRig.record;

import java.util.List;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.Test;

class DeterminismTest {
    private static final int ROUNDS = 200;

    @Test
    void shouldRepeatARunFromItsSeed() {
        assertEquals(run(42), run(42));
    }

    @Test
    void shouldRunDifferentlyFromAnotherSeed() {
        assertNotEquals(run(42), run(43));
    }

    /** Transactions under faults, with new instances of the producer after each that failed; returns the journal. */
    private static String run(long seed) {
        ClusterRig rig = new ClusterRig(seed);
        FaultInjector faults = rig.kafka.faults();
        faults.strikeOften(FaultPoint.SEND, FaultEffect.RECORD_REFUSED, 0.05);
        faults.strikeOften(FaultPoint.COMMIT_TRANSACTION, FaultEffect.TIMEOUT_WITH_EFFECT, 0.1);
        faults.strikeOften(FaultPoint.MARKERS, FaultEffect.SLOW, 0.2);
        faults.strikeOften(FaultPoint.POLL, FaultEffect.REWIND, 0.1);
        MemoryConsumer consumer = rig.consumer("c");
        consumer.subscribe(List.of(ClusterRig.TOPIC));
        for (int i = 0; i < ROUNDS; i++) {
            ClusterRig.poll(consumer);
            transact(rig, consumer, i);
            rig.clock.advanceMs(7);
        }
        return rig.kafka.journal().toString();
    }

    private static void transact(ClusterRig rig, MemoryConsumer consumer, int round) {
        MemoryProducer producer = rig.producer("tx");
        try {
            producer.beginTransaction();
            producer.send(record(P0, "a" + round));
            producer.send(record(P1, "b" + round));
            producer.transmit(1);
            producer.sendOffsetsToTransaction(offsets(P0, round), consumer.groupMetadata());
            producer.commitTransaction();
        } catch (KafkaException failure) {
            producer.crash();
        }
    }
}
