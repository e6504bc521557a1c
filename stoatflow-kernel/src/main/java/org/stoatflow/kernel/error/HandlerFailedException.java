package org.stoatflow.kernel.error;

import org.stoatflow.streams.errors.StreamsException;

/**
 * A processing handler has said that the record fails, or a handler failed itself. It passes all nodes above without a
 * further question; the cause is the exception from the user's code.
 */
public final class HandlerFailedException extends StreamsException {
    private static final long serialVersionUID = 1L;

    public HandlerFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
