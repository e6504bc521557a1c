package org.stoatflow.runtime.failure;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.error.InitFailedException;
import org.stoatflow.kernel.lane.LaneFailures;
import org.stoatflow.kernel.record.RecordPlace;

class RepeatedFailureTest {
    private static final RecordPlace RECORD = new RecordPlace.InTopic("in", 1, 7, "key");
    private static final RecordPlace TIME = new RecordPlace.InTime(3);

    private final RepeatedFailure repeated = new RepeatedFailure();

    @Test
    void shouldKnowARecordAgainWhateverIsCommittedMeanwhile() {
        assertFalse(isAgain(RECORD, "lane 0", "node", false));
        assertTrue(isAgain(RECORD, "lane 1", "other", true));
    }

    @Test
    void shouldForgetOtherPlacesWithACommit() {
        assertFalse(isAgain(TIME, "lane 0", "node", false));
        assertTrue(isAgain(TIME, "lane 0", "node", false));
        assertFalse(isAgain(TIME, "lane 0", "node", true), "epochs of another run have the same numbers");
        Throwable init = InitFailedException.ofInit("count", new IllegalStateException("no answer"));
        assertFalse(repeated.isAgain(init, false));
        assertTrue(repeated.isAgain(init, false));
        assertFalse(repeated.isAgain(init, true));
    }

    @Test
    void shouldNotTakeTimeBatchesOfOtherLanesOrNodesForTheSame() {
        assertFalse(isAgain(TIME, "lane 0", "node", false));
        assertFalse(isAgain(TIME, "lane 1", "node", false));
        assertFalse(isAgain(TIME, "lane 1", "other", false));
    }

    @Test
    void shouldNotKnowFailuresOutsideUserCode() {
        assertFalse(repeated.isAgain(new IllegalStateException("any"), false));
        assertFalse(repeated.isAgain(new IllegalStateException("any"), false));
    }

    private boolean isAgain(RecordPlace place, String lane, String node, boolean committed) {
        return repeated.isAgain(LaneFailures.at(place, lane, node, new IllegalArgumentException("bad")), committed);
    }
}
