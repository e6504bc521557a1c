package org.stoatflow.simulation;

import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import org.stoatflow.memorykafka.ClientWait;
import org.stoatflow.memorykafka.ClusterClock;

/**
 * Lets a step of a worker wait in a client, or in user code, while the simulation goes on: such a step has a thread of
 * its own.
 *
 * <p>Threads: at any time one of them runs, the simulation's or that of a step. Semaphores pass the turn on.
 */
final class WaitingSteps implements ClientWait {
    private final ClusterClock clock;
    private final ClientWait elsewhere;
    private @Nullable Step running;

    /** A step on its own thread, until its end or while it waits. */
    static final class Step {
        private final Thread thread;
        private final Semaphore ofStep = new Semaphore(0);
        private final Semaphore ofCaller = new Semaphore(0);
        private long untilMs;
        private boolean ended;
        private boolean worked;
        private boolean inUserCode;
        private boolean heedsInterrupts = true;

        /** While it waits: the thread's own flag is down from its waking up, to look for the turn, until it has it. */
        private boolean interrupted;

        private @Nullable Throwable failure;
        private @Nullable Error death;

        private Step(BooleanSupplier work) {
            thread = Thread.ofVirtual().unstarted(() -> run(work));
        }

        private void run(BooleanSupplier work) {
            take(ofStep);
            try {
                worked = work.getAsBoolean();
            } catch (Throwable any) { // the root of the thread
                failure = any;
            }
            ended = true;
            ofCaller.release();
        }

        /** Whether it waits in a client. */
        boolean isWaiting() {
            return !ended;
        }

        /** Whether nothing but an interrupt ends its wait. */
        boolean isEndless() {
            return untilMs == FOR_EVER;
        }

        /** Whether its wait is over. */
        boolean isDue(long nowMs) {
            return nowMs >= untilMs || heedsInterrupts && interrupted;
        }

        void interrupt() {
            interrupted = true;
            thread.interrupt();
        }

        /** Where it waits in user code, it waits no longer. */
        void endUserCode() {
            if (inUserCode) {
                untilMs = 0;
            }
        }

        private void take(Semaphore turn) {
            turn.acquireUninterruptibly();
        }
    }

    WaitingSteps(ClusterClock clock) {
        this.clock = clock;
        this.elsewhere = ClientWait.of(clock);
    }

    /** Runs a step that may wait. */
    Step run(BooleanSupplier work) {
        Step step = new Step(work);
        step.thread.start();
        goOn(step);
        return step;
    }

    /** Goes on with a step whose wait is over, to its end or to another wait. */
    void goOn(Step step) {
        running = step;
        step.ofStep.release();
        step.take(step.ofCaller);
        running = null;
    }

    /** The process of a step that waits has died. */
    void bury(Step step) {
        step.death = new Crash.Dead();
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

    /** Whether the caller is in a step that may wait. */
    boolean isInStep() {
        return running != null;
    }

    /** The step that is running waits in user code. */
    void userCode(long untilMs, boolean heedsInterrupts) {
        Step step = Objects.requireNonNull(running);
        step.inUserCode = true;
        step.heedsInterrupts = heedsInterrupts;
        try {
            turnOver(step, untilMs);
        } finally {
            step.inUserCode = false;
            step.heedsInterrupts = true;
        }
        if (heedsInterrupts && Thread.interrupted()) {
            throw new IllegalStateException("user code was interrupted");
        }
    }

    private static void turnOver(Step step, long untilMs) {
        step.untilMs = untilMs;
        step.interrupted = Thread.currentThread().isInterrupted();
        step.ofCaller.release();
        step.take(step.ofStep);
        if (step.death != null) {
            throw step.death;
        }
    }

    @Override
    public void await(String call, long untilMs) {
        Step step = running;
        if (step == null) {
            elsewhere.await(call, untilMs);
            return;
        }
        turnOver(step, untilMs);
        if (Thread.interrupted() || clock.nowMs() < untilMs) {
            throw new InterruptException("interrupted in " + call);
        }
    }
}
