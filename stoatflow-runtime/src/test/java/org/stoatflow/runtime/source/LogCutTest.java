package org.stoatflow.runtime.source;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class LogCutTest {
    @Test
    void shouldReadAgainWhatIsBeforeTheCutAndWasNotCommitted() {
        LogCut cut = new LogCut(0, 36, 36);

        assertEquals(29, cut.begin(29));
        assertEquals(36, cut.begin(36));
    }

    @Test
    void shouldNotBeginBehindTheEndThatIsLeft() {
        assertEquals(36, new LogCut(0, 36, 36).begin(41));
    }

    /** The policy is latest, and others have written more than was lost before the end was asked for. */
    @Test
    void shouldReadAgainWhatIsBeforeTheCutThoughTheLogHasGrownAgain() {
        assertEquals(29, new LogCut(0, 50, 50).begin(29));
    }

    @Test
    void shouldNotBeginBeforeTheStartThatIsLeft() {
        LogCut cut = new LogCut(50, 50, 60);

        assertEquals(50, cut.begin(29));
        assertEquals(50, cut.begin(41));
    }

    @Test
    void shouldNotWaitForTheEndThatWasLost() {
        assertEquals(36, new LogCut(0, 20, 36).upTo(41));
        assertEquals(41, new LogCut(0, 20, 50).upTo(41));
        assertEquals(38, new LogCut(38, 38, 37).upTo(41));
    }
}
