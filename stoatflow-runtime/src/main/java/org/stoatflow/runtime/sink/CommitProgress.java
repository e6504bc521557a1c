package org.stoatflow.runtime.sink;

import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.time.Clock;

/**
 * What a committer is doing, since when, and whose answers it waits for.
 *
 * <p>Threads: the committer's writes {@code status} and {@code awaited}; any thread reads them.
 */
final class CommitProgress {
    private final Clock clock;
    private final CommitListener listener;
    private final Runnable wake;

    /**
     * Shared. Written by: committer. Read by: dispatcher, which wakes it after each poll while it awaits the group;
     * messages, metrics. Safe: volatile, one immutable object, one writer. Proof: CommitterWakeProof.
     */
    private volatile Status status = new Status(CommitterState.IDLE, 0);

    /**
     * Shared. Written by: committer. Read by: dispatcher ({@code AnswerWatch}). Safe: volatile, one writer; a late
     * reader counts time from its own look on. Proof: SharedFieldsTest.
     */
    private volatile @Nullable AwaitedAnswers awaited; // only while the committer waits for them

    private record Status(CommitterState state, long sinceNs) {}

    /** @param wake wakes the committer's thread; called by the thread that brings the last answer */
    CommitProgress(Clock clock, CommitListener listener, Runnable wake) {
        this.clock = clock;
        this.listener = listener;
        this.wake = wake;
    }

    CommitterState state() {
        return status.state();
    }

    /** Since when the committer is in its present state, by the engine's clock. */
    long sinceNs() {
        return status.sinceNs();
    }

    /** The answers of a producer's thread that the committer waits for; null if it does anything else. */
    @Nullable
    AwaitedAnswers awaited() {
        return awaited;
    }

    void awaits(@Nullable AwaitedAnswers answers) {
        awaited = answers;
    }

    /** Has the committer look whether all answers are there. */
    void wake() {
        wake.run();
    }

    void go(CommitterState next) {
        status = new Status(next, clock.nanos());
    }

    /** Reports the phase that is over, and goes to the next state. */
    void done(CommitPhase over, CommitterState next) {
        long nowNs = clock.nanos();
        listener.onPhase(over, nowNs - status.sinceNs());
        status = new Status(next, nowNs);
    }
}
