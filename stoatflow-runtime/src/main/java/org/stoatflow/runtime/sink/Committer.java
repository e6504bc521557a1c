package org.stoatflow.runtime.sink;

import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.epoch.StepCount;
import org.stoatflow.kernel.error.DropCounts;

/**
 * Owns the producers: sends what lanes contributed, commits, and applies to the state. {@link #step} does the next
 * thing there is to do; its waits are the Kafka client's own bounded ones.
 *
 * <p>Threads: one thread steps; others only announce what is complete.
 */
public sealed interface Committer permits TransactionalCommitter, FlowCommitter {
    /** The epoch may be committed; wakes the committer's thread. Any thread. */
    void onComplete(Epoch done);

    /**
     * @return false if there is nothing to do until an epoch completes, an acknowledgement comes, or the dispatcher has
     *     polled
     * @throws CommitFailure if an epoch cannot be committed; the committer must not be stepped again
     */
    boolean step();

    /** What it is doing. Any thread. */
    CommitterState state();

    /** Counts its steps. Any thread. */
    StepCount steps();

    /** Since when, by the engine's clock. Any thread. */
    long doingSinceNs();

    /** Records that were refused and left out. Readable from any thread. */
    DropCounts drops();

    /** Whether anything was committed. */
    boolean hasCommitted();
}
