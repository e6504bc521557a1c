package org.stoatflow.runtime.source;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class LogCutTest {
    @Test
    void shouldReadAgainWhatIsBeforeTheCutAndWasNotCommitted() {
        LogCut cut = new LogCut(41, 36);

        assertEquals(29, cut.begin(29));
        assertEquals(36, cut.begin(36));
    }

    @Test
    void shouldNotBeginBehindTheEndThatIsLeft() {
        assertEquals(36, new LogCut(45, 36).begin(41));
    }

    @Test
    void shouldNotBeginBeforeTheStartThatIsLeft() {
        LogCut cut = new LogCut(41, 50);

        assertEquals(50, cut.begin(29));
        assertEquals(50, cut.begin(41));
    }
}
