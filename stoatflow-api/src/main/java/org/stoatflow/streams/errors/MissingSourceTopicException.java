package org.stoatflow.streams.errors;

/** A source topic of the topology does not exist on the broker. */
public class MissingSourceTopicException extends StreamsException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what went wrong
     */
    public MissingSourceTopicException(String message) {
        super(message);
    }
}
