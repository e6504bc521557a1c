package org.stoatflow.simulation;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.stoatflow.memorykafka.ClusterClock;

class WaitingStepsTest {
    private static final long LATER_MS = 1_000;

    private final WaitingSteps steps = new WaitingSteps(new ClusterClock(0));

    /** Else whether a seed goes on at an interrupt would be a matter of what the machine's threads do meanwhile. */
    @Test
    void shouldKnowOfAnInterruptWhateverItsThreadDoesMeanwhile() {
        for (int i = 0; i < 20; i++) {
            WaitingSteps.Step step = steps.run(() -> {
                steps.userCode(LATER_MS, true);
                return true;
            });
            assertFalse(step.isDue(0));
            step.interrupt();
            for (int look = 0; look < 10; look++) {
                assertTrue(step.isDue(0));
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
            }
            steps.goOn(step);
            assertThrows(IllegalStateException.class, () -> steps.outcome(step));
        }
    }

    @Test
    void shouldNotBeDueAtAnInterruptThatItsCallDoesNotHeed() throws Throwable {
        WaitingSteps.Step step = steps.run(() -> {
            steps.userCode(LATER_MS, false);
            return true;
        });
        step.interrupt();
        assertFalse(step.isDue(LATER_MS - 1));
        assertTrue(step.isDue(LATER_MS));
        steps.goOn(step);
        assertTrue(steps.outcome(step).orElseThrow());
    }
}
