package org.stoatflow.runtime.failure;

import org.stoatflow.streams.errors.StreamsException;

/** A call of user code has not come back for long after the end of its run, so that no other run can begin. */
public final class LeftBehindException extends StreamsException {
    private static final long serialVersionUID = 1;

    public LeftBehindException(String message) {
        super(message);
    }
}
