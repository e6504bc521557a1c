package org.stoatflow.streams.errors;

/** A query came before the application was started. */
public class StreamsNotStartedException extends InvalidStateStoreException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what went wrong
     */
    public StreamsNotStartedException(String message) {
        super(message);
    }

    /**
     * Creates the exception.
     *
     * @param message what went wrong
     * @param throwable the cause
     */
    public StreamsNotStartedException(String message, Throwable throwable) {
        super(message, throwable);
    }
}
