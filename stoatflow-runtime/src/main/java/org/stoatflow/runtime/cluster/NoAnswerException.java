package org.stoatflow.runtime.cluster;

import org.stoatflow.streams.errors.StreamsException;

/** The cluster has not answered within the time for it. The brokers may be away, and come back. */
public final class NoAnswerException extends StreamsException {
    private static final long serialVersionUID = 1L;

    public NoAnswerException(String message, Throwable cause) {
        super(message, cause);
    }

    public NoAnswerException(String message) {
        super(message);
    }
}
