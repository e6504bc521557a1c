package org.stoatflow.restore;

import org.stoatflow.config.Repeats;
import org.stoatflow.spi.UserCode;
import org.stoatflow.streams.processor.StateRestoreListener;

/** Tells the user's listener of a task; what it throws is logged, since a restore does not depend on it. */
final class GuardedListener {
    private final StateRestoreListener listener;
    private final Repeats failures = new Repeats();

    GuardedListener(StateRestoreListener listener) {
        this.listener = listener;
    }

    void started(RestoreTask task) {
        guarded(
                "onRestoreStart",
                () -> listener.onRestoreStart(
                        task.topicPartition(), task.changelog().store(), task.from(), task.to()));
    }

    void restored(RestoreTask task, long lastOffset, long records) {
        guarded(
                "onBatchRestored",
                () -> listener.onBatchRestored(
                        task.topicPartition(), task.changelog().store(), lastOffset, records));
    }

    void ended(RestoreTask task, long records) {
        guarded(
                "onRestoreEnd",
                () -> listener.onRestoreEnd(
                        task.topicPartition(), task.changelog().store(), records));
    }

    void suspended(RestoreTask task, long records) {
        guarded(
                "onRestoreSuspended",
                () -> listener.onRestoreSuspended(
                        task.topicPartition(), task.changelog().store(), records));
    }

    private void guarded(String method, Runnable call) {
        UserCode.guarded("restore listener, in " + method, failures, call);
    }
}
