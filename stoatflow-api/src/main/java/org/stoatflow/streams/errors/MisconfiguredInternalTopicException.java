package org.stoatflow.streams.errors;

/**
 * An internal topic exists and is not set up as the application needs it. Nothing in StoatFlow throws it: a start that
 * finds such a topic fails with a {@link StreamsException} that names it.
 */
public class MisconfiguredInternalTopicException extends StreamsException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what went wrong
     */
    public MisconfiguredInternalTopicException(String message) {
        super(message);
    }
}
