package org.stoatflow.runtime.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.epoch.Cadence;
import org.stoatflow.kernel.epoch.EntryGraph;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.testkit.NoOpEpochListener;

/** When an epoch is cut, by the work and the time that the decision is told. */
class CutDecisionTest {
    private static final long MIN_NS = 10;
    private static final long MAX_NS = 1_000;
    private static final long BYTES_MAX = 100;
    private static final long START_NS = 5_000;

    private final Epoch first =
            Epoch.first(1, new EntryGraph(new int[] {0}, new int[][] {{}}), 1, 1, new NoOpEpochListener());
    private final CutDecision isolated = decision(true);
    private final CutDecision atLeastOnce = decision(false);

    private static CutDecision decision(boolean isolated) {
        CutDecision made = new CutDecision(isolated, 2, new Cadence(1, MIN_NS, MAX_NS, BYTES_MAX, 0));
        made.onCut(START_NS);
        return made;
    }

    private static boolean isDue(CutDecision decision, long afterNs, Epoch open) {
        return decision.isDue(START_NS + afterNs, open, 0, false);
    }

    @Test
    void shouldCutWhatHoldsSomethingOnceTheIntervalIsOver() {
        isolated.onHandedOut(0, 1);
        assertFalse(isDue(isolated, MIN_NS - 1, first));
        assertTrue(isDue(isolated, MIN_NS, first));
        isolated.onCut(START_NS + MIN_NS);
        assertFalse(isDue(isolated, MAX_NS, first), "the next one holds nothing");
    }

    @Test
    void shouldCutForATimeBatchWithoutRecords() {
        isolated.onHandedOut(1, 0);
        assertTrue(isDue(isolated, MIN_NS, first));
        assertEquals(0, isolated.records());
    }

    /** Else the group's position of the log before may stay for as long as no record comes. */
    @Test
    void shouldCutForTheCutOfALogWithoutRecords() {
        isolated.onLogCut();
        assertTrue(isDue(isolated, MIN_NS, first));
        assertEquals(0, isolated.records());
        isolated.onCut(START_NS);
        isolated.drain();
        assertFalse(isolated.holdsWork());
        isolated.onLogCut();
        assertTrue(isolated.holdsWork(), "the drain is not over before");
        assertTrue(isDue(isolated, 0, first));
    }

    @Test
    void shouldCutEarlyWhatIsFullOrAskedFor() {
        isolated.onHandedOut(0, 1);
        assertFalse(isolated.isDue(START_NS, first, BYTES_MAX - 1, false));
        assertTrue(isolated.isDue(START_NS, first, BYTES_MAX, false));
        isolated.request();
        assertTrue(isDue(isolated, 0, first));
        isolated.onCut(START_NS);
        isolated.onHandedOut(0, 1);
        assertFalse(isDue(isolated, 0, first), "what was asked for is done");
    }

    @Test
    void shouldCutNothingEmptyHoweverOftenItIsAsked() {
        isolated.request();
        assertFalse(isDue(isolated, MAX_NS, first));
        isolated.drain();
        assertFalse(isDue(isolated, MAX_NS, first));
    }

    /** Else what is handed out later could keep what was handed out before from being committed in time. */
    @Test
    void shouldCutWhatIsOpenBeforeMoreIsHandedOutWhileDraining() {
        assertTrue(isolated.mayHandOver());
        isolated.onHandedOut(0, 1);
        isolated.drain();
        assertFalse(isolated.mayHandOver());
        assertTrue(isDue(isolated, 0, first));
        isolated.onCut(START_NS);
        assertTrue(isolated.mayHandOver());
        assertFalse(isDue(isolated, 0, first));
        isolated.onHandedOut(0, 1);
        assertTrue(isolated.mayHandOver());
        assertTrue(isDue(isolated, 0, first), "and as soon as it may");
    }

    @Test
    void shouldHandOutWhileDrainingWhereNothingIsOpen() {
        isolated.drain();
        assertTrue(isolated.mayHandOver());
    }

    @Test
    void shouldWaitForTheEpochBeforeWhereEpochsAreIsolated() {
        Epoch second = first.cut(Map.of());
        isolated.onHandedOut(0, 1);
        isolated.request();
        assertFalse(isDue(isolated, MAX_NS, second));
        first.markApplied();
        assertTrue(isDue(isolated, 0, second));
    }

    @Test
    void shouldLetSoManyEpochsBeOpenWhereTheyAreNotIsolated() {
        atLeastOnce.onHandedOut(0, 1);
        Epoch third = first.cut(Map.of()).cut(Map.of());
        assertTrue(isDue(atLeastOnce, MIN_NS, third), "two are cut and not applied");
        Epoch fourth = third.cut(Map.of());
        assertFalse(isDue(atLeastOnce, MAX_NS, fourth));
        first.markApplied();
        assertTrue(isDue(atLeastOnce, MIN_NS, fourth));
    }

    /** Offsets that stay before markers show a lag, so they are committed too, but not often. */
    @Test
    void shouldCutWhatHasOnlyPassedMarkersAtTheLongestInterval() {
        assertFalse(isolated.isDue(START_NS + MAX_NS - 1, first, 0, true));
        assertTrue(isolated.isDue(START_NS + MAX_NS, first, 0, true));
        isolated.drain();
        assertFalse(isolated.isDue(START_NS + MAX_NS, first, 0, true), "a close does not wait for that");
    }

    @Test
    void shouldWaitForTheNextCutOnlyWhileThereCanBeOne() {
        assertEquals(500, isolated.waitNs(500, START_NS, first, 0), "the epoch holds nothing");
        isolated.onHandedOut(0, 1);
        assertEquals(MIN_NS - 3, isolated.waitNs(500, START_NS + 3, first, 0));
        assertEquals(2, isolated.waitNs(2, START_NS, first, 0));
        assertEquals(0, isolated.waitNs(500, START_NS + MAX_NS, first, 0), "it is overdue");
        assertEquals(
                500, isolated.waitNs(500, START_NS + MAX_NS, first.cut(Map.of()), 0), "the one before is not applied");
    }

    @Test
    void shouldCountTheRecordsOfTheOpenEpochOnly() {
        isolated.onHandedOut(0, 3);
        isolated.onHandedOut(2, 4);
        assertEquals(7, isolated.records());
        isolated.onCut(START_NS);
        assertEquals(0, isolated.records());
        assertFalse(isolated.holdsWork());
    }
}
