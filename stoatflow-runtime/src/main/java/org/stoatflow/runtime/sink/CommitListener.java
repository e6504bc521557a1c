package org.stoatflow.runtime.sink;

import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.streams.processor.TaskId;

/** Hears what a committer does. The committer's thread calls it a few times for each commit. */
public interface CommitListener {
    /** Does nothing. */
    CommitListener NONE = new CommitListener() {
        @Override
        public void onPhase(CommitPhase phase, long tookNs) {}

        @Override
        public void onEpoch(Epoch epoch) {}

        @Override
        public void onCommitted(long tookNs, long bytes) {}

        @Override
        public void onEvent(CommitEvent event) {}

        @Override
        public void onRefused(TaskId task) {}
    };

    /** A phase of a commit is over. */
    void onPhase(CommitPhase phase, long tookNs);

    /** An epoch is applied. */
    void onEpoch(Epoch epoch);

    /**
     * A commit is done, and the state has it.
     *
     * @param bytes of output and state that lanes had kept for it
     */
    void onCommitted(long tookNs, long bytes);

    /** Something that is counted, and no more. */
    void onEvent(CommitEvent event);

    /** The broker has refused a record that the task had sent, and the record is left out. */
    void onRefused(TaskId task);
}
