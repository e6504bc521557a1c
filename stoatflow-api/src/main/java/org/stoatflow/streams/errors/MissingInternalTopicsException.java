package org.stoatflow.streams.errors;

import java.util.List;

/**
 * Internal topics that the application needs are not there. Nothing in StoatFlow throws it: the engine creates what is
 * missing.
 */
public class MissingInternalTopicsException extends StreamsException {
    private static final long serialVersionUID = 1L;

    private final List<String> topics;

    /**
     * Creates the exception.
     *
     * @param message what went wrong
     * @param topics the topics that are not there
     */
    public MissingInternalTopicsException(String message, List<String> topics) {
        super(message);
        this.topics = topics;
    }

    /**
     * The topics that are not there.
     *
     * @return their names, as they were given
     */
    public List<String> topics() {
        return topics;
    }
}
