package org.stoatflow.streams.errors;

/**
 * Tasks could not be assigned to the members of the consumer group. Nothing in StoatFlow throws it, since one instance
 * does the work.
 */
public class TaskAssignmentException extends StreamsException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what went wrong
     */
    public TaskAssignmentException(String message) {
        super(message);
    }

    /**
     * Creates the exception.
     *
     * @param message what went wrong
     * @param throwable the cause
     */
    public TaskAssignmentException(String message, Throwable throwable) {
        super(message, throwable);
    }

    /**
     * Creates the exception.
     *
     * @param throwable the cause
     */
    public TaskAssignmentException(Throwable throwable) {
        super(throwable);
    }
}
