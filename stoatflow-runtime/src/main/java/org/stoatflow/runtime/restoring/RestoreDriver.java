package org.stoatflow.runtime.restoring;

/** What steps a restore. */
public interface RestoreDriver {
    /**
     * Whether all is restored.
     *
     * @throws RuntimeException if it has failed
     */
    boolean isDone();

    /** Ends it; what is written stays, and is not read again. */
    void stop();
}
