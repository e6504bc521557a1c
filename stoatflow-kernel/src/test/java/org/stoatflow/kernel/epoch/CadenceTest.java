package org.stoatflow.kernel.epoch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class CadenceTest {
    private static final long MS = 1_000_000;

    private final Cadence cadence = new Cadence(5, 10 * MS, 1_000 * MS, 100, 0);

    @Test
    void shouldBeDueAtOnceAfterAPause() {
        assertTrue(cadence.dueInNs(0, 0) <= 0);
    }

    @Test
    void shouldCountTheIntervalFromTheLastCut() {
        cadence.onCut(7 * MS);

        assertEquals(10 * MS, cadence.dueInNs(7 * MS, 0));
        assertEquals(0, cadence.dueInNs(17 * MS, 0));
    }

    @Test
    void shouldLetTheFixedCostOfCommitsTakeAFifthOfTheTime() {
        commit(3, 500 * MS, 20 * MS);

        assertEquals(100 * MS, cadence.intervalNs());
    }

    @Test
    void shouldIgnoreOneSlowCommit() {
        commit(1, 2_000 * MS, 600 * MS);

        assertEquals(10 * MS, cadence.intervalNs());
    }

    @Test
    void shouldNotGrowWithWhatGrowsWithTheEpoch() {
        commit(50, 900 * MS, 3 * MS);

        assertEquals(15 * MS, cadence.intervalNs());
    }

    @Test
    void shouldStayWithinItsBounds() {
        commit(5, MS, MS / 10);
        assertEquals(10 * MS, cadence.intervalNs());
        commit(5, 900 * MS, 900 * MS);
        assertEquals(1_000 * MS, cadence.intervalNs());
    }

    @Test
    void shouldKnowNoAverageBeforeTheFirstCommit() {
        assertTrue(Double.isNaN(cadence.averageCommitNs()));
        commit(1, 7 * MS, MS);
        assertEquals(7.0 * MS, cadence.averageCommitNs());
    }

    private void commit(int times, long durationNs, long fixedNs) {
        for (int commit = 0; commit < times; commit++) {
            cadence.onCommitted(durationNs, fixedNs);
        }
    }

    @Test
    void shouldBeDueEarlyWhenTooMuchIsKept() {
        cadence.onCut(0);

        assertTrue(cadence.dueInNs(MS, 99) > 0);
        assertEquals(0, cadence.dueInNs(MS, 100));
    }

    @Test
    void shouldRefuseBoundsThatDoNotFit() {
        assertThrows(IllegalArgumentException.class, () -> new Cadence(5, 10, 9, 1, 0));
        assertThrows(IllegalArgumentException.class, () -> new Cadence(0, 1, 9, 1, 0));
    }
}
