package org.stoatflow.localkafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PatienceTest {
    @Test
    void shouldWaitLongerTheMoreThreadsWantAProcessor() {
        assertEquals(1, Patience.factor(0.2, 2));
        assertEquals(1, Patience.factor(2, 2));
        assertEquals(3, Patience.factor(6, 2));
        assertEquals(6, Patience.factor(6, 1));
    }

    @Test
    void shouldEndOnAnyMachine() {
        assertEquals(10, Patience.factor(1_000, 1));
        assertEquals(1, Patience.factor(-1, 2), "the system does not tell");
        long longAgoNs = System.nanoTime() - Duration.ofMinutes(11).toNanos();
        assertTrue(Patience.isOver(longAgoNs, Duration.ofMinutes(1)));
    }

    @Test
    void shouldNotBeOverWithinTheLimit() {
        assertFalse(Patience.isOver(System.nanoTime(), Duration.ofMinutes(1)));
    }
}
