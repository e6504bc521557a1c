package org.stoatflow.runtime.topics;

import org.stoatflow.streams.errors.StreamsException;

/** A topic that the application writes to does not exist. */
public final class MissingSinkTopicException extends StreamsException {
    private static final long serialVersionUID = 1L;

    public MissingSinkTopicException(String message) {
        super(message);
    }
}
