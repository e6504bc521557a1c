package org.stoatflow.streams.errors;

/** A text is not the name of a task. */
public class TaskIdFormatException extends StreamsException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message the text that is not a task id; may be null
     */
    public TaskIdFormatException(String message) {
        super(prefixed(message));
    }

    /**
     * Creates the exception.
     *
     * @param message the text that is not a task id; may be null
     * @param throwable the cause
     */
    public TaskIdFormatException(String message, Throwable throwable) {
        super(prefixed(message), throwable);
    }

    /**
     * Creates the exception.
     *
     * @param throwable the cause
     */
    public TaskIdFormatException(Throwable throwable) {
        super(throwable);
    }

    private static String prefixed(String message) {
        return message == null
                ? "Task id cannot be parsed correctly"
                : "Task id cannot be parsed correctly from " + message;
    }
}
