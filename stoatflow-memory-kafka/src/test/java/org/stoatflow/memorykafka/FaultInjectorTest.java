package org.stoatflow.memorykafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class FaultInjectorTest {
    private final Journal journal = new Journal(new ClusterClock(0));
    private final FaultInjector faults = new FaultInjector(new SplittableRandom(1), journal);

    @Test
    void shouldStrikeOnceAndOnlyTheNamedClient() {
        faults.strikeNext("a", FaultPoint.LOOKUP, FaultEffect.TIMEOUT_WITHOUT_EFFECT);
        assertEquals(FaultEffect.NONE, faults.take("b", FaultPoint.LOOKUP));
        assertEquals(FaultEffect.NONE, faults.take("a", FaultPoint.POLL));
        assertEquals(FaultEffect.TIMEOUT_WITHOUT_EFFECT, faults.take("a", FaultPoint.LOOKUP));
        assertEquals(FaultEffect.NONE, faults.take("a", FaultPoint.LOOKUP));
    }

    @Test
    void shouldStrikeAboutAsOftenAsAsked() {
        faults.strikeOften(FaultPoint.POLL, FaultEffect.SLOW, 0.25);
        int struck = 0;
        for (int i = 0; i < 10_000; i++) {
            struck += faults.take("a", FaultPoint.POLL) == FaultEffect.SLOW ? 1 : 0;
        }
        assertTrue(struck > 2_300 && struck < 2_700, "struck=" + struck);
    }

    @Test
    void shouldStopWhenCleared() {
        faults.strikeOften(FaultPoint.POLL, FaultEffect.SLOW, 1.0);
        faults.clear();
        assertEquals(FaultEffect.NONE, faults.take("a", FaultPoint.POLL));
    }

    @Test
    void shouldRefuseAnEffectThatThePointDoesNotHave() {
        assertThrows(IllegalArgumentException.class, () -> faults.strikeNext("a", FaultPoint.POLL, FaultEffect.FENCE));
    }

    @Test
    void shouldNoteWhatItStrikes() {
        faults.strikeNext("a", FaultPoint.POLL, FaultEffect.SLOW);
        faults.take("a", FaultPoint.POLL);
        assertEquals("0 FAULT a POLL SLOW", journal.toString());
    }
}
