package org.stoatflow.streams.errors;

/**
 * The internal topics of an application were to be set up, and some are there already. Nothing in StoatFlow throws it:
 * the engine takes up topics that exist.
 */
public class InternalTopicsAlreadySetupException extends StreamsException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what went wrong
     */
    public InternalTopicsAlreadySetupException(String message) {
        super(message);
    }
}
