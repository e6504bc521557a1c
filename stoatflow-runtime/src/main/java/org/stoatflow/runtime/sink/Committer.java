package org.stoatflow.runtime.sink;

import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.kernel.epoch.SourcePosition;
import org.stoatflow.kernel.epoch.StepCount;
import org.stoatflow.kernel.fault.DropCounts;

/**
 * Owns the producers: sends what lanes contributed, commits, and applies to the state. {@link #step} does the next
 * thing there is to do; its waits are the Kafka client's own bounded ones.
 *
 * <p>Threads: one thread steps; others only announce what is complete.
 */
public sealed interface Committer permits TransactionalCommitter, FlowCommitter {
    /**
     * @return false if there is nothing to do until an epoch completes or an acknowledgement comes
     * @throws CommitFailure if an epoch cannot be committed; the committer must not be stepped again
     */
    boolean step();

    /** What it is doing. Any thread. */
    CommitterState state();

    /** Counts its steps. Any thread. */
    StepCount steps();

    /** Since when, by the engine's clock. Any thread. */
    long doingSinceNs();

    /** Says who is to hear of what it does; before the first step. */
    void reportTo(CommitWatch watch);

    /** Whether it has to be stepped after the next poll, which may bring the group's new generation. Any thread. */
    boolean awaitsGroup();

    /** Records that were refused and left out. Readable from any thread. */
    DropCounts drops();

    /**
     * After the last step, in the same thread: without transactions, what a lane handed over before it failed, such as the
     * dead letter of the record on which it did.
     */
    void sendRest();

    /** Whether anything was committed. */
    boolean hasCommitted();

    /**
     * After the last step: ends an open transaction, and finds out what became of a commit that has been called.
     *
     * @return whether everything is known now, and the producers can be used again
     */
    boolean finish();

    /** Source positions of what was committed, by partition; after {@link #finish}. */
    Map<TopicPartition, SourcePosition> committedPositions();
}
