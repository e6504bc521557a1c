package org.stoatflow.runtime.sink;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.epoch.StepCount;
import org.stoatflow.kernel.error.DropCounts;

/**
 * Owns the producers: sends what lanes contributed, commits, and applies it to the state. {@link #step} does the next
 * thing there is to do; it waits only in calls of the Kafka client, which are bounded, and for {@link #awaited
 * answers}, of which the run's monitor knows the deadline.
 *
 * <p>Threads: one thread steps; others only announce complete epochs and hand over contributions.
 */
public sealed interface Committer permits TransactionalCommitter, FlowCommitter {
    /** Announces an epoch that may be committed, and wakes the committer's thread. Any thread. */
    void onComplete(Epoch done);

    /**
     * @return false if there is nothing to do until an epoch completes, an acknowledgement comes, or the dispatcher has
     *     polled
     * @throws CommitFailure if an epoch cannot be committed; the committer must not be stepped again
     */
    boolean step();

    /** How long to wait at most after a step without work. The committer's thread. */
    default long waitNs() {
        return Long.MAX_VALUE;
    }

    /** The run comes to its end: records that linger in a producer are sent now. Any thread. */
    default void hurry() {}

    /** What the committer is doing. Any thread. */
    CommitterState state();

    /** The handler of the user's that the committer is in, and about which record, for messages. Any thread. */
    Optional<String> userCode();

    /** Counts the committer's steps. Any thread. */
    StepCount steps();

    /** Since when the committer is in its state, by the engine's clock. Any thread. */
    long doingSinceNs();

    /**
     * The answers that the committer waits for, which the thread of a producer brings; null if it waits for none. Any
     * thread.
     */
    @Nullable
    AwaitedAnswers awaited();

    /** Counts the records that were refused and left out. Any thread may read it. */
    DropCounts drops();

    /** Whether this committer has committed anything. */
    boolean hasCommitted();
}
