package org.stoatflow.runtime.monitor;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.stoatflow.config.TimeSpans;
import org.stoatflow.kernel.counters.LaneCounters;

class LongWorkTest {
    private final LongWork work = new LongWork(100);

    @ParameterizedTest
    @ValueSource(longs = {0, 7, Long.MAX_VALUE - 120, -50})
    void shouldTellAtTheBoundAndAtItsDoubles(long sinceNs) {
        assertFalse(work.isTimeToTell(sinceNs, sinceNs + 99));
        assertTrue(work.isTimeToTell(sinceNs, sinceNs + 100));
        assertFalse(work.isTimeToTell(sinceNs, sinceNs + 199));
        assertTrue(work.isTimeToTell(sinceNs, sinceNs + 250));
        assertFalse(work.isTimeToTell(sinceNs, sinceNs + 399));
        assertFalse(work.isTimeToTell(sinceNs + 300, sinceNs + 399));
        assertTrue(work.isTimeToTell(sinceNs + 300, sinceNs + 400));
    }

    @Test
    void shouldTellNothingWhereNoLaneWorks() {
        assertFalse(work.isTimeToTell(LaneCounters.IDLE, 1_000_000));
    }

    @Test
    void shouldLookFourTimesWithinTheBound() {
        assertTrue(work.isTimeToLook(-1_000));
        assertFalse(work.isTimeToLook(-976));
        assertTrue(work.isTimeToLook(-975));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, TimeSpans.LONGEST_NS})
    void shouldTakeEachBound(long boundNs) {
        LongWork any = new LongWork(boundNs);
        assertFalse(any.isTimeToTell(5, 5));
        any.isTimeToTell(5, Long.MAX_VALUE);
    }
}
