package org.stoatflow.streams.errors;

/** The state directory is locked, by another process or another instance in this one. */
public class LockException extends StreamsException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what went wrong
     */
    public LockException(String message) {
        super(message);
    }

    /**
     * Creates the exception.
     *
     * @param message what went wrong
     * @param throwable the cause
     */
    public LockException(String message, Throwable throwable) {
        super(message, throwable);
    }

    /**
     * Creates the exception.
     *
     * @param throwable the cause
     */
    public LockException(Throwable throwable) {
        super(throwable);
    }
}
