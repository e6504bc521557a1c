package org.stoatflow.runtime.sink;

import org.stoatflow.streams.errors.StreamsException;

/** A reset of the application was begun and is not complete, so that it has no place to go on from. */
public final class UnfinishedResetException extends StreamsException {
    private static final long serialVersionUID = 1L;

    public UnfinishedResetException(String message) {
        super(message);
    }
}
