package org.stoatflow.runtime.cluster;

import org.stoatflow.kernel.error.PassesHandlers;
import org.stoatflow.streams.errors.StreamsException;

/**
 * The cluster has not answered within the time for it. The brokers may be away, and come back. No record is to blame
 * for it, whatever user code has made of it.
 */
public final class NoAnswerException extends StreamsException implements PassesHandlers {
    private static final long serialVersionUID = 1L;

    public NoAnswerException(String message, Throwable cause) {
        super(message, cause);
    }

    public NoAnswerException(String message) {
        super(message);
    }

    @Override
    public boolean isStillPassing() {
        return true;
    }
}
