package org.stoatflow.streams.errors;

/** A state store could not be read, written, restored or closed. */
public class ProcessorStateException extends StreamsException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what went wrong
     */
    public ProcessorStateException(final String message) {
        super(message);
    }

    /**
     * Creates the exception.
     *
     * @param message what went wrong
     * @param throwable the cause
     */
    public ProcessorStateException(final String message, final Throwable throwable) {
        super(message, throwable);
    }

    /**
     * Creates the exception.
     *
     * @param throwable the cause
     */
    public ProcessorStateException(final Throwable throwable) {
        super(throwable);
    }
}
