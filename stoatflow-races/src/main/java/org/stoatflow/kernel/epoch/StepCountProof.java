package org.stoatflow.kernel.epoch;

import java.util.concurrent.atomic.AtomicBoolean;
import org.stoatflow.races.ForbiddenOutcome;
import org.stoatflow.races.Proof;
import org.stoatflow.races.Together;

/**
 * A thread steps and counts while a detector reads the count. Two steps without work since work arrived prove that the
 * stepping thread has found the work.
 */
public final class StepCountProof implements Proof {
    private static final int STEPS = 4;
    private static final int CONFIRMING_STEPS = 2;

    @Override
    public void attempt() {
        AtomicBoolean work = new AtomicBoolean();
        StepCount steps = new StepCount();
        Together.run(
                () -> {
                    for (int step = 0; step < STEPS; step++) {
                        steps.count(work.getAndSet(false));
                    }
                },
                () -> {
                    work.set(true);
                    long before = steps.idle();
                    boolean confirmed = steps.idle() >= before + CONFIRMING_STEPS;
                    ForbiddenOutcome.when(confirmed && work.get(), "two steps have looked, and work is left");
                });
        ForbiddenOutcome.when(steps.idle() + steps.worked() != STEPS, "a step is not counted");
        ForbiddenOutcome.when(steps.worked() != 1 && !work.get(), "work was found and is not counted");
    }
}
