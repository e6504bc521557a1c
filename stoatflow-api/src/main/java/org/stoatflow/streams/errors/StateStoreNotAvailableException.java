package org.stoatflow.streams.errors;

/**
 * A store was read that cannot be opened again. The reader has to give it up.
 */
public class StateStoreNotAvailableException extends InvalidStateStoreException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what went wrong
     */
    public StateStoreNotAvailableException(String message) {
        super(message);
    }

    /**
     * Creates the exception.
     *
     * @param message what went wrong
     * @param throwable the cause
     */
    public StateStoreNotAvailableException(String message, Throwable throwable) {
        super(message, throwable);
    }
}
