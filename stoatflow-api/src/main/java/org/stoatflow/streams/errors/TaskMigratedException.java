package org.stoatflow.streams.errors;

/** The tasks of a thread belong to another one by now, so that it must not go on with them. */
public class TaskMigratedException extends StreamsException {
    private static final long serialVersionUID = 1L;

    private static final String CONSEQUENCE = "; it means all tasks belonging to this thread should be migrated.";

    /**
     * Creates the exception.
     *
     * @param message what went wrong; the consequence is appended
     */
    public TaskMigratedException(String message) {
        super(message + CONSEQUENCE);
    }

    /**
     * Creates the exception.
     *
     * @param message what went wrong; the consequence is appended
     * @param throwable the cause
     */
    public TaskMigratedException(String message, Throwable throwable) {
        super(message + CONSEQUENCE, throwable);
    }
}
