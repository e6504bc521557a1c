package org.stoatflow.runtime.sink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CommitAttemptsTest {
    private final CommitAttempts attempts = new CommitAttempts(3, 2);

    @Test
    void shouldAskThreeTimesForACommitThatIsNotAnswered() {
        assertFalse(attempts.isCommitUnanswered());
        assertFalse(attempts.isLastToCommit());
        assertTrue(attempts.isCommitUnanswered());
        assertFalse(attempts.isLastToCommit());
        assertTrue(attempts.isLastToCommit());
        assertEquals(3, attempts.unanswered());
    }

    @Test
    void shouldSendTheSameRecordsTwice() {
        assertFalse(attempts.isLastUnchanged(0));
        assertTrue(attempts.isLastUnchanged(0));
        assertEquals(2, attempts.unchanged());
    }

    @Test
    void shouldFollowTheGroupThreeTimes() {
        for (int moved = 1; moved <= 3; moved++) {
            assertFalse(attempts.isLastOfGroup());
        }
        assertTrue(attempts.isLastOfGroup());
        assertEquals(4, attempts.ofGroup());
    }

    @Test
    void shouldNotSendForEver() {
        int sent = 1;
        while (!attempts.isLastToSend()) {
            sent++;
        }
        assertEquals(1_000, sent);
        assertEquals(sent, attempts.sent());
    }

    @Test
    void shouldNotSendTheSameRecordsForLongerThanAMinute() {
        CommitAttempts attempts = new CommitAttempts(3, 10);
        assertFalse(attempts.isLastUnchanged(TimeUnit.SECONDS.toNanos(59)));
        assertTrue(attempts.isLastUnchanged(TimeUnit.SECONDS.toNanos(60)));
    }
}
