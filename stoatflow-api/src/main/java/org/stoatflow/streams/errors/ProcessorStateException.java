package org.stoatflow.streams.errors;

/** A state store could not be read, written, restored or closed. */
public class ProcessorStateException extends StreamsException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what went wrong
     */
    public ProcessorStateException(String message) {
        super(message);
    }

    /**
     * Creates the exception.
     *
     * @param message what went wrong
     * @param throwable the cause
     */
    public ProcessorStateException(String message, Throwable throwable) {
        super(message, throwable);
    }

    /**
     * Creates the exception.
     *
     * @param throwable the cause
     */
    public ProcessorStateException(Throwable throwable) {
        super(throwable);
    }
}
