package org.stoatflow.runtime.sink;

import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.streams.processor.TaskId;

/** Hears what a committer does. Called by the committer's thread, a few times for each commit. */
public interface CommitListener {
    /** Nobody hears. */
    CommitListener NONE = new CommitListener() {
        @Override
        public void onPhase(CommitPhase phase, long tookNs) {}

        @Override
        public void onEpoch(Epoch epoch) {}

        @Override
        public void onCommitted(long tookNs, long bytes) {}

        @Override
        public void onAborted() {}

        @Override
        public void onRefused(TaskId task) {}
    };

    /** A phase is over. */
    void onPhase(CommitPhase phase, long tookNs);

    /** An epoch is applied. */
    void onEpoch(Epoch epoch);

    /**
     * A commit is done, state included.
     *
     * @param bytes of output and state that lanes had kept for it
     */
    void onCommitted(long tookNs, long bytes);

    /** An attempt to send and commit an epoch has failed; there may be another. */
    void onAborted();

    /** A record that the task had sent was refused, and is left out. */
    void onRefused(TaskId task);
}
