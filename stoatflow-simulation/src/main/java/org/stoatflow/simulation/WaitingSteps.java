package org.stoatflow.simulation;

import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import org.stoatflow.memorykafka.EndlessWait;

/**
 * Lets a step of a worker wait for what never comes, while the simulation goes on: such a step has a thread of its own.
 *
 * <p>Threads: at any time one of them runs, the simulation's or that of a step. Semaphores pass the turn on.
 */
final class WaitingSteps implements EndlessWait {
    private @Nullable Step running;

    /** A step on its own thread, until its end or while it waits. */
    static final class Step {
        private final Semaphore ofStep = new Semaphore(0);
        private final Semaphore ofCaller = new Semaphore(0);
        private boolean ended;
        private boolean worked;
        private @Nullable Throwable failure;
        private @Nullable Throwable woken;

        /** Whether it waits for what never comes. */
        boolean isWaiting() {
            return !ended;
        }

        private void take(Semaphore turn) {
            turn.acquireUninterruptibly();
        }
    }

    /** Runs a step that may wait for ever. */
    Step run(BooleanSupplier work) {
        Step step = new Step();
        Thread thread = Thread.ofVirtual().unstarted(() -> {
            step.take(step.ofStep);
            try {
                step.worked = work.getAsBoolean();
            } catch (Throwable any) { // the root of the thread
                step.failure = any;
            }
            step.ended = true;
            step.ofCaller.release();
        });
        thread.start();
        goOn(step);
        return step;
    }

    private void goOn(Step step) {
        running = step;
        step.ofStep.release();
        step.take(step.ofCaller);
        running = null;
    }

    /** Somebody interrupts the thread of a step that waits; the step goes on to its end, or to another wait. */
    void interrupt(Step step) {
        wake(step, new InterruptException("interrupted"));
    }

    /** The process of a step that waits has died. */
    void bury(Step step) {
        wake(step, new Crash.Dead());
    }

    private void wake(Step step, Throwable by) {
        step.woken = by;
        goOn(step);
    }

    /** Whether the step has worked; empty while it waits. Throws what it has thrown. */
    Optional<Boolean> outcome(Step step) throws Throwable {
        if (step.isWaiting()) {
            return Optional.empty();
        }
        if (step.failure != null) {
            throw step.failure;
        }
        return Optional.of(step.worked);
    }

    @Override
    public void await(String call) {
        Step step = running;
        if (step == null) {
            throw new IllegalStateException("a thread that nobody can interrupt would wait for ever in " + call);
        }
        step.ofCaller.release();
        step.take(step.ofStep);
        Throwable by = step.woken;
        step.woken = null;
        switch (by) {
            case RuntimeException interrupted -> throw interrupted;
            case Error dead -> throw dead;
            case null, default -> throw new IllegalStateException("woken by nobody", by);
        }
    }
}
