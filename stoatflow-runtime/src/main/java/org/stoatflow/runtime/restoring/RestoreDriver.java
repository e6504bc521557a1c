package org.stoatflow.runtime.restoring;

/** Steps a restore. */
public interface RestoreDriver {
    /**
     * Whether all is restored.
     *
     * @throws RuntimeException if it has failed
     */
    boolean isDone();

    /**
     * Asks the restore to end, and does not wait: it may be in a call of a broker or of a user's listener. The rows
     * that it has written stay, and are not read again; what it still tries to write is refused once its lease is
     * ended.
     */
    void stop();
}
