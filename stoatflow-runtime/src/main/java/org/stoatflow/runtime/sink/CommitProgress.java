package org.stoatflow.runtime.sink;

import org.stoatflow.kernel.time.Clock;

/**
 * What a committer is doing, and since when.
 *
 * <p>Threads: the committer's writes {@code status}; any thread reads it.
 */
final class CommitProgress {
    private final Clock clock;
    private final CommitListener listener;
    private volatile Status status = new Status(CommitterState.IDLE, 0);

    private record Status(CommitterState state, long sinceNs) {}

    CommitProgress(Clock clock, CommitListener listener) {
        this.clock = clock;
        this.listener = listener;
    }

    CommitterState state() {
        return status.state();
    }

    /** Since when the committer is in its present state, by the engine's clock. */
    long sinceNs() {
        return status.sinceNs();
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
