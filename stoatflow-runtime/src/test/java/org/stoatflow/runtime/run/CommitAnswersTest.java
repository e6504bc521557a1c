package org.stoatflow.runtime.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.runtime.testkit.LoggedLines;

class CommitAnswersTest {
    private long nowNs = 5;
    private final CommitAnswers answers = new CommitAnswers(new TestClock());

    @Test
    void shouldTellOfAnOutageOnceAndThenEachMinute() {
        try (LoggedLines log = LoggedLines.of(CommitAnswers.class.getName())) {
            for (int second = 0; second < 150; second++) {
                passInVain();
                nowNs += Duration.ofSeconds(1).toNanos();
            }
            answers.onSend();
            answers.onAccepted();
            answers.onSend();
            answers.onAccepted();

            String inVain = "Source offsets were not committed and are sent until they are: no answer";
            assertEquals(List.of(inVain, inVain, inVain, "Source offsets are committed again"), log.all());
        }
    }

    @Test
    void shouldBeSettledOnceNothingIsUnderWayOrToBeSentAgain() {
        assertTrue(answers.areSettled());
        answers.onSend();
        assertFalse(answers.areSettled());
        answers.onPassing(new TimeoutException("no answer"));
        assertTrue(answers.areToBeSentAgain());
        assertFalse(answers.areSettled());
        answers.onSend();
        assertFalse(answers.areToBeSentAgain());
        answers.onAccepted();
        assertTrue(answers.areSettled());
    }

    private void passInVain() {
        answers.onSend();
        answers.onPassing(new TimeoutException("no answer"));
    }

    private final class TestClock implements Clock {
        @Override
        public long nanos() {
            return nowNs;
        }

        @Override
        public long millis() {
            return nowNs / 1_000_000;
        }
    }
}
