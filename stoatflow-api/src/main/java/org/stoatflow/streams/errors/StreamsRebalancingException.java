package org.stoatflow.streams.errors;

/**
 * A store was read while the application gets its partitions. The reader may try again.
 */
public class StreamsRebalancingException extends InvalidStateStoreException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what went wrong
     */
    public StreamsRebalancingException(String message) {
        super(message);
    }

    /**
     * Creates the exception.
     *
     * @param message what went wrong
     * @param throwable the cause
     */
    public StreamsRebalancingException(String message, Throwable throwable) {
        super(message, throwable);
    }
}
