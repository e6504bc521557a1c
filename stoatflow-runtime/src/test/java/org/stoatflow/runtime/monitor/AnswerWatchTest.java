package org.stoatflow.runtime.monitor;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.stoatflow.runtime.cluster.NoAnswerException;
import org.stoatflow.runtime.sink.AwaitedAnswers;

class AnswerWatchTest {
    private static final Duration LOOK = Duration.ofMillis(100);
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(20);
    private static final Duration LIMIT = ANSWER_WITHIN.plus(AnswerWatch.MARGIN);

    private final Interrupts wakes = new Interrupts();
    private boolean silent;
    private long nowNs = Long.MAX_VALUE - Duration.ofHours(1).toNanos();
    private int missing = 3;
    private final AwaitedAnswers answers = () -> missing;
    private final AnswerWatch watch = new AnswerWatch(ANSWER_WITHIN, () -> silent, wakes);

    @Test
    void shouldEndTheRunWhereNoAnswerComes() {
        look(answers);
        pass(LIMIT.minus(LOOK));
        assertFalse(wakes.interrupted);
        nowNs += LOOK.toNanos();
        assertThrows(NoAnswerException.class, () -> watch.look(answers, nowNs));
        assertTrue(wakes.interrupted, "the committer may be in a flush");
    }

    @Test
    void shouldGiveEachAnswerTheWholeTime() {
        look(answers);
        while (missing > 0) {
            pass(LIMIT.minus(LOOK));
            missing--;
            look(answers);
        }
    }

    @Test
    void shouldBeginAnewWithWhatIsWaitedForNext() {
        look(answers);
        pass(LIMIT.minus(LOOK));
        look(() -> 3);
        look(answers);
        pass(LIMIT.minus(LOOK));
        look(null);
        look(answers);
        pass(LIMIT.minus(LOOK));
    }

    @Test
    void shouldWaitForBrokersThatAreKnownToBeAway() {
        look(answers);
        silent = true;
        pass(LIMIT.multipliedBy(10));
        silent = false;
        pass(LIMIT.minus(LOOK));
        nowNs += LOOK.toNanos();
        assertThrows(NoAnswerException.class, () -> watch.look(answers, nowNs));
    }

    /** The producer's thread was suspended with the others, and may answer at once. */
    @Test
    void shouldNotTakeASuspendedProcessForSilence() {
        look(answers);
        nowNs += Duration.ofDays(1).toNanos();
        look(answers);
        pass(LIMIT.minusSeconds(2));
        assertEquals(3, missing);
    }

    private void look(@Nullable AwaitedAnswers now) {
        assertDoesNotThrow(() -> watch.look(now, nowNs));
    }

    private void pass(Duration time) {
        for (long left = time.toNanos(); left > 0; left -= LOOK.toNanos()) {
            nowNs += LOOK.toNanos();
            look(answers);
        }
    }

    private static final class Interrupts implements Wakes {
        private boolean interrupted;

        @Override
        public void lane(int index) {}

        @Override
        public void committer() {}

        @Override
        public void interruptCommitter() {
            interrupted = true;
        }
    }
}
