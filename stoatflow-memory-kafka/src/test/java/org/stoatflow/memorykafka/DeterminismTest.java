package org.stoatflow.memorykafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.stoatflow.memorykafka.Playground.P0;
import static org.stoatflow.memorykafka.Playground.P1;
import static org.stoatflow.memorykafka.Playground.offsets;
import static org.stoatflow.memorykafka.Playground.record;

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
        Playground playground = new Playground(seed);
        Faults faults = playground.kafka.faults();
        faults.strikeOften(FaultPoint.SEND, FaultEffect.RECORD_REFUSED, 0.05);
        faults.strikeOften(FaultPoint.COMMIT_TRANSACTION, FaultEffect.TIMEOUT_WITH_EFFECT, 0.1);
        faults.strikeOften(FaultPoint.MARKERS, FaultEffect.SLOW, 0.2);
        faults.strikeOften(FaultPoint.POLL, FaultEffect.REWIND, 0.1);
        SimConsumer consumer = playground.consumer("c");
        consumer.subscribe(List.of(Playground.TOPIC));
        for (int i = 0; i < ROUNDS; i++) {
            Playground.poll(consumer);
            transact(playground, consumer, i);
            playground.clock.advanceMs(7);
        }
        return playground.kafka.journal().toString();
    }

    private static void transact(Playground playground, SimConsumer consumer, int round) {
        SimProducer producer = playground.producer("tx");
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
