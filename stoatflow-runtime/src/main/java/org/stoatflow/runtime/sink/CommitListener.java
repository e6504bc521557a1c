package org.stoatflow.runtime.sink;

import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.streams.processor.TaskId;

/** Hears what a committer does. The committer's thread calls it a few times for each commit. */
public interface CommitListener {
    /** Does nothing. */
    CommitListener NONE = new CommitListener() {};

    /** A phase of a commit is over. */
    default void onPhase(CommitPhase phase, long tookNs) {}

    /** An epoch is applied. */
    default void onEpoch(Epoch epoch) {}

    /**
     * A commit is done, and the state has it.
     *
     * @param bytes of output and state that lanes had kept for it
     */
    default void onCommitted(long tookNs, long bytes) {}

    /** Something that is counted, and no more. */
    default void onEvent(CommitEvent event) {}

    /** The broker has refused a record that the task had sent, and the record is left out. */
    default void onRefused(TaskId task) {}
}
