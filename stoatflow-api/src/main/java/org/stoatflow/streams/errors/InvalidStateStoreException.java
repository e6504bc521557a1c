package org.stoatflow.streams.errors;

/** A state store was used while it cannot be: it is closed, unknown, or not open yet. */
public class InvalidStateStoreException extends StreamsException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what went wrong
     */
    public InvalidStateStoreException(String message) {
        super(message);
    }

    /**
     * Creates the exception.
     *
     * @param message what went wrong
     * @param throwable the cause
     */
    public InvalidStateStoreException(String message, Throwable throwable) {
        super(message, throwable);
    }

    /**
     * Creates the exception.
     *
     * @param throwable the cause
     */
    public InvalidStateStoreException(Throwable throwable) {
        super(throwable);
    }
}
