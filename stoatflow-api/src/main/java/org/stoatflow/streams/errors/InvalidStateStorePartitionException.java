package org.stoatflow.streams.errors;

/**
 * A store was asked for a partition that it does not have.
 */
public class InvalidStateStorePartitionException extends InvalidStateStoreException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what went wrong
     */
    public InvalidStateStorePartitionException(String message) {
        super(message);
    }

    /**
     * Creates the exception.
     *
     * @param message what went wrong
     * @param throwable the cause
     */
    public InvalidStateStorePartitionException(String message, Throwable throwable) {
        super(message, throwable);
    }
}
