package org.stoatflow.streams.errors;

/** The topology that is being built is not valid: a name is used twice, a parent is missing, and so on. */
public class TopologyException extends StreamsException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception; its message starts with {@code Invalid topology}.
     *
     * @param message what is wrong; may be null
     */
    public TopologyException(String message) {
        super(prefixed(message));
    }

    /**
     * Creates the exception; its message starts with {@code Invalid topology}.
     *
     * @param message what is wrong; may be null
     * @param throwable the cause
     */
    public TopologyException(String message, Throwable throwable) {
        super(prefixed(message), throwable);
    }

    /**
     * Creates the exception.
     *
     * @param throwable the cause
     */
    public TopologyException(Throwable throwable) {
        super(throwable);
    }

    private static String prefixed(String message) {
        return message == null ? "Invalid topology" : "Invalid topology: " + message;
    }
}
