package org.stoatflow.runtime.restoring;

/** Steps a restore. */
public interface RestoreDriver {
    /**
     * Whether all is restored.
     *
     * @throws RuntimeException if it has failed
     */
    boolean isDone();

    /** Ends the restore. The rows that it has written stay, and are not read again. */
    void stop();
}
