package org.stoatflow.kernel.epoch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.testkit.NoOpEpochListener;

class StallDetectorTest {
    private static final long AFTER_NS = 10_000;

    private final StallDetector detector = new StallDetector(AFTER_NS);
    private Epoch open = Epoch.first(1, new EntryGraph(new int[] {0}, new int[][] {{}}), 1, 1, new NoOpEpochListener());

    @Test
    void shouldSayNothingWhileNoEpochWaits() {
        assertNull(detector.oldest(open));
        assertFalse(tells(50_000));
        assertEquals(StallDetector.NONE, detector.oldestSinceNs());
    }

    @Test
    void shouldTellOnceAfterTheBoundAndThenEachTimeItHasTakenTwiceAsLong() {
        cut(1_000);
        List<Long> told = new ArrayList<>();
        for (long nowNs = 1_000; nowNs < 100_000; nowNs += 500) {
            if (tells(nowNs)) {
                told.add(nowNs);
            }
        }
        assertEquals(List.of(11_000L, 21_000L, 41_000L, 81_000L), told);
        assertEquals(1_000, detector.oldestSinceNs());
    }

    @Test
    void shouldTellOnceWhereNobodyLookedForLong() {
        cut(0);
        assertTrue(tells(45_000));
        assertFalse(tells(50_000));
        assertTrue(tells(80_000));
    }

    @Test
    void shouldBeginAnewWithTheNextEpoch() {
        Epoch first = cut(0);
        Epoch second = cut(9_000);
        assertEquals(first, detector.oldest(open));
        assertTrue(tells(10_000));
        first.leave();
        first.markApplied();
        assertEquals(second, detector.oldest(open));
        assertFalse(tells(18_000));
        assertTrue(tells(19_000));
        second.leave();
        second.markApplied();
        assertNull(detector.oldest(open));
        assertFalse(tells(100_000));
    }

    @Test
    void shouldBeSuspiciousBeforeItTells() {
        cut(0);
        tells(4_000);
        assertFalse(detector.isSuspicious(4_000));
        assertTrue(detector.isSuspicious(5_000));
    }

    private Epoch cut(long nowNs) {
        Epoch cutting = open;
        cutting.touch(0);
        cutting.timings().onCut(nowNs, 1);
        open = cutting.cut(Map.of());
        return cutting;
    }

    private boolean tells(long nowNs) {
        return detector.isTimeToTell(detector.oldest(open), nowNs);
    }
}
