package org.stoatflow.runtime.group;

import org.stoatflow.streams.errors.StreamsException;

/** An instance has asked all instances of its group to end, as its uncaught-exception handler has answered. */
public final class EndOfAllException extends StreamsException {
    private static final long serialVersionUID = 1;

    public EndOfAllException(String message) {
        super(message);
    }
}
