package org.stoatflow.runtime.source;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.epoch.SourcePosition;

class LogCutTest {
    @Test
    void shouldReadAgainWhatIsBeforeTheCutAndWasNotCommitted() {
        LogCut cut = new LogCut(0, 36, Optional.empty(), 36);

        assertEquals(29, cut.begin(29));
        assertEquals(36, cut.begin(36));
    }

    @Test
    void shouldNotBeginBehindTheEndThatIsLeft() {
        assertEquals(36, new LogCut(0, 36, Optional.empty(), 36).begin(41));
    }

    /** The policy is latest, and others have written more than was lost before the end was asked for. */
    @Test
    void shouldReadAgainWhatIsBeforeTheCutThoughTheLogHasGrownAgain() {
        assertEquals(29, new LogCut(0, 50, Optional.empty(), 50).begin(29));
    }

    @Test
    void shouldNotBeginBeforeTheStartThatIsLeft() {
        LogCut cut = new LogCut(50, 50, Optional.empty(), 60);

        assertEquals(50, cut.begin(29));
        assertEquals(50, cut.begin(41));
    }

    @Test
    void shouldNotWaitForTheEndThatWasLost() {
        assertEquals(36, new LogCut(0, 20, Optional.empty(), 36).upTo(41));
        assertEquals(41, new LogCut(0, 20, Optional.empty(), 50).upTo(41));
        assertEquals(38, new LogCut(38, 38, Optional.empty(), 37).upTo(41));
    }

    @Test
    void shouldBeCommittedWithTheLeaderEpochThatWasThere() {
        PartitionProgress progress = new PartitionProgress(41);
        progress.goOnAt(new LogCut(0, 36, Optional.of(2), 36), 0);
        assertEquals(
                SourcePosition.at(36, Optional.of(2)), progress.position(null), "else a second cut is not noticed");
    }
}
