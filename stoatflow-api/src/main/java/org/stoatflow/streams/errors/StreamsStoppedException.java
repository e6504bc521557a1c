package org.stoatflow.streams.errors;

/**
 * A store was read after the application was stopped. The reader has to give it up.
 */
public class StreamsStoppedException extends InvalidStateStoreException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what went wrong
     */
    public StreamsStoppedException(String message) {
        super(message);
    }

    /**
     * Creates the exception.
     *
     * @param message what went wrong
     * @param throwable the cause
     */
    public StreamsStoppedException(String message, Throwable throwable) {
        super(message, throwable);
    }
}
