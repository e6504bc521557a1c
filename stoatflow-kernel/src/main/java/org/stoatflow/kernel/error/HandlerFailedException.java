package org.stoatflow.kernel.error;

import org.stoatflow.streams.errors.StreamsException;

/**
 * A processing handler has decided that the record fails, or a handler has failed itself. The exception passes all
 * nodes above, which ask no other handler. Its cause is the exception from the user's code.
 */
public final class HandlerFailedException extends StreamsException {
    private static final long serialVersionUID = 1L;

    public HandlerFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
