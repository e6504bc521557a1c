package org.stoatflow.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What stands still, and what is only slow. */
class StandstillTest {
    private static final long MINUTE_NS = TimeUnit.MINUTES.toNanos(1);

    private final Standstill standstill = new Standstill(Standstill.WAITED_S_MAX, 0, 1, 0);
    private long nowNs;
    private long computedNs;

    @Test
    void shouldEndWhatWaits() {
        for (int minute = 1; minute < 10; minute++) {
            assertFalse(pass(1, MINUTE_NS / 50), "minute " + minute);
        }
        assertTrue(pass(1, MINUTE_NS / 50));
        assertEquals("nothing began or ended in 600 s of waiting and 12 s of processor time", standstill.text());
    }

    @Test
    void shouldEndWhatComputesForTooLong() {
        for (int minute = 1; minute < 20; minute++) {
            assertFalse(pass(1, MINUTE_NS), "minute " + minute);
        }
        assertTrue(pass(1, MINUTE_NS));
    }

    @Test
    void shouldGiveSlowMachinesTheTimeTheyNeed() {
        for (int minute = 1; minute < 120; minute++) {
            assertFalse(pass(1, MINUTE_NS / 8), "an eighth of a processor, minute " + minute);
        }
    }

    @Test
    void shouldTakeWhatHappensForProgress() {
        for (int minute = 1; minute < 1_000; minute++) {
            assertFalse(pass(1 + minute / 9, 0), "minute " + minute);
        }
    }

    @Test
    void shouldGiveJvmsTheTimeToStart() {
        for (int minute = 1; minute < 1_000; minute++) {
            assertFalse(pass(0, 0), "minute " + minute);
        }
    }

    private boolean pass(long events, long usedNs) {
        nowNs += MINUTE_NS;
        computedNs += usedNs;
        return standstill.isReached(nowNs, events, computedNs);
    }
}
