package org.stoatflow.streams.errors;

/** The topology has no state store of that name. */
public class UnknownStateStoreException extends InvalidStateStoreException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what went wrong
     */
    public UnknownStateStoreException(String message) {
        super(message);
    }

    /**
     * Creates the exception.
     *
     * @param message what went wrong
     * @param throwable the cause
     */
    public UnknownStateStoreException(String message, Throwable throwable) {
        super(message, throwable);
    }
}
