package org.stoatflow.streams.errors;

/**
 * A store was read that has moved to another instance. The reader may look for it there. Nothing in StoatFlow throws
 * it, since one instance has all stores.
 */
public class StateStoreMigratedException extends InvalidStateStoreException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what went wrong
     */
    public StateStoreMigratedException(String message) {
        super(message);
    }

    /**
     * Creates the exception.
     *
     * @param message what went wrong
     * @param throwable the cause
     */
    public StateStoreMigratedException(String message, Throwable throwable) {
        super(message, throwable);
    }
}
