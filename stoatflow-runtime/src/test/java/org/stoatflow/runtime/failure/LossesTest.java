package org.stoatflow.runtime.failure;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.streams.errors.StreamsException;

class LossesTest {
    private long nowNs;
    private final Losses losses = new Losses("app", new Clock() {
        @Override
        public long nanos() {
            return nowNs;
        }

        @Override
        public long millis() {
            return nowNs / 1_000_000;
        }
    });

    private void step(String phase, boolean runs, long tookMs) {
        losses.onStep(phase, runs);
        nowNs += Duration.ofMillis(tookMs).toNanos();
    }

    /** The group waits for 4 s, and something takes 5 s. */
    private void loseInVain() {
        losses.onOwner();
        step("RECOVERING", false, 5_000);
        step("RUNNING", true, 100);
        losses.onLoss("", false);
    }

    private void loseInVain(int times) {
        for (int loss = 0; loss < times; loss++) {
            loseInVain();
        }
    }

    @Test
    void shouldSayWhereTheTimeWasSpentAfterManyLossesInVain() {
        loseInVain(Losses.IN_VAIN_MAX - 1);
        String said = assertThrows(StreamsException.class, this::loseInVain).getMessage();
        assertTrue(said.contains("in phase RUNNING"), said);
        assertTrue(said.contains("was 5000 ms, in phase RECOVERING. 10 times in a row"), said);
        assertTrue(said.contains("max.poll.interval.ms"), said);
        loseInVain(Losses.IN_VAIN_MAX - 1); // counted anew, since the handler was asked
    }

    @Test
    void shouldCountAnewAfterProgress() {
        loseInVain(Losses.IN_VAIN_MAX - 1);
        losses.onLoss("", true);
        loseInVain(Losses.IN_VAIN_MAX - 1);
        losses.forgive();
        loseInVain(Losses.IN_VAIN_MAX - 1);
    }

    /** An application without input commits nothing, and is none that cannot start. */
    @Test
    void shouldNotCountOneThatHasRunWithoutInput() {
        loseInVain(Losses.IN_VAIN_MAX - 1);
        losses.onOwner();
        for (int poll = 0; poll < 20; poll++) {
            step("RUNNING", true, 100);
        }
        losses.onLoss("", false);
        loseInVain(Losses.IN_VAIN_MAX - 1);
    }
}
